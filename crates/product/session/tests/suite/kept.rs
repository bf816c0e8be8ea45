//! Circuits on which a run once went wrong, shrunken and kept in `fuzz/kept` as `*.aag`.
//!
//! Every engine, with and without reduction, must agree with the oracle and have its evidence
//! accepted. BMC proves nothing and may say unknown; k-induction may say so for the one reason that
//! its proof cannot be certified, and only of properties that hold.

use std::fs;
use std::path::Path;

use buttress_circuit::CircuitUnknown;
use buttress_formats::aiger;
use buttress_session::hardware;
use buttress_testkit::{Exploration, OracleVerdict};

#[test]
fn kept_circuits_stay_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/kept");
    let mut files = 0;
    for entry in fs::read_dir(&folder).expect("the folder is part of the repository") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|extension| extension != "aag") {
            continue;
        }
        let bytes = fs::read(&path).expect("the file can be read");
        let circuit = aiger::read(&bytes).expect("kept files are AIGER").circuit;
        let answers = Exploration::new(&circuit).expect("kept files are small").answers(&circuit);
        for engine in hardware::EngineKind::ALL {
            for reduce in [false, true] {
                let bound = (!engine.can_prove()).then_some(40);
                let settings =
                    hardware::Settings { engine, reduce, bound, ..hardware::Settings::default() };
                let report = hardware::prove(&bytes, &settings, &hardware::Silent)
                    .expect("the file is read");
                for (property, answer) in report.properties.iter().zip(&answers) {
                    let is_right = match (&property.status, answer) {
                        (hardware::Status::Proved(_), OracleVerdict::Safe)
                        | (hardware::Status::False(_), OracleVerdict::Unsafe { .. }) => true,
                        (
                            hardware::Status::Unknown(CircuitUnknown::NoCertificate),
                            OracleVerdict::Safe,
                        ) => engine == hardware::EngineKind::KInduction,
                        (hardware::Status::Unknown(_), _) => !engine.can_prove(),
                        _ => false,
                    };
                    assert!(is_right, "{path:?}, {engine:?}, {reduce}: {:?}", property.status);
                }
            }
        }
        files += 1;
    }
    assert!(files >= 6, "only {files} files");
}
