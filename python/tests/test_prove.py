"""Proofs of files and texts, their evidence, and what goes wrong."""

from __future__ import annotations

import dataclasses
import gzip
import json
import pickle
from pathlib import Path

import pytest

import buttress
from buttress import CircuitClaim, Event, FunctionClaim, SystemClaim, Verdict

STUCK = b"aag 3 1 1 0 1 1\n2\n4 7\n4\n6 3 5\ni0 set\nl0 stuck\nb0 stuck\n"
LOW = b"aag 1 0 1 0 0 1\n2 2\n2\n"
EVEN = """(set-logic HORN)
(declare-fun state (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (state x))))
(assert (forall ((x Int)) (=> (state x) (state (+ x 2)))))
(assert (forall ((x Int)) (=> (and (state x) (= x {bad})) false)))
(check-sat)
"""
NEXT = "@pre true @post rv > x int Next(int x) { if (x = 3) return x; return x + 1; }"


def test_a_false_property_has_a_trace_that_the_checker_accepts() -> None:
    report = buttress.prove(STUCK, name="stuck.aag")
    claim = report["stuck"]
    assert (report.file, report.format, report.verdict, report.exit_code) == ("stuck.aag", "aiger", Verdict.FALSE, 1)
    assert isinstance(claim, CircuitClaim) and claim.verdict == "false" and claim.trace is not None
    assert claim.trace.inputs == ("set",) and claim.trace.steps == ((True,), (False,)) and len(claim.trace) == 2
    assert claim.certificate is not None
    assert buttress.check(STUCK, claim.certificate).is_accepted
    assert claim.trace._repr_svg_().startswith("<svg") and "stuck" in report._repr_html_()


def test_a_proved_property_has_a_strengthening() -> None:
    report = buttress.prove(LOW, engine="ic3", seed=3, threads=2)
    (claim,) = report
    assert report.verdict is Verdict.PROVED and claim.strengthening == () and claim.engine == "ic3"
    assert claim.certificate is not None and buttress.check(LOW, claim.certificate)
    assert not buttress.check(STUCK, claim.certificate)


def test_systems_over_numbers() -> None:
    proved = buttress.prove(EVEN.format(bad="-1"))
    claim = proved.claims[0]
    assert isinstance(claim, SystemClaim) and proved.verdict is Verdict.PROVED
    assert claim.invariants[0].predicate == "state" and claim.certificate is not None
    assert buttress.check(EVEN.format(bad="-1"), claim.certificate)
    refuted = buttress.prove(EVEN.format(bad="4"))
    steps = refuted.claims[0].derivation
    assert refuted.verdict is Verdict.FALSE and steps[-1].predicate is None and steps[0].values[0].value == "0"


def test_programs() -> None:
    report = buttress.prove(NEXT)
    claim = report["Next"]
    assert isinstance(claim, FunctionClaim) and claim.verdict is Verdict.FALSE and claim.place is not None
    (failed,) = claim.failures
    assert failed.run is not None and [str(value) for value in failed.run.arguments] == ["x = 3"]
    assert claim.paths[0].steps[0].place.line == 1
    assert report.bundle is not None and not buttress.check(NEXT, report.bundle).is_accepted
    run = buttress.run(NEXT, "Next(3)")
    assert run.outcome == "violated" and run.steps and "Next(3)" in run._repr_html_()
    assert buttress.run(NEXT, "Next(4)").result == "5" and "<html" in run.to_html()


def test_invariants_are_drawn() -> None:
    text = """(set-logic HORN)
    (declare-fun loop (Int Int) Bool)
    (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (loop x y))))
    (assert (forall ((x Int) (y Int)) (=> (loop x y) (loop (+ x 1) (+ y 2)))))
    (assert (forall ((x Int) (y Int)) (=> (loop x y) (>= y x))))
    (check-sat)"""
    found = buttress.invariants(text)
    assert found.suffices is True and found.definitions[0].predicate == "loop" and found.found
    assert (found._repr_svg_() or "").startswith("<svg")


def test_scripts() -> None:
    script = "(declare-const x Int)\n(assert (! (> x 2) :named low))\n(check-sat)\n" + (
        "(assert (! (< x 3) :named high))\n(check-sat)\n(frob)\n"
    )
    answers = buttress.solve(script)
    assert [check.answer for check in answers] == ["sat", "unsat"] and answers.output.startswith("sat\nunsat\n")
    assert "define-fun x" in (answers[0].model or "") and answers[0].proof is None
    assert answers[1].core == ("low", "high") and "; " in (answers[1].proof or "")
    assert answers.problems[0].line == 6 and "check 2" in answers._repr_html_()
    good = script.replace("(frob)\n", "")
    for check in buttress.solve(good):
        assert check.certificate is not None and buttress.check(good, check.certificate).is_accepted


