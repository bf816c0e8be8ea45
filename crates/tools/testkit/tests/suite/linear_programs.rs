//! Random linear programs.

use buttress_numeric::{ConstraintTag, Feasibility, Optimum, Simplex};
use buttress_testkit::lp::{LP_MIXES, LinearProgram, linear_program, shrink};

fn solved(program: &LinearProgram) -> Optimum {
    let mut simplex = Simplex::default();
    for _ in 0..program.variables {
        simplex.new_variable();
    }
    for (id, constraint) in (0..).zip(&program.constraints) {
        if let Err(certificate) = simplex.assert(constraint, ConstraintTag(id)) {
            return Optimum::Infeasible(certificate);
        }
    }
    match simplex.check() {
        Feasibility::Infeasible(certificate) => Optimum::Infeasible(certificate),
        _ => simplex.maximise(&program.objective),
    }
}

#[test]
fn every_mix_has_all_answers() {
    for mix in &LP_MIXES {
        let mut answers = [0; 3];
        for seed in 0..60 {
            match solved(&linear_program(seed, mix)) {
                Optimum::Infeasible(_) => answers[0] += 1,
                Optimum::Bounded { .. } => answers[1] += 1,
                Optimum::Unbounded { .. } => answers[2] += 1,
                Optimum::Interrupted => panic!("nobody interrupts"),
            }
        }
        assert!(answers.iter().all(|count| *count > 0), "{}: {answers:?}", mix.name);
    }
}

#[test]
fn programs_are_written_and_shrunken() {
    let mix = &LP_MIXES[0];
    let program = linear_program(3, mix);
    assert_eq!(program, linear_program(3, mix));
    assert!(program.script(true).contains("(maximize z)"));
    assert!(!program.script(false).contains("maximize"));
    let is_infeasible = |program: &LinearProgram| matches!(solved(program), Optimum::Infeasible(_));
    let infeasible = (0..).map(|seed| linear_program(seed, mix)).find(is_infeasible);
    let small = shrink(&infeasible.expect("there is one"), is_infeasible);
    assert!(is_infeasible(&small) && small.objective.is_constant());
    for place in 0..small.constraints.len() {
        let mut fewer = small.clone();
        fewer.constraints.remove(place);
        assert!(!is_infeasible(&fewer), "every constraint that is left is needed");
    }
}
