//! Congruence closure of the negation of one lemma.
//!
//! Terms are nodes, known equal ones lie in one class. Function applications whose arguments lie in
//! equal classes are equal themselves; so is an equation between equals to ⊤. Sums, products,
//! `ite` and the connectives are nodes without arguments: what they mean is said by other rules.
//!
//! A lemma may be about huge terms, and there may be many such lemmas. So only those applications
//! get arguments that can come to be equal to another term: see `reach`.

mod reach;

use std::hash::{Hash, Hasher};

use buttress_certificate::smt::Literal;
use buttress_logic::{Op, Term, Terms};
use reach::Reach;

const NONE: u32 = u32::MAX;
/// The nodes of ⊤ and ⊥.
const TRUE: u32 = 0;
const FALSE: u32 = 1;

/// Classes of equal terms, with buffers that are reused from lemma to lemma.
#[derive(Default)]
pub struct Closure {
    /// By term: the lemma in which it last had a node, and the node.
    places: Vec<(u32, u32)>,
    lemma: u32,
    reach: Reach,

    nodes: Vec<Node>,
    arguments: Vec<u32>,
    /// The uses of a class are a list that is linked in here: the user, and the next entry.
    uses: Vec<(u32, u32)>,
    /// Applications by their signature, with gaps; entries may be stale.
    table: Vec<u32>,
    entries: usize,
    pending: Vec<(u32, u32)>,
    is_contradictory: bool,
    scratch: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Node {
    term: Term,
    /// The hash of what stands at its top.
    seed: u64,
    start: u32,
    end: u32,
    /// Towards the representative of its class.
    parent: u32,
    /// The next member of its class, around a ring.
    next: u32,
    /// Of a representative: its members and uses counted.
    weight: u32,
    /// Of a representative: a member that is a truth value, a number or a constructor term.
    value: u32,
    /// Of a representative: the first and the last use.
    first_use: u32,
    last_use: u32,
}

impl Closure {
    /// Closes the assumption that all of `facts` hold, with nodes for the terms of `others` too.
    pub fn close(
        &mut self,
        terms: &Terms,
        facts: impl Iterator<Item = Literal> + Clone,
        others: &[Term],
    ) {
        self.start(terms);
        self.reach.assume(terms, facts.clone());
        for fact in facts {
            let node = self.add(terms, fact.atom);
            self.pending.push((node, if fact.is_positive { TRUE } else { FALSE }));
        }
        for &term in others {
            self.add(terms, term);
        }
        self.table.clear();
        self.table.resize((2 * self.arguments.len() + 2).next_power_of_two(), NONE);
        self.entries = 0;
        for node in 0..self.nodes.len() as u32 {
            self.review(terms, node);
        }
        while let Some((left, right)) = self.pending.pop() {
            if self.is_contradictory {
                break;
            }
            self.merge(terms, left, right);
        }
        self.pending.clear();
    }

    /// Is the assumption impossible?
    pub fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// Does the assumption make two terms equal?
    pub fn makes_equal(&mut self, left: Term, right: Term) -> bool {
        if left == right || self.is_contradictory {
            return true;
        }
        match (self.node_of(left), self.node_of(right)) {
            (Some(left), Some(right)) => self.find(left) == self.find(right),
            _ => false,
        }
    }

    /// Does the assumption make a datatype value contain itself?
    pub fn has_cycle(&mut self, terms: &Terms) -> bool {
        // Classes are removed that lie in no class that is still there; a cycle always stays.
        let mut containers = vec![0u32; self.nodes.len()];
        let mut contents: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        for node in 0..self.nodes.len() as u32 {
            let Node { term, start, end, .. } = self.nodes[node as usize];
            if !matches!(terms.op(term), Op::Construct(_)) {
                continue;
            }
            let container = self.find(node);
            for place in start..end {
                let content = self.find(self.arguments[place as usize]);
                contents[container as usize].push(content);
                containers[content as usize] += 1;
            }
        }
        let mut outer: Vec<u32> =
            (0..self.nodes.len() as u32).filter(|&node| containers[node as usize] == 0).collect();
        let mut removed = 0;
        while let Some(class) = outer.pop() {
            removed += 1;
            for content in std::mem::take(&mut contents[class as usize]) {
                containers[content as usize] -= 1;
                if containers[content as usize] == 0 {
                    outer.push(content);
                }
            }
        }
        removed < self.nodes.len()
    }

    fn start(&mut self, terms: &Terms) {
        self.places.resize(terms.len(), (0, 0));
        if self.lemma == u32::MAX {
            self.places.fill((0, 0));
            self.lemma = 0;
        }
        self.lemma += 1;
        self.reach.learn(terms);
        self.nodes.clear();
        self.arguments.clear();
        self.uses.clear();
        self.pending.clear();
        self.is_contradictory = false;
        self.add(terms, Term::TRUE);
        self.add(terms, Term::FALSE);
    }

