//! `match`: cases over the constructors of a datatype, as `ite` over testers and selectors.

use buttress_logic::{Constructor, Sort, Term};

use super::sexpr::{Node, Token, shorten};
use super::symbol::Symbol;
use super::term::{Task, TermReader};
use super::{Error, Kind};

impl TermReader<'_> {
    /// The matched term was read: schedules the cases.
    pub(super) fn enter_match(&mut self, node: Node) -> Result<(), Error> {
        let source = self.source;
        let mut children = source.children(node);
        let (_, value_node, list) = (children.next(), children.next(), children.next());
        let (Some(value_node), Some(list)) = (value_node, list) else { return Ok(()) };
        let Some(value) = self.values.pop() else { return Ok(()) };
        let sort = self.terms.sort_of(value);
        let Some(instance) = self.signature.sorts.datatypes.instance(sort) else {
            return Err(self.not_of(value_node, "a term of a datatype", sort));
        };
        let constructors = instance.constructors.clone();
        let mut is_covered = vec![false; constructors.len()];
        let mut tests = Vec::new();
        let mut cases = Vec::new();
        for case in source.list(list, "a list of cases")? {
            let mut parts = source.list(case, "a pattern with a term")?;
            let pattern = parts.expect(case, "a pattern")?;
            let body = parts.expect(case, "a term")?;
            parts.finish()?;
            let constructor = self.pattern_constructor(pattern, sort)?;
            match constructor {
                Some(place) => is_covered[place] = true,
                None => is_covered.fill(true),
            }
            tests.push(constructor.map(|place| constructors[place]));
            cases.push(Task::Case { pattern, body, value });
        }
        if let Some(missing) = is_covered.iter().position(|covered| !covered) {
            let name = shorten(self.terms.constructor_name(constructors[missing]));
            let message = format!("this `match` has no case for `{name}`");
            return Err(source.error(node, Kind::Syntax, message));
        }
        self.tasks.push(Task::Choose { node, base: self.values.len(), value, tests });
        cases.reverse();
        self.tasks.append(&mut cases);
        Ok(())
    }

    /// The place of the constructor that a pattern asks for; `None` if it is a variable or `_`.
    fn pattern_constructor(&self, pattern: Node, sort: Sort) -> Result<Option<usize>, Error> {
        let source = self.source;
        let mut parts = source.children(pattern);
        let (head, variables) = match source.token(pattern) {
            Token::List => (parts.expect(pattern, "a constructor")?, parts.count()),
            Token::Symbol => (pattern, 0),
            _ if source.is_reserved(pattern, "_") => return Ok(None),
            _ => return Err(source.unexpected(pattern, "a pattern")),
        };
        let name = source.symbol(head, "a constructor")?;
        let datatypes = &self.signature.sorts.datatypes;
        let instance = datatypes.instance(sort);
        let symbol = self.symbol(name);
        let symbol = symbol.map(|symbol| symbol.of_family(instance.map(|known| known.family)));
        let (family, place) = match (symbol, instance) {
            (Some(Symbol::Constructor { family, constructor }), Some(instance))
                if instance.family == family =>
            {
                (family, constructor)
            }
            _ if !source.is_list(pattern) => return Ok(None),
            _ => {
                let shown = shorten(name);
                let message =
                    format!("`{shown}` is no constructor of the sort {}", self.show(sort));
                return Err(source.error(head, Kind::Sort, message));
            }
        };
        let fields = datatypes.family(family).constructors[place].fields.len();
        if fields != variables || (fields == 0 && source.is_list(pattern)) {
            let expected = match fields {
                0 => "no variables, without parentheses".to_owned(),
                1 => "1 variable".to_owned(),
                _ => format!("{fields} variables"),
            };
            let message =
                format!("the pattern of `{}` takes {expected}, found {variables}", shorten(name));
            return Err(source.error(pattern, Kind::Syntax, message));
        }
        Ok(Some(place))
    }

    /// Schedules the body of a case, with the variables of its pattern in scope.
    pub(super) fn enter_case(
        &mut self,
        pattern: Node,
        body: Node,
        value: Term,
    ) -> Result<(), Error> {
        let source = self.source;
        let mark = self.signature.functions.mark();
        let sort = self.terms.sort_of(value);
        match self.pattern_constructor(pattern, sort)? {
            None if source.token(pattern) == Token::Symbol => {
                self.signature.functions.bind(source.atom(pattern), Symbol::Term(value));
            }
            None => (),
            Some(place) => {
                let instance = self.signature.sorts.datatypes.instance(sort);
                let selectors = instance.map(|known| known.selectors[place].clone());
                let variables: Vec<Node> = source.children(pattern).skip(1).collect();
                let is_variable = |node: &Node| !source.is_reserved(*node, "_");
                let named: Vec<Node> = variables.iter().copied().filter(is_variable).collect();
                self.refuse_repeated(&named)?;
                for (&variable, selector) in variables.iter().zip(selectors.unwrap_or_default()) {
                    if is_variable(&variable) {
                        let name = source.symbol(variable, "a variable or `_`")?;
                        let field = self.terms.select_field(selector, value);
                        self.signature.functions.bind(name, Symbol::Term(field));
                    }
                }
            }
        }
        self.tasks.push(Task::Leave(mark));
        self.tasks.push(Task::Read(body));
        Ok(())
    }

    /// The bodies of all cases were read: the first case that fits counts.
    pub(super) fn choose(
        &mut self,
        node: Node,
        base: usize,
        value: Term,
        tests: &[Option<Constructor>],
    ) -> Result<(), Error> {
        self.lift(base);
        let bodies = self.values.split_off(base);
        let Some(&first) = bodies.first() else {
            let list = self.source.children(node).nth(2).unwrap_or(node);
            return Err(self.source.unexpected(list, "a case"));
        };
        let sort = self.terms.sort_of(first);
        self.refuse_placeholder(first, |reader| reader.body_node(node, 0))?;
        for (place, body) in bodies.iter().enumerate() {
            let found = self.terms.sort_of(*body);
            if found != sort {
                return Err(self.wrong_sort(self.body_node(node, place), sort, found));
            }
        }
        // The case that completes the others needs no test, and what follows it is never reached.
        let count = self.signature.sorts.datatypes.instance(self.terms.sort_of(value));
        let mut missing = count.map_or(0, |instance| instance.constructors.len());
        let mut seen = std::collections::HashSet::new();
        let mut last = bodies.len() - 1;
        for (place, test) in tests.iter().enumerate() {
            match test {
                Some(constructor) if seen.insert(*constructor) => missing -= 1,
                Some(_) => (),
                None => missing = 0,
            }
            if missing == 0 {
                last = place;
                break;
            }
        }
        let mut whole = bodies[last];
        for (body, test) in bodies[..last].iter().zip(tests).rev() {
            if let Some(constructor) = test {
                let condition = self.terms.test(*constructor, value);
                whole = self.terms.ite(condition, *body, whole);
            }
        }
        self.values.push(whole);
        Ok(())
    }

    fn body_node(&self, node: Node, place: usize) -> Node {
        let list = self.source.children(node).nth(2);
        let case = list.and_then(|list| self.source.children(list).nth(place));
        case.and_then(|case| self.source.children(case).nth(1)).unwrap_or(node)
    }
}
