//! Circuits: many properties, long chains, wide counters and multipliers, promises that the file does not keep, bombs.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use buttress_prop::Random;

use super::command::Heavy;

/// A circuit and a command.
pub fn heavy(random: &mut Random) -> Heavy {
    let (kind, text) = match random.below(7) {
        0 => ("properties of a circuit", properties(random).into_bytes()),
        1 => ("long chain", chain(random).into_bytes()),
        2 => ("counter", counter(random).into_bytes()),
        3 => ("multiplier", multiplier(random).into_bytes()),
        4 => ("promises", promises(random).into_bytes()),
        _ => ("bomb", bomb(random)),
    };
    let command = match random.below(8) {
        0 => "info",
        1 => "prove --threads 1 --engine bmc",
        2 => "prove --threads 1 --engine kind",
        3 => "prove --threads 1 --engine fsis",
        4 => "prove --threads 1 --format jsonl",
        _ => "prove --threads 1",
    };
    let name = match random.below(3) {
        _ if kind != "bomb" => "heavy.aag",
        0 => "heavy.aag.gz",
        1 => "heavy.smt2.gz",
        _ => "heavy.pi.gz",
    };
    Heavy::on(kind, command, name, text)
}

/// Compressed.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Gates as they are added; literals are even, odd when negated.
struct Aag {
    inputs: Vec<u32>,
    latches: Vec<(u32, u32)>,
    ands: Vec<(u32, u32, u32)>,
    bads: Vec<u32>,
    last: u32,
}

impl Aag {
    fn new() -> Aag {
        Aag { inputs: vec![], latches: vec![], ands: vec![], bads: vec![], last: 0 }
    }

    fn fresh(&mut self) -> u32 {
        self.last += 1;
        2 * self.last
    }

    fn input(&mut self) -> u32 {
        let input = self.fresh();
        self.inputs.push(input);
        input
    }

    fn latch(&mut self) -> u32 {
        let latch = self.fresh();
        self.latches.push((latch, 0));
        latch
    }

    fn next(&mut self, latch: u32, next: u32) {
        self.latches.iter_mut().filter(|(known, _)| *known == latch).for_each(|it| it.1 = next);
    }

    fn and(&mut self, left: u32, right: u32) -> u32 {
        let and = self.fresh();
        self.ands.push((and, left, right));
        and
    }

    fn xor(&mut self, left: u32, right: u32) -> u32 {
        let (both, none) = (self.and(left, right), self.and(left ^ 1, right ^ 1));
        self.and(both ^ 1, none ^ 1)
    }

    fn or(&mut self, left: u32, right: u32) -> u32 {
        self.and(left ^ 1, right ^ 1) ^ 1
    }

    /// The sum of two numbers, least bit first, without the last carry.
    fn sum(&mut self, left: &[u32], right: &[u32]) -> Vec<u32> {
        let mut carry = 0;
        let mut bits = Vec::new();
        for (&left, &right) in left.iter().zip(right) {
            let half = self.xor(left, right);
            bits.push(self.xor(half, carry));
            let (both, through) = (self.and(left, right), self.and(half, carry));
            carry = self.or(both, through);
        }
        bits
    }

    fn text(&self) -> String {
        let Aag { inputs, latches, ands, bads, last } = self;
        let sizes =
            format!("{last} {} {} 0 {} {}", inputs.len(), latches.len(), ands.len(), bads.len());
        let mut text = format!("aag {sizes}\n");
        inputs.iter().for_each(|input| text += &format!("{input}\n"));
        latches.iter().for_each(|(latch, next)| text += &format!("{latch} {next}\n"));
        bads.iter().for_each(|bad| text += &format!("{bad}\n"));
        ands.iter().for_each(|(and, left, right)| text += &format!("{and} {left} {right}\n"));
        text
    }
}

