//! A hash for keys of few words.

/// A fast hash of few words: multiply and fold.
#[derive(Clone, Default)]
pub(crate) struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl std::hash::Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.mix(word as u64);
    }
}
