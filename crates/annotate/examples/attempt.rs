//! scratch
use buttress_annotate::*;
use buttress_budget::*;
use buttress_decide as decide;
use buttress_logic::Terms;
use buttress_pi::paths::*;
use std::time::Instant;
fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap();
        let reading = buttress_pi::read(&text);
        for d in reading.diagnostics.iter().take(3) {
            println!("{:?} {} {:?}", d.severity, d.message, d.span.place(&text));
        }
        let Some(program) = reading.program else {
            println!("{file}: no program");
            continue;
        };
        let functions: Vec<_> = program.function_ids().collect();
        let options = Options::default();
        let mode = match std::env::var("MODE").as_deref() {
            Ok("none") => Mode::None,
            Ok("numeric") => Mode::Numeric,
            _ => Mode::All,
        };
        let settings = Settings { mode, ..Settings::default() };
        let begin = Instant::now();
        let found = infer(
            &program,
            &functions,
            &options,
            &settings,
            &Budget::new(Limits::none().with_timeout(std::time::Duration::from_secs(60))),
        );
        println!("== {file}: inferred in {:?}, notes {:?}", begin.elapsed(), found.notes);
        for ((f, l), facts) in &found.facts.loops {
            for e in facts {
                println!(
                    "  {} L{}: {}",
                    program.function(*f).name.text,
                    l.0,
                    show(&program, *f, e)
                );
            }
        }
        for ((f, l), r) in &found.facts.loop_ranks {
            println!(
                "  {} L{}: #({})",
                program.function(*f).name.text,
                l.0,
                r.iter().map(|e| show(&program, *f, e)).collect::<Vec<_>>().join(", ")
            );
        }
        for (f, r) in &found.facts.function_ranks {
            println!(
                "  {}: #({})",
                program.function(*f).name.text,
                r.iter().map(|e| show(&program, *f, e)).collect::<Vec<_>>().join(", ")
            );
        }
        let begin = Instant::now();
        let (mut good, mut bad) = (0, 0);
        for f in &functions {
            let mut terms = Terms::new();
            let paths = basic_paths(&mut terms, &program, &found.facts, *f, &options);
            for path in &paths.paths {
                for goal in &path.goals {
                    let mut solver = decide::Solver::new(decide::Settings::default());
                    for h in &path.hypotheses {
                        solver.assert(h.formula);
                    }
                    let n = terms.not(goal.formula);
                    solver.assert(n);
                    let b = Budget::with_effort(
                        Limits::none().with_timeout(std::time::Duration::from_secs(10)),
                        20_000_000,
                    );
                    let t = Instant::now();
                    let v = solver.check(&mut terms, &[], &b);
                    if t.elapsed().as_millis() > 200 {
                        println!(
                            "  slow {:?} {:?}->{:?} {:?}",
                            t.elapsed(),
                            path.from,
                            path.to,
                            goal.kind
                        );
                    }
                    match v {
                        decide::Verdict::Unsat(_) => good += 1,
                        other => {
                            bad += 1;
                            let what = match other {
                                decide::Verdict::Sat(_) => "open".to_string(),
                                decide::Verdict::Unknown(r) => {
                                    format!("unknown {}", r.display(&terms))
                                }
                                _ => String::new(),
                            };
                            println!(
                                "  FAILED {} {:?} -> {:?} {:?} `{}` {}",
                                program.function(*f).name.text,
                                path.from,
                                path.to,
                                goal.kind,
                                goal.span.of(&text).replace('\n', " "),
                                what.chars().take(100).collect::<String>()
                            );
                        }
                    }
                }
            }
        }
        println!("  {good} proved, {bad} not, in {:?}", begin.elapsed());
    }
}
fn show(
    p: &buttress_pi::Program,
    f: buttress_pi::program::FunctionId,
    e: &buttress_pi::program::Expression,
) -> String {
    let _ = (p, f);
    short(p.function(f), e)
}
fn short(f: &buttress_pi::program::Function, e: &buttress_pi::program::Expression) -> String {
    use buttress_pi::program::ExpressionKind as K;
    match &e.kind {
        K::Variable(v) => f.variable(*v).name.clone(),
        K::Number(n) => n.to_string(),
        K::Length(a) => format!("|{}|", short(f, a)),
        K::Binary(o, l, r) => format!("({} {} {})", short(f, l), o.sign(), short(f, r)),
        K::Negate(x) => format!("-{}", short(f, x)),
        K::Not(x) => format!("!{}", short(f, x)),
        K::Field(x, n) => format!("{}.{}", short(f, x), n),
        K::Index(a, i) => format!("{}[{}]", short(f, a), short(f, i)),
        K::Bound(b) => format!("b{}", b.0),
        K::Quantified { is_forall, bounds, body } => format!(
            "{} {}. {}",
            if *is_forall { "forall" } else { "exists" },
            bounds.iter().map(|b| format!("b{}", b.id.0)).collect::<Vec<_>>().join(","),
            short(f, body)
        ),
        K::Predicate(p, a) => {
            format!("p{}({})", p.0, a.iter().map(|x| short(f, x)).collect::<Vec<_>>().join(", "))
        }
        K::Bool(b) => b.to_string(),
        other => format!("{other:?}"),
    }
}
