//! Directed steps: what the operands of the comparison that keeps a run from its target say about where to go.

use super::archive::Archive;
use super::{Genotype, Operator, Search};
use crate::replay::{InputKind, Operands, Run};

/// Inputs, or bytes of texts, that are probed from one place.
const MOST_PROBED: usize = 256;

/// A number among the inputs: an input, or one byte of a text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Place {
    Integer(usize),
    Float(usize),
    Byte(usize, usize),
}

/// The inputs that steps begin with.
struct Base {
    genotype: Genotype,
    run: Run,
    /// The side that the run has to take next.
    side: u32,
    operands: Operands,
}

impl Search<'_> {
    /// Tries the steps from the best inputs for a target, until one comes nearer.
    pub(super) fn step_towards(&mut self, archive: &mut Archive, target: u32) -> Result<(), String> {
        let Some(entry) = archive.entry(target) else { return Ok(()) };
        let nearness = entry.nearness;
        let Some(at) = self.judge.nearest_side(&entry.run, target) else { return Ok(()) };
        let seen = entry.run.seen[at];
        let base = Base {
            genotype: entry.genotype.clone(),
            run: entry.run.clone(),
            side: seen.side,
            operands: seen.operands,
        };
        let is_nearer = |search: &Self, archive: &Archive| {
            !search.findings.left.contains(&target)
                || archive.entry(target).is_some_and(|entry| entry.nearness < nearness)
        };
        if self.may(Operator::Secants) {
            for place in places(&base.genotype) {
                if self.is_over() {
                    return Ok(());
                }
                self.step_along(archive, &base, place)?;
                if is_nearer(self, archive) {
                    return Ok(());
                }
            }
        }
        if self.may(Operator::Operands) {
            for candidate in self.with_operands(&base) {
                if self.is_over() {
                    return Ok(());
                }
                self.try_out(archive, vec![candidate])?;
                if is_nearer(self, archive) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Changes one number a little, and goes where the line through both differences is zero.
    fn step_along(&mut self, archive: &mut Archive, base: &Base, place: Place) -> Result<(), String> {
        match (place, base.operands) {
            (Place::Float(at), operands) => {
                let Some(from) = float_difference(operands) else { return Ok(()) };
                let old = base.genotype.float(at);
                for step in [1.0, 1e-3, 1e-6] {
                    let step = step * old.abs().max(1.0);
                    let mut probe = base.genotype.clone();
                    probe.set_float(at, old + step);
                    let Some(run) = self.probe(archive, &probe)? else { return Ok(()) };
                    let Some(to) = difference_at(&run, base.side).and_then(float_difference) else {
                        return Ok(());
                    };
                    let slope = (to - from) / (probe.float(at) - old);
                    if slope == 0.0 || !slope.is_finite() {
                        continue;
                    }
                    let mut there = base.genotype.clone();
                    there.set_float(at, old - from / slope);
                    self.probe(archive, &there)?;
                    let mut rounded = there.clone();
                    rounded.set_float(at, there.float(at).round());
                    if rounded != there {
                        self.probe(archive, &rounded)?;
                    }
                }
            }
            (place, Operands::Integers(..) | Operands::Floats(..)) => {
                let Some(from) = float_or_integer(base.operands) else { return Ok(()) };
                let old = number_at(&base.genotype, place);
                for step in [1, -1] {
                    let mut probe = base.genotype.clone();
                    set_number(&mut probe, place, old + step);
                    let moved = number_at(&probe, place) - old;
                    if moved == 0 {
                        continue;
                    }
                    let Some(run) = self.probe(archive, &probe)? else { return Ok(()) };
                    let to = difference_at(&run, base.side).and_then(float_or_integer);
                    let Some(slope) = to.map(|to| (to - from) / moved).filter(|slope| *slope != 0) else {
                        continue;
                    };
                    for by in [0, 1, -1] {
                        let mut there = base.genotype.clone();
                        set_number(&mut there, place, old - from / slope + by);
                        if there != base.genotype && there != probe && self.probe(archive, &there)?.is_none()
                        {
                            return Ok(());
                        }
                    }
                    return Ok(());
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Runs one candidate; `None` if the search is over then.
    fn probe(&mut self, archive: &mut Archive, candidate: &Genotype) -> Result<Option<Run>, String> {
        if self.is_over() {
            return Ok(None);
        }
        let bytes = candidate.bytes().to_vec();
        let run = self.runner.run(std::slice::from_ref(&bytes))?.pop().ok_or("no run")?;
        let n_left = self.findings.left.len();
        self.take(archive, bytes, run.clone());
        Ok((self.findings.left.len() == n_left && !self.is_over()).then_some(run))
    }

    /// Inputs in which an operand of the comparison stands, exchanged for the other operand; and texts that were compared,
    /// in the place of texts.
    fn with_operands(&self, base: &Base) -> Vec<Vec<u8>> {
        let mut candidates: Vec<Vec<u8>> = Vec::new();
        let mut add = |candidate: Genotype| {
            let bytes = candidate.into_bytes();
            if bytes != base.genotype.bytes() && !candidates.contains(&bytes) {
                candidates.push(bytes);
            }
        };
        for at in (0..base.genotype.len()).take(MOST_PROBED) {
            match base.operands {
                Operands::Integers(a, b) if base.genotype.is_integer(at) => {
                    for number in [a as i64, b as i64] {
                        let mut candidate = base.genotype.clone();
                        candidate.set_integer(at, number.into());
                        add(candidate);
                    }
                }
                Operands::Integers(a, b) if base.genotype.is_text(at) => {
                    for (old, new) in [(a, b), (b, a)] {
                        replaced(&base.genotype, at, old, new).into_iter().for_each(&mut add);
                    }
                }
                Operands::Floats(a, b) if base.genotype.shape(at).kind == InputKind::Float => {
                    for number in [a, b] {
                        let mut candidate = base.genotype.clone();
                        candidate.set_float(at, number);
                        add(candidate);
                    }
                }
                Operands::Texts if base.genotype.is_text(at) => {
                    for text in self.runner.texts().iter().chain(&self.judge.sides.texts) {
                        let mut candidate = base.genotype.clone();
                        let place = candidate.input_mut(at);
                        let length = text.len().min(place.len());
                        place.fill(0);
                        place[..length].copy_from_slice(&text[..length]);
                        add(candidate);
                    }
                }
                _ => {}
            }
        }
        candidates
    }
}

/// The places of a genotype that can be stepped along.
fn places(genotype: &Genotype) -> Vec<Place> {
    let mut places = Vec::new();
    for at in 0..genotype.len() {
        match genotype.shape(at).kind {
            InputKind::Signed | InputKind::Unsigned | InputKind::Bool => places.push(Place::Integer(at)),
            InputKind::Float => places.push(Place::Float(at)),
            InputKind::String | InputKind::Bytes => {
                places.extend((0..genotype.shape(at).size).map(|byte| Place::Byte(at, byte)));
            }
        }
    }
    places.truncate(MOST_PROBED);
    places
}

fn number_at(genotype: &Genotype, place: Place) -> i128 {
    match place {
        Place::Integer(at) => genotype.integer(at),
        Place::Float(at) => genotype.float(at) as i128,
        Place::Byte(at, byte) => genotype.input(at)[byte].into(),
    }
}

fn set_number(genotype: &mut Genotype, place: Place, number: i128) {
    match place {
        Place::Integer(at) => genotype.set_integer(at, number),
        Place::Float(at) => genotype.set_float(at, number as f64),
        Place::Byte(at, byte) => genotype.input_mut(at)[byte] = number.clamp(0, 255) as u8,
    }
}

fn difference_at(run: &Run, side: u32) -> Option<Operands> {
    run.seen.iter().find(|seen| seen.side == side).map(|seen| seen.operands)
}

/// How far the operands are from each other, with its sign.
fn float_difference(operands: Operands) -> Option<f64> {
    match operands {
        Operands::Floats(a, b) => Some(a - b),
        Operands::Integers(a, b) => Some(a.wrapping_sub(b) as i64 as f64),
        _ => None,
    }
}

/// The same in integers; of floats in millionths.
fn float_or_integer(operands: Operands) -> Option<i128> {
    match operands {
        Operands::Integers(a, b) => Some(i128::from(a.wrapping_sub(b) as i64)),
        Operands::Floats(a, b) => Some(((a - b) * 1e6).clamp(-1e30, 1e30) as i128),
        _ => None,
    }
}

/// Where the bytes of one number stand in a text, as 8, 4, 2 bytes or one, the lowest first or last, those of the other.
fn replaced(genotype: &Genotype, at: usize, old: u64, new: u64) -> Vec<Genotype> {
    let mut found = Vec::new();
    for size in [8, 4, 2, 1] {
        let (old, new) = (old.to_le_bytes(), new.to_le_bytes());
        let text = genotype.input(at);
        for from in 0..(text.len() + 1).saturating_sub(size) {
            let here = &text[from..from + size];
            let is_forward = *here == old[..size];
            let is_backward = size > 1 && here.iter().rev().eq(old[..size].iter());
            if !is_forward && !is_backward {
                continue;
            }
            let mut candidate = genotype.clone();
            let place = &mut candidate.input_mut(at)[from..from + size];
            place.copy_from_slice(&new[..size]);
            if !is_forward {
                place.reverse();
            }
            found.push(candidate);
        }
        if !found.is_empty() && size > 1 {
            break;
        }
    }
    found.truncate(64);
    found
}
