//! The evidence for a verdict on a property, as it is written.

use buttress_session::hardware;

/// The certificate of a property that is proved or false, if the checker has accepted it.
pub fn certificate(property: &hardware::PropertyReport) -> Option<Vec<u8>> {
    let certificate = match &property.status {
        hardware::Status::Proved(proof) => &proof.certificate,
        hardware::Status::False(proof) => &proof.certificate,
        _ => return None,
    };
    Some(buttress_certificate::to_bytes(certificate))
}
