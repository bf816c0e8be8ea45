//! What the store says of declared functions.

use super::signature::Signature;
use super::store::Terms;
use crate::id::Function;
use crate::sort::Sort;

impl Terms {
    /// The name of a function.
    pub fn function_name(&self, function: Function) -> &str {
        &self.functions[function.0 as usize].name
    }

    /// The sorts of a function's arguments.
    pub fn function_arguments(&self, function: Function) -> &[Sort] {
        &self.functions[function.0 as usize].arguments
    }

    /// The sort of a function's result.
    pub fn function_result(&self, function: Function) -> Sort {
        self.functions[function.0 as usize].result
    }

    /// A new function; another may have the same name.
    pub fn declare_function(&mut self, name: &str, arguments: &[Sort], result: Sort) -> Function {
        let function = Function(self.functions.len() as u32);
        let (name, arguments) = (name.to_owned(), arguments.to_vec());
        self.functions.push(Signature { name, arguments, result });
        function
    }

    /// The first function with this name that takes these arguments.
    pub fn function_named(&self, name: &str, arguments: &[Sort]) -> Option<Function> {
        let is_meant =
            |signature: &Signature| signature.name == name && signature.arguments == arguments;
        self.functions.iter().position(is_meant).map(|at| Function(at as u32))
    }

    /// The number of functions.
    pub fn function_count(&self) -> usize {
        self.functions.len()
    }
}
