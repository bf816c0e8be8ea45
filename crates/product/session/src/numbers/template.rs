//! The template of `affine` as the user wrote it.

use buttress_affine::Template;
use buttress_horn::Horn;
use buttress_logic::Terms;
use buttress_present::numbers::parameter_names;

use super::input::InputError;
use super::settings::TemplateChoice;

/// The template with monomials as places among the parameters.
pub(super) fn template(
    terms: &Terms,
    horn: &Horn,
    choice: &TemplateChoice,
) -> Result<Template, InputError> {
    let monomials = match choice {
        TemplateChoice::Affine => return Ok(Template::Affine),
        TemplateChoice::Degree(degree) => return Ok(Template::Polynomial { degree: *degree }),
        TemplateChoice::Monomials(monomials) => monomials,
    };
    let mut missing = None;
    for predicate in horn.predicate_ids() {
        let names = parameter_names(terms, horn, predicate);
        let place =
            |name: &String| names.iter().position(|known| known == name).ok_or(name.clone());
        let places =
            |monomial: &Vec<String>| monomial.iter().map(place).collect::<Result<Vec<_>, _>>();
        match monomials.iter().map(places).collect() {
            Ok(places) => return Ok(Template::Monomials(places)),
            Err(name) => missing = missing.or(Some(name)),
        }
    }
    Err(InputError::Variable(missing.unwrap_or_default()))
}
