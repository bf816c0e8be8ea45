//! Parameters of predicates, named as the file names what they stand for.

use buttress_horn::{Application, Clause, Predicate, PredicateId};
use buttress_logic::{Function, Op, Term, Terms};

use super::Names;

/// The declared predicates. A parameter is named after the variable at its place in the first premise of
/// a query, else the first premise, else the first head that applies the predicate to different
/// variables: heads often have names of next values.
pub(super) fn predicates(
    terms: &mut Terms,
    functions: &[Function],
    clauses: &[Clause],
) -> Vec<Predicate> {
    let mut models: Vec<Option<&[Term]>> = vec![None; functions.len()];
    let queries = clauses.iter().filter(|clause| clause.head.is_none());
    let premises =
        queries.chain(clauses).flat_map(|clause| clause.body.iter().map(move |p| (clause, p)));
    let heads =
        clauses.iter().flat_map(|clause| clause.head.iter().map(move |head| (clause, head)));
    for (clause, application) in premises.chain(heads) {
        let PredicateId(number) = application.predicate;
        if let Some(model @ None) = models.get_mut(number as usize)
            && is_general(clause, application)
        {
            *model = Some(&application.arguments);
        }
    }
    let mut predicates = Vec::new();
    for (function, model) in functions.iter().zip(models) {
        let name = terms.function_name(*function).to_owned();
        let sorts = terms.function_arguments(*function).to_vec();
        let mut names = Names::default();
        let mut parameters = Vec::new();
        for (place, sort) in sorts.iter().enumerate() {
            let variable = model.and_then(|arguments| arguments.get(place));
            let wanted = match variable.map(|variable| terms.op(*variable)) {
                Some(Op::Apply(variable)) => terms.function_name(variable).to_owned(),
                _ => format!("{name}.{place}"),
            };
            parameters.push(terms.fresh_constant(&names.fresh(&wanted), *sort));
        }
        predicates.push(Predicate { name, parameters });
    }
    predicates
}

/// Are the arguments different variables of the clause?
fn is_general(clause: &Clause, application: &Application) -> bool {
    let mut arguments = application.arguments.clone();
    arguments.sort_unstable();
    let count = arguments.len();
    arguments.dedup();
    let is_variable = |argument: &Term| clause.variables.contains(argument);
    count == arguments.len() && arguments.iter().all(is_variable)
}