fn properties(random: &mut Random) -> String {
    let mut circuit = Aag::new();
    let bits: Vec<u32> = (0..random.between(2, 12)).map(|_| circuit.latch()).collect();
    let input = circuit.input();
    for (place, &bit) in bits.iter().enumerate() {
        let next = circuit.xor(bit, if place == 0 { input } else { bits[place - 1] });
        circuit.next(bit, next);
    }
    for _ in 0..random.between(200, 6000) {
        let (left, right) = (bits[random.below(bits.len())], bits[random.below(bits.len())]);
        let bad = circuit.and(left ^ u32::from(random.coin()), right ^ u32::from(random.coin()));
        circuit.bads.push(bad);
    }
    circuit.text()
}

fn chain(random: &mut Random) -> String {
    let mut circuit = Aag::new();
    let (latch, input) = (circuit.latch(), circuit.input());
    let mut last = latch;
    for _ in 0..random.between(1000, 100_000) {
        last = circuit.and(last ^ 1, input ^ u32::from(random.coin()));
    }
    circuit.next(latch, last);
    circuit.bads.push(last);
    circuit.text()
}

/// All ones after very many steps.
fn counter(random: &mut Random) -> String {
    let mut circuit = Aag::new();
    let bits: Vec<u32> = (0..random.between(10, 300)).map(|_| circuit.latch()).collect();
    let mut carry = 1;
    let mut all = 1;
    for &bit in &bits {
        let next = circuit.xor(bit, carry);
        circuit.next(bit, next);
        carry = circuit.and(carry, bit);
        all = circuit.and(all, bit);
    }
    circuit.bads.push(all);
    circuit.text()
}

/// Two numbers whose product is asked for.
fn multiplier(random: &mut Random) -> String {
    let width = random.between(8, 48);
    let mut circuit = Aag::new();
    let numbers = [(); 2].map(|()| (0..width).map(|_| circuit.latch()).collect::<Vec<u32>>());
    for &bit in numbers.iter().flatten() {
        let input = circuit.input();
        let next = circuit.xor(bit, input);
        circuit.next(bit, next);
    }
    let mut total = vec![0; 2 * width];
    for (shift, &bit) in numbers[1].iter().enumerate() {
        let mut row = vec![0; 2 * width];
        for (place, &other) in numbers[0].iter().enumerate() {
            row[place + shift] = circuit.and(bit, other);
        }
        total = circuit.sum(&total, &row);
    }
    let wanted = random.bits();
    let bad = total.iter().enumerate().fold(1, |all, (place, &bit)| {
        circuit.and(all, bit ^ u32::from((wanted >> (place % 61)) & 1 == 0))
    });
    circuit.bads.push(bad);
    circuit.text()
}

/// The header says much more than there is.
fn promises(random: &mut Random) -> String {
    let much = 10_usize.pow(random.between(5, 10) as u32) - 1;
    match random.below(4) {
        0 => format!("aag {much} {much} 0 0 0\n2\n"),
        1 => format!("aig {much} {much} 0 1 0\n"),
        2 => format!("aig {much} 0 {much} 0 0 1\n"),
        _ => format!("aag {much} 0 0 0 {much} {much}\n2 4 6\n"),
    }
}

/// Bombs inflate to at most 400 MiB. The tests of this crate look at their kind alone, and compressing that much would be most of their time.
const BOMB_SHIFT: u32 = if cfg!(test) { 10 } else { 20 };

/// Small when compressed.
fn bomb(random: &mut Random) -> Vec<u8> {
    let size = random.between(1, 400) << BOMB_SHIFT;
    let piece: &[u8] = match random.below(5) {
        0 => &[0; 4096],
        1 => b"(assert true)\n",
        2 => b"(push 1)",
        3 => b"((((((((((((((((",
        _ => b"2 2 2\n",
    };
    let head: &[u8] = match random.below(3) {
        0 => b"aag 3 1 1 0 1 1\n",
        1 => b"(set-logic ALL)\n",
        _ => b"@pre true\n",
    };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let block: Vec<u8> = piece.iter().copied().cycle().take(1 << 16).collect();
    let _ = encoder.write_all(head);
    for _ in 0..size >> 16 {
        let _ = encoder.write_all(&block);
    }
    encoder.finish().unwrap_or_default()
}
