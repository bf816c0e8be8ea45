//! What a file declares, seen from outside: enough to use every name before its body has been read.

use std::collections::{BTreeMap, BTreeSet};

use super::types;
use crate::program::{
    self, FunctionId, PredicateId, Program, Role, Struct, StructId, Type, VariableId,
};
use crate::tree::{Declaration, Formal};
use crate::{Diagnostic, Name, Span};

/// The declarations of a file.
#[derive(Default)]
pub(super) struct Declared {
    /// By their numbers.
    pub structs: Vec<Struct>,
    /// By their names.
    pub struct_names: BTreeMap<String, StructId>,
    /// Structs with a mistake in them: they may lack fields.
    pub damaged: BTreeSet<StructId>,
    /// By their numbers.
    pub globals: Vec<Global>,
    /// By their numbers.
    pub functions: Vec<Signature>,
    /// By their numbers.
    pub predicates: Vec<Signature>,
    /// Globals, functions and predicates share their names.
    pub items: BTreeMap<String, Item>,
}

/// A global variable.
pub(super) struct Global {
    /// Its name.
    pub name: Name,
    /// None after a mistake in it.
    pub ty: Option<Type>,
    /// `:= ?`
    pub is_free: bool,
}

/// How a function or predicate is called.
pub(super) struct Signature {
    /// Its name.
    pub name: Name,
    /// A type is none after a mistake in it.
    pub parameters: Vec<(Name, Option<Type>)>,
    /// What comes back.
    pub result: ReturnType,
    /// Do its spans mean nothing?
    pub is_prelude: bool,
}

/// What comes back from a call.
#[derive(Clone, PartialEq)]
pub(super) enum ReturnType {
    /// Nothing.
    Void,
    /// A value of this type; none after a mistake in it.
    Value(Option<Type>),
}

/// What a name at the top level means.
#[derive(Clone)]
pub(super) enum Item {
    /// A variable.
    Global(VariableId),
    /// A function.
    Function(FunctionId),
    /// A predicate; those of the prelude have several forms.
    Predicate(Vec<PredicateId>),
}

impl Item {
    /// What kind of thing it is.
    pub fn noun(&self) -> &'static str {
        match self {
            Item::Global(_) => "variable",
            Item::Function(_) => "function",
            Item::Predicate(_) => "predicate",
        }
    }
}

