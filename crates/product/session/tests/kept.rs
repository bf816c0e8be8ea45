//! Circuits on which a run once went wrong, shrunken and kept in `fuzz/kept` as `*.aag`.
//!
//! Every engine, with and without reduction, must agree with the oracle and have its evidence
//! accepted. BMC proves nothing and may say unknown; k-induction may say so for the one reason that
//! its proof cannot be certified, and only of properties that hold.

use std::fs;
use std::path::Path;

use buttress_circuit::CircuitUnknown;
use buttress_formats::aiger;
use buttress_session::{EngineKind, Settings, Silent, Status, prove};
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
        for engine in EngineKind::ALL {
            for reduce in [false, true] {
                let bound = (engine == EngineKind::Bmc).then_some(40);
                let settings = Settings { engine, reduce, bound, ..Settings::default() };
                let report = prove(&bytes, &settings, &Silent).expect("the file is read");
                for (property, answer) in report.properties.iter().zip(&answers) {
                    let is_right = match (&property.status, answer) {
                        (Status::Proved(_), OracleVerdict::Safe)
                        | (Status::False(_), OracleVerdict::Unsafe { .. }) => true,
                        (Status::Unknown(CircuitUnknown::NoCertificate), OracleVerdict::Safe) => {
                            engine == EngineKind::KInduction
                        }
                        (Status::Unknown(_), _) => engine == EngineKind::Bmc,
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
