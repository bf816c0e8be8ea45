//! What the checker's tests share: a second reading of the specification, a naive refuter, an
//! explicit-state oracle, and random circuits.

pub mod certify;
pub mod oracle;
pub mod random;
pub mod refuter;
pub mod twin;

use buttress_certificate::{Certificate, Evidence};
use buttress_checker::{Checked, Claim, Rejection, check_circuit};
use buttress_circuit::{Circuit, Property};

/// The circuit with this bad signal, ordered and checked.
pub fn finish(mut circuit: Circuit, bad: buttress_prop::Lit) -> Circuit {
    circuit.properties.push(Property { bad });
    circuit.finish().expect("a circuit")
}

/// Accepts, and says so of the same certificate after it went through its text.
pub fn accept(circuit: &Circuit, certificate: &Certificate) -> Checked<Claim> {
    let text = buttress_certificate::to_bytes(certificate);
    let again = buttress_certificate::read(&text).expect("what we print can be read");
    assert_eq!(&again, certificate);
    check_circuit(circuit, certificate).unwrap_or_else(|rejection| panic!("rejected: {rejection}"))
}

/// Rejects, and tells why.
pub fn reject(circuit: &Circuit, certificate: &Certificate) -> Rejection {
    match check_circuit(circuit, certificate) {
        Ok(checked) => panic!("accepted: {checked:?}"),
        Err(rejection) => rejection,
    }
}

/// The same certificate with other evidence.
pub fn with(certificate: &Certificate, evidence: Evidence) -> Certificate {
    Certificate { evidence, ..certificate.clone() }
}
