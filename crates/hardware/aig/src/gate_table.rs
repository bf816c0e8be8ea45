//! Structural hashing: the gate that reads two signals, if there is one.

use buttress_prop::{Lit, Var};

/// Gates by what they read. The table holds variables alone; what they read is asked of the graph that has them.
#[derive(Clone, Debug)]
pub struct GateTable {
    /// Open addressing; 0 is an empty place, for the constant is no gate.
    places: Vec<u32>,
    gates: usize,
}

impl GateTable {
    /// An empty table with room for `gates`.
    pub fn with_capacity(gates: usize) -> GateTable {
        let places = (gates + gates / 2 + 16).next_power_of_two();
        GateTable { places: vec![0; places], gates: 0 }
    }

    /// The gate that reads these signals, the smaller literal first.
    pub fn get(&self, reads: [Lit; 2], fanins: impl Fn(Var) -> Option<[Lit; 2]>) -> Option<Var> {
        let var = self.places[self.place(reads, &fanins)];
        (var != 0).then_some(Var(var))
    }

    /// Adds a gate that is not in the table.
    pub fn insert(&mut self, gate: Var, fanins: impl Fn(Var) -> Option<[Lit; 2]>) {
        if (self.gates + 1) * 3 > self.places.len() * 2 {
            let larger = vec![0; self.places.len() * 2];
            for var in std::mem::replace(&mut self.places, larger) {
                if var != 0 {
                    self.put(Var(var), &fanins);
                }
            }
        }
        self.put(gate, &fanins);
        self.gates += 1;
    }

    fn put(&mut self, gate: Var, fanins: &impl Fn(Var) -> Option<[Lit; 2]>) {
        if let Some(reads) = fanins(gate) {
            let place = self.place(reads, fanins);
            self.places[place] = gate.0;
        }
    }

    /// Where the gate of these signals is, or would be.
    fn place(&self, reads: [Lit; 2], fanins: &impl Fn(Var) -> Option<[Lit; 2]>) -> usize {
        let mask = self.places.len() - 1;
        let key = u64::from(reads[0].code()) << 32 | u64::from(reads[1].code());
        let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut place = (mixed >> 32) as usize & mask;
        while self.places[place] != 0 && fanins(Var(self.places[place])) != Some(reads) {
            place = (place + 1) & mask;
        }
        place
    }
}