impl Declared {
    /// What the prelude and a file declare.
    pub fn gather(
        prelude: &[Declaration],
        own: &[Declaration],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Declared {
        let mut declared = Declared::default();
        declared.gather_structs(own, diagnostics);
        for declaration in prelude {
            declared.add(declaration, true, diagnostics);
        }
        for declaration in own {
            declared.add(declaration, false, diagnostics);
        }
        declared
    }

    /// What a program declared that has been resolved.
    pub fn of(program: &Program) -> Declared {
        let mut declared = Declared { structs: program.structs.clone(), ..Declared::default() };
        for (number, found) in program.structs.iter().enumerate() {
            declared.struct_names.insert(found.name.text.clone(), StructId(number as u32));
        }
        for (number, predicate) in program.predicates.iter().enumerate() {
            let no_span = |bound: &program::Bound| {
                let name = Name { text: bound.name.clone(), span: Span::default() };
                (name, Some(bound.ty.clone()))
            };
            declared.predicates.push(Signature {
                name: predicate.name.clone(),
                parameters: predicate.parameters.iter().map(no_span).collect(),
                result: ReturnType::Value(Some(Type::Bool)),
                is_prelude: predicate.is_prelude,
            });
            declared.add_form(&predicate.name.text, PredicateId(number as u32));
        }
        for id in program.function_ids() {
            let function = program.function(id);
            let variable = |id: &VariableId| {
                let variable = function.variable(*id);
                let name = Name { text: variable.name.clone(), span: variable.span };
                (name, Some(variable.ty.clone()))
            };
            declared.functions.push(Signature {
                name: function.name.clone(),
                parameters: function.parameters.iter().map(variable).collect(),
                result: match function.result {
                    None => ReturnType::Void,
                    Some(result) => ReturnType::Value(Some(function.variable(result).ty.clone())),
                },
                is_prelude: false,
            });
            declared.items.insert(function.name.text.clone(), Item::Function(id));
        }
        let globals = program.functions.first().map_or(&[][..], |first| &first.variables);
        for variable in globals.iter().take(program.globals as usize) {
            let id = VariableId(declared.globals.len() as u32);
            declared.items.insert(variable.name.clone(), Item::Global(id));
            declared.globals.push(Global {
                name: Name { text: variable.name.clone(), span: variable.span },
                ty: Some(variable.ty.clone()),
                is_free: variable.role == Role::Free,
            });
        }
        declared
    }

    /// Where something was declared, unless that is the prelude.
    pub fn place(&self, item: &Item) -> Option<Span> {
        match item {
            Item::Global(id) => self.globals.get(id.0 as usize).map(|global| global.name.span),
            Item::Function(id) => self.functions.get(id.0 as usize).map(Signature::place)?,
            Item::Predicate(forms) => {
                let first = forms.first()?;
                self.predicates.get(first.0 as usize).map(Signature::place)?
            }
        }
    }

    /// A type, as written.
    pub fn type_name(&self, ty: &Type) -> String {
        program::type_name(&self.structs, ty)
    }

    fn gather_structs(&mut self, own: &[Declaration], diagnostics: &mut Vec<Diagnostic>) {
        for declaration in own {
            let Declaration::Struct { name, .. } = declaration else { continue };
            let id = StructId(self.structs.len() as u32);
            if let Some(first) = self.struct_names.get(&name.text) {
                let span = self.structs[first.0 as usize].name.span;
                diagnostics.push(twice(name, "struct", Some(span)));
            } else {
                self.struct_names.insert(name.text.clone(), id);
            }
            self.structs.push(Struct { name: name.clone(), fields: vec![] });
        }
        let mut id = StructId(0);
        for declaration in own {
            let Declaration::Struct { fields, .. } = declaration else { continue };
            let mut resolved: Vec<(Name, Type)> = vec![];
            for Formal { ty, name } in fields {
                if let Some((first, _)) = resolved.iter().find(|(first, _)| first.text == name.text)
                {
                    diagnostics.push(twice(name, "field", Some(first.span)));
                } else if let Some(ty) = types::resolve(self, ty, diagnostics) {
                    resolved.push((name.clone(), ty));
                } else {
                    self.damaged.insert(id);
                }
            }
            self.structs[id.0 as usize].fields = resolved;
            id.0 += 1;
        }
        types::check_structs(self, diagnostics);
    }

    fn add(
        &mut self,
        declaration: &Declaration,
        is_prelude: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        match declaration {
            Declaration::Struct { .. } => {}
            Declaration::Global { ty, name, is_free, .. } => {
                let id = VariableId(self.globals.len() as u32);
                let ty = types::resolve(self, ty, diagnostics);
                self.globals.push(Global { name: name.clone(), ty, is_free: *is_free });
                self.add_item(name, Item::Global(id), diagnostics);
            }
            Declaration::Predicate { name, formals, .. } => {
                let id = PredicateId(self.predicates.len() as u32);
                let parameters = self.parameters(formals, diagnostics);
                self.predicates.push(Signature {
                    name: name.clone(),
                    parameters,
                    result: ReturnType::Value(Some(Type::Bool)),
                    is_prelude,
                });
                if is_prelude {
                    self.add_form(&name.text, id);
                } else {
                    self.add_item(name, Item::Predicate(vec![id]), diagnostics);
                }
            }
            Declaration::Function(function) => {
                let id = FunctionId(self.functions.len() as u32);
                let parameters = self.parameters(&function.formals, diagnostics);
                let result = match &function.result {
                    None => ReturnType::Void,
                    Some(ty) => ReturnType::Value(types::resolve(self, ty, diagnostics)),
                };
                let name = function.name.clone();
                self.add_item(&name, Item::Function(id), diagnostics);
                self.functions.push(Signature { name, parameters, result, is_prelude });
            }
        }
    }

    fn parameters(
        &self,
        formals: &[Formal],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<(Name, Option<Type>)> {
        let mut parameters: Vec<(Name, Option<Type>)> = vec![];
        for Formal { ty, name } in formals {
            if let Some((first, _)) = parameters.iter().find(|(first, _)| first.text == name.text) {
                diagnostics.push(twice(name, "parameter", Some(first.span)));
            }
            parameters.push((name.clone(), types::resolve(self, ty, diagnostics)));
        }
        parameters
    }

    fn add_item(&mut self, name: &Name, item: Item, diagnostics: &mut Vec<Diagnostic>) {
        if let Some(first) = self.items.get(&name.text) {
            let place = self.place(first);
            diagnostics.push(twice(name, first.noun(), place));
        } else {
            self.items.insert(name.text.clone(), item);
        }
    }

    fn add_form(&mut self, name: &str, id: PredicateId) {
        if let Some(Item::Predicate(forms)) = self.items.get_mut(name) {
            forms.push(id);
        } else {
            self.items.insert(name.to_owned(), Item::Predicate(vec![id]));
        }
    }
}

impl Signature {
    fn place(&self) -> Option<Span> {
        (!self.is_prelude).then_some(self.name.span)
    }
}

/// Something has a name that is taken.
pub(super) fn twice(name: &Name, noun: &str, first: Option<Span>) -> Diagnostic {
    let message = format!("`{}` is defined twice", name.text);
    let diagnostic = Diagnostic::error("PI0103", name.span, message).labelled("again here");
    match first {
        Some(first) => diagnostic.pointing(first, format!("the first {noun} of this name")),
        None => diagnostic,
    }
}
