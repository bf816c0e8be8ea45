//! The evidence for a verdict on a property, as it is written.

use buttress_session::numbers;

/// The certificate of a property that is proved or false, if one was made.
pub fn certificate(property: &numbers::PropertyReport) -> Option<Vec<u8>> {
    let evidence = match &property.status {
        numbers::Status::Proved(proof) => proof.evidence.as_ref(),
        numbers::Status::False(proof) => proof.evidence.as_ref(),
        _ => None,
    };
    evidence.map(|text| text.clone().into_bytes())
}
