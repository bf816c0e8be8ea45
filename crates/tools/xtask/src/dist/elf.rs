//! Does a program run by itself? An ELF file that names an interpreter needs a dynamic linker.

/// The type of the entry that names an interpreter (`PT_INTERP`).
const INTERPRETER: u32 = 3;

/// Is this an ELF program of 64 bits, little-endian, without an interpreter?
pub fn is_static(bytes: &[u8]) -> bool {
    is_elf(bytes) && types(bytes).is_some_and(|types| !types.contains(&INTERPRETER))
}

fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF\x02\x01")
}

/// The types of the program headers: where they begin, how long one is and how many there are stands in the file's header.
fn types(bytes: &[u8]) -> Option<Vec<u32>> {
    let begin = usize::try_from(u64::from_le_bytes(field(bytes, 32)?)).ok()?;
    let length = usize::from(u16::from_le_bytes(field(bytes, 54)?));
    let count = usize::from(u16::from_le_bytes(field(bytes, 56)?));
    let places = (0..count).map(|index| begin.checked_add(index * length));
    places.map(|place| field(bytes, place?).map(u32::from_le_bytes)).collect()
}

fn field<const N: usize>(bytes: &[u8], place: usize) -> Option<[u8; N]> {
    bytes.get(place..place.checked_add(N)?)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with program headers of these types, each of four bytes.
    fn elf(types: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; 64];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (bytes[32], bytes[54], bytes[56]) = (64, 4, u8::try_from(types.len()).unwrap());
        bytes.extend(types.iter().flat_map(|&kind| [kind, 0, 0, 0]));
        bytes
    }

    #[test]
    fn an_interpreter_is_seen() {
        assert!(is_static(&elf(&[6, 1, 1])));
        assert!(!is_static(&elf(&[6, 3, 1])));
    }

    #[test]
    fn what_is_cut_off_or_of_another_kind_is_not_static() {
        let whole = elf(&[6, 1]);
        assert!((0..whole.len()).all(|length| !is_static(&whole[..length])));
        assert!(!is_static(b"#!/bin/sh"));
    }
}