    fn node_of(&self, term: Term) -> Option<u32> {
        let (lemma, node) = *self.places.get(term.index())?;
        (lemma == self.lemma).then_some(node)
    }

    /// The node of a term, made together with those of its arguments.
    fn add(&mut self, terms: &Terms, term: Term) -> u32 {
        let mut stack = vec![term];
        while let Some(&term) = stack.last() {
            if self.node_of(term).is_some() {
                stack.pop();
                continue;
            }
            let arguments = if self.reach.is_open(terms, term) {
                terms.arguments(term)
            } else {
                Default::default()
            };
            let waiting = stack.len();
            let is_missing = |argument: &&Term| self.node_of(**argument).is_none();
            stack.extend(arguments.iter().filter(is_missing));
            if stack.len() == waiting {
                stack.pop();
                self.add_node(terms, term, arguments);
            }
        }
        self.node_of(term).unwrap_or(TRUE)
    }

    fn add_node(&mut self, terms: &Terms, term: Term, arguments: &[Term]) {
        let node = self.nodes.len() as u32;
        let op = terms.op(term);
        let is_value = matches!(op, Op::True | Op::False | Op::Number(_) | Op::Construct(_));
        let start = self.arguments.len() as u32;
        for &argument in arguments {
            let argument = self.node_of(argument).unwrap_or(TRUE);
            self.arguments.push(argument);
            self.add_use(argument, node);
        }
        let mut hasher = Mixer(0);
        (op, terms.sort_of(term)).hash(&mut hasher);
        self.nodes.push(Node {
            term,
            seed: hasher.finish(),
            start,
            end: self.arguments.len() as u32,
            parent: node,
            next: node,
            weight: 1,
            value: if is_value { node } else { NONE },
            first_use: NONE,
            last_use: NONE,
        });
        self.places[term.index()] = (self.lemma, node);
    }

    fn add_use(&mut self, argument: u32, user: u32) {
        let entry = self.uses.len() as u32;
        self.uses.push((user, NONE));
        let class = &mut self.nodes[argument as usize];
        class.weight += 1;
        if class.first_use == NONE {
            class.first_use = entry;
        } else {
            self.uses[class.last_use as usize].1 = entry;
        }
        class.last_use = entry;
    }

    fn find(&mut self, mut node: u32) -> u32 {
        loop {
            let parent = self.nodes[node as usize].parent;
            if parent == node {
                return node;
            }
            let above = self.nodes[parent as usize].parent;
            self.nodes[node as usize].parent = above;
            node = above;
        }
    }

    /// The truth value that the class of a node has.
    fn truth(&mut self, node: u32) -> Option<bool> {
        let class = self.find(node);
        match self.nodes[class as usize].value {
            TRUE => Some(true),
            FALSE => Some(false),
            _ => None,
        }
    }

    fn merge(&mut self, terms: &Terms, left: u32, right: u32) {
        let (left, right) = (self.find(left), self.find(right));
        if left == right {
            return;
        }
        let is_lighter = self.nodes[left as usize].weight < self.nodes[right as usize].weight;
        let (from, into) = if is_lighter { (left, right) } else { (right, left) };
        let values = [from, into].map(|class| self.nodes[class as usize].value);
        if values[0] != NONE && values[1] != NONE {
            let [left, right] = values.map(|value| terms.op(self.nodes[value as usize].term));
            if left != right {
                self.is_contradictory = true;
                return;
            }
        }
        // What has just become true or false has consequences of its own.
        let is_truth = values.map(|value| value == TRUE || value == FALSE);
        let settled = match is_truth {
            [true, false] => Some((into, values[0])),
            [false, true] => Some((from, values[1])),
            _ => None,
        };
        if let Some((class, truth)) = settled {
            self.settle(terms, class, truth);
        }
        let lost = self.nodes[from as usize];
        self.nodes[from as usize].parent = into;
        let kept = &mut self.nodes[into as usize];
        kept.weight = kept.weight.saturating_add(lost.weight);
        if kept.value == NONE {
            kept.value = lost.value;
        }
        let next = std::mem::replace(&mut kept.next, lost.next);
        self.nodes[from as usize].next = next;
        let mut entry = lost.first_use;
        while entry != NONE {
            let (user, after) = self.uses[entry as usize];
            self.review(terms, user);
            entry = after;
        }
        if lost.first_use != NONE {
            let kept = self.nodes[into as usize];
            if kept.first_use == NONE {
                self.nodes[into as usize].first_use = lost.first_use;
            } else {
                self.uses[kept.last_use as usize].1 = lost.first_use;
            }
            self.nodes[into as usize].last_use = lost.last_use;
        }
    }