def test_where_an_input_is(tmp_path: Path) -> None:
    plain, packed = tmp_path / "low.aag", tmp_path / "low.aag.gz"
    plain.write_bytes(LOW)
    packed.write_bytes(gzip.compress(LOW))
    for source in (plain, str(plain), packed, LOW, bytearray(LOW), memoryview(LOW), LOW.decode()):
        assert buttress.prove(source).verdict is Verdict.PROVED
    assert buttress.prove(plain).file == str(plain) and buttress.prove(plain, name="n.aag").file == "n.aag"
    with pytest.raises(FileNotFoundError):
        buttress.prove(tmp_path / "none.aag")
    with pytest.raises(TypeError, match="expected a path, a text or bytes, found int"):
        buttress.prove(3)  # type: ignore[arg-type]
    assert buttress.prove(EVEN.format(bad="-1"), as_="horn").format == "horn"


def test_reports_are_frozen_and_can_be_sent() -> None:
    report = buttress.prove(STUCK, name="stuck.aag")
    assert pickle.loads(pickle.dumps(report)) == report
    with pytest.raises(dataclasses.FrozenInstanceError):
        report.file = "other"  # type: ignore[misc]
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(report)
    with pytest.raises(KeyError):
        report["none"]
    document = report.to_dict()
    assert document["document"] == "report" and json.loads(report.to_json()) == document
    assert report.to_html().startswith("<!doctype html>") and "stuck.aag" in report.to_html()
    assert report.to_html() == buttress.page(report.to_json())
    with pytest.raises(buttress.InputError, match="no report of buttress"):
        buttress.page("{}")


def test_only_some_are_proved() -> None:
    two = "@pre true @post true int A(int x) { return x; }\n@pre true @post false int B(int x) { return x; }"
    assert [claim.name for claim in buttress.prove(two, functions="A")] == ["A"]
    assert [claim.name for claim in buttress.prove(STUCK, properties=["st*"])] == ["stuck"]
    with pytest.raises(buttress.InputError, match="none"):
        buttress.prove(STUCK, properties=["none"])


def test_errors_say_where_and_what() -> None:
    with pytest.raises(buttress.InputError) as caught:
        buttress.prove(b"aag 1 1 0 0\n", name="design.aag")
    error = caught.value
    assert (error.file, error.line) == ("design.aag", 1) and error.column is not None and error.problems
    assert str(error).startswith("design.aag:1:") and isinstance(error, ValueError)
    with pytest.raises(buttress.InputError) as caught:
        buttress.prove(b"@pre true @post rv = y int F(int x) { return x; }\n", name="f.pi")
    assert caught.value.line == 1 and (caught.value.code or "").startswith("P")
    again = pickle.loads(pickle.dumps(error))
    assert again.problems == error.problems and str(again) == str(error)
    with pytest.raises(ValueError, match="there is no engine warp"):
        buttress.prove(LOW, engine="warp")
    with pytest.raises(ValueError, match="there is no format elf"):
        buttress.prove(LOW, as_="elf")
    with pytest.raises(ValueError, match="timeout"):
        buttress.prove(LOW, timeout=-1)
    with pytest.raises(ValueError, match="4G"):
        buttress.prove(LOW, memory="lots")


def test_limits_end_in_unknown(root: Path) -> None:
    hard = root / "examples" / "hardware" / "deep_counter.aag"
    report = buttress.prove(hard, timeout=0.0, engine="bmc")
    assert report.verdict is Verdict.UNKNOWN and report.exit_code == 3
    assert [(claim.reason, claim.code) for claim in report] == [("time limit reached", "UN0001")]
    small = buttress.prove(hard, memory=1, engine="bmc")
    assert small.verdict is Verdict.UNKNOWN and "memory" in (small.claims[0].reason or "")
    assert buttress.prove(LOW, memory="4G").verdict is Verdict.PROVED
    token = buttress.CancelToken()
    token.cancel()
    assert token.is_cancelled and buttress.prove(hard, cancel=token, engine="bmc").verdict is Verdict.UNKNOWN


def test_events_are_told() -> None:
    events: list[Event] = []
    buttress.prove(STUCK, name="stuck.aag", on_event=events.append)
    kinds = [event.kind for event in events]
    assert kinds[0] == "loaded" and "answered" in kinds
    answered = next(event for event in events if event.kind == "answered")
    assert answered["property"]["verdict"] == "false" and answered.get("none") is None


def test_an_exception_in_a_callback_ends_the_run() -> None:
    def refuse(event: Event) -> None:
        raise LookupError(event.kind)

    with pytest.raises(LookupError, match="loaded"):
        buttress.prove(STUCK, on_event=refuse)