    /// The members of a class become true or false, and with them the negations of members.
    fn settle(&mut self, terms: &Terms, class: u32, truth: u32) {
        let mut member = class;
        loop {
            let Node { term, start, next, .. } = self.nodes[member as usize];
            match terms.op(term) {
                Op::Equal if truth == TRUE => {
                    let sides = start as usize;
                    self.pending.push((self.arguments[sides], self.arguments[sides + 1]));
                }
                Op::Not => self.pending.push((self.arguments[start as usize], opposite(truth))),
                _ => {}
            }
            member = next;
            if member == class {
                break;
            }
        }
        let mut entry = self.nodes[class as usize].first_use;
        while entry != NONE {
            let (user, after) = self.uses[entry as usize];
            if terms.op(self.nodes[user as usize].term) == Op::Not {
                self.pending.push((user, opposite(truth)));
            }
            entry = after;
        }
    }

    /// Looks at an application whose arguments are in new classes: what is it equal to now?
    fn review(&mut self, terms: &Terms, node: u32) {
        let Node { term, start, end, .. } = self.nodes[node as usize];
        if start == end {
            return;
        }
        match terms.op(term) {
            Op::Equal => {
                let (left, right) =
                    (self.arguments[start as usize], self.arguments[start as usize + 1]);
                if self.find(left) == self.find(right) {
                    self.pending.push((node, TRUE));
                }
            }
            Op::Not => {
                if let Some(truth) = self.truth(self.arguments[start as usize]) {
                    self.pending.push((node, if truth { FALSE } else { TRUE }));
                }
            }
            _ => {}
        }
        if 2 * (self.entries + 1) > self.table.len() {
            self.enlarge(terms);
        }
        self.insert(terms, node);
    }

    /// Puts an application into the table, or finds the one there that is congruent to it.
    fn insert(&mut self, terms: &Terms, node: u32) {
        let mask = self.table.len() - 1;
        let mut place = self.signature(terms, node) as usize & mask;
        let mut is_entered = false;
        loop {
            let other = self.table[place];
            if other == NONE {
                if !is_entered {
                    self.table[place] = node;
                    self.entries += 1;
                }
                return;
            }
            if other == node {
                // It may have come here under an older signature, before one that is congruent now.
                is_entered = true;
            } else if self.is_congruent(terms, node, other) {
                self.pending.push((node, other));
                return;
            }
            place = (place + 1) & mask;
        }
    }

    fn enlarge(&mut self, terms: &Terms) {
        let length = 2 * self.table.len();
        self.table.clear();
        self.table.resize(length, NONE);
        self.entries = 0;
        for node in 0..self.nodes.len() as u32 {
            if self.nodes[node as usize].start < self.nodes[node as usize].end {
                self.insert(terms, node);
            }
        }
    }

    fn signature(&mut self, terms: &Terms, node: u32) -> u64 {
        self.load_classes(terms, node);
        let mut hasher = Mixer(self.nodes[node as usize].seed);
        for class in &self.scratch {
            hasher.mix(u64::from(*class));
        }
        hasher.finish()
    }

    fn is_congruent(&mut self, terms: &Terms, node: u32, other: u32) -> bool {
        let [this, that] = [node, other].map(|node| self.nodes[node as usize]);
        let is_same_top = this.seed == that.seed
            && terms.op(this.term) == terms.op(that.term)
            && terms.sort_of(this.term) == terms.sort_of(that.term);
        if !is_same_top {
            return false;
        }
        self.load_classes(terms, other);
        let others = std::mem::take(&mut self.scratch);
        self.load_classes(terms, node);
        let is_same = self.scratch == others;
        self.scratch = others;
        is_same
    }

    /// The classes of a node's arguments, in order where the order of the arguments matters.
    fn load_classes(&mut self, terms: &Terms, node: u32) {
        let Node { term, start, end, .. } = self.nodes[node as usize];
        self.scratch.clear();
        for place in start..end {
            let class = self.find(self.arguments[place as usize]);
            self.scratch.push(class);
        }
        if matches!(terms.op(term), Op::Equal | Op::Difference) {
            self.scratch.sort_unstable();
        }
    }
}

fn opposite(truth: u32) -> u32 {
    if truth == TRUE { FALSE } else { TRUE }
}

/// A fast hash of few words: multiply and fold.
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.mix(u64::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    fn write_isize(&mut self, word: isize) {
        self.mix(word as u64);
    }
}
