//! Directed steps: the operands of the comparison that keeps a run from its target tell where to go.

use super::archive::Archive;
use super::{Genotype, Operator, Search};
use crate::replay::{InputKind, Operands, Run};

/// The most inputs, or bytes of texts, that are probed from one base.
const MOST_PROBED: usize = 256;

/// Numbers that are probed at once.
const AT_ONCE: usize = 16;

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
    /// The side that the run has to take next.
    side: u32,
    operands: Operands,
}

/// Inputs and their run.
type Tried = (Vec<u8>, Run);

impl Search<'_> {
    /// Tries the steps from the best inputs for a target, until one comes nearer.
    pub(super) fn step_towards(&mut self, archive: &mut Archive, target: u32) -> Result<(), String> {
        let Some(entry) = archive.entry(target) else { return Ok(()) };
        let nearness = entry.nearness;
        let Some(at) = self.judge.nearest_side(&entry.run, target) else { return Ok(()) };
        let seen = entry.run.seen[at];
        let base = Base { genotype: entry.genotype.clone(), side: seen.side, operands: seen.operands };
        let is_nearer = |search: &Self, archive: &Archive| {
            !search.findings.left.contains(&target)
                || archive.entry(target).is_some_and(|entry| entry.nearness < nearness)
        };
        // The other direction comes after the first has not helped: of the comparisons in a loop only the
        // nearest is reported.
        let directions = if self.may(Operator::Secants) { [1, -1].as_slice() } else { &[] };
        let places = places(&base.genotype);
        for (direction, places) in directions.iter().flat_map(|to| places.chunks(AT_ONCE).map(|at| (*to, at)))
        {
            for candidates in self.secants(&base, places, direction)? {
                // A probe is often nearer by just one, so the points to which the line through it leads are
                // taken as well.
                for (bytes, run) in candidates {
                    if self.is_over() || !self.findings.left.contains(&target) {
                        return Ok(());
                    }
                    self.take(archive, bytes, run);
                }
                if is_nearer(self, archive) {
                    return Ok(());
                }
            }
        }
        if self.may(Operator::Operands) {
            let candidates = self.with_operands(&base);
            let runs = self.runner.run(&candidates)?;
            for (bytes, run) in candidates.into_iter().zip(runs) {
                if self.is_over() {
                    return Ok(());
                }
                self.take(archive, bytes, run);
                if is_nearer(self, archive) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// For each probe, in which one of these numbers is changed a little: its run, and behind it the runs in
    /// which the number is where the line through both differences is zero. All are run at once, but only
    /// those that the caller looks at are counted.
    fn secants(&mut self, base: &Base, places: &[Place], direction: i128) -> Result<Vec<Vec<Tried>>, String> {
        let mut probes: Vec<(usize, Genotype)> = Vec::new();
        for (at, place) in places.iter().enumerate() {
            probes.extend(probes_of(base, *place, direction).into_iter().map(|probe| (at, probe)));
        }
        let bytes: Vec<Vec<u8>> = probes.iter().map(|(_, probe)| probe.bytes().to_vec()).collect();
        let runs = self.runner.run(&bytes)?;
        let mut jumps = Vec::new();
        for (number, ((at, probe), run)) in probes.iter().zip(&runs).enumerate() {
            let there = jumps_of(base, places[*at], probe, run);
            jumps.extend(there.into_iter().map(|jump| (number, jump.into_bytes())));
        }
        let landed = self.runner.run(&jumps.iter().map(|(_, jump)| jump.clone()).collect::<Vec<_>>())?;
        let mut found: Vec<Vec<Tried>> = bytes.into_iter().zip(runs).map(|pair| vec![pair]).collect();
        for ((number, jump), run) in jumps.into_iter().zip(landed) {
            found[number].push((jump, run));
        }
        Ok(found)
    }

    /// Inputs in which a number is replaced by an operand of the comparison, bytes of a text that are one
    /// operand are replaced by the other, or a text is replaced by one that was compared or that the program
    /// has.
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

/// Inputs with one number changed a little in a direction: an integer by one, a float by steps of three
/// different orders of magnitude.
fn probes_of(base: &Base, place: Place, direction: i128) -> Vec<Genotype> {
    let mut probes = Vec::new();
    match (place, base.operands) {
        (_, Operands::Nothing | Operands::Texts) => {}
        (Place::Float(at), _) => {
            let old = base.genotype.float(at);
            for step in [1.0, 1e-3, 1e-6] {
                let mut probe = base.genotype.clone();
                probe.set_float(at, old + direction as f64 * step * old.abs().max(1.0));
                probes.push(probe);
            }
        }
        (place, _) => {
            let old = number_at(&base.genotype, place);
            let mut probe = base.genotype.clone();
            set_number(&mut probe, place, old + direction);
            if number_at(&probe, place) != old {
                probes.push(probe);
            }
        }
    }
    probes
}

/// Inputs in which the number is where the line through the differences of two runs is zero, or beside it.
fn jumps_of(base: &Base, place: Place, probe: &Genotype, run: &Run) -> Vec<Genotype> {
    let Some(operands) = difference_at(run, base.side) else { return Vec::new() };
    let mut jumps = Vec::new();
    if let Place::Float(at) = place {
        let (Some(from), Some(to)) = (float_difference(base.operands), float_difference(operands)) else {
            return jumps;
        };
        let old = base.genotype.float(at);
        let slope = (to - from) / (probe.float(at) - old);
        if slope == 0.0 || !slope.is_finite() {
            return jumps;
        }
        let there = old - from / slope;
        // Go a little farther as well: the comparison may be one of order.
        for number in [there, there.round(), old - 1.01 * from / slope] {
            let mut jump = base.genotype.clone();
            jump.set_float(at, number);
            jumps.push(jump);
        }
    } else {
        let (Some(from), Some(to)) = (float_or_integer(base.operands), float_or_integer(operands)) else {
            return jumps;
        };
        let old = number_at(&base.genotype, place);
        let slope = (to - from) / (number_at(probe, place) - old);
        if slope == 0 {
            return jumps;
        }
        for by in [0, 1, -1] {
            let mut jump = base.genotype.clone();
            set_number(&mut jump, place, old - from / slope + by);
            jumps.push(jump);
        }
    }
    jumps.retain(|jump| *jump != base.genotype && jump != probe);
    jumps.dedup();
    jumps
}

/// The numbers among the inputs that can be changed in steps.
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

/// The difference of the operands, with its sign.
fn float_difference(operands: Operands) -> Option<f64> {
    match operands {
        Operands::Floats(a, b) => Some(a - b),
        Operands::Integers(a, b) => Some(a.wrapping_sub(b) as i64 as f64),
        _ => None,
    }
}

/// The same as an integer; for floats in millionths.
fn float_or_integer(operands: Operands) -> Option<i128> {
    match operands {
        Operands::Integers(a, b) => Some(i128::from(a.wrapping_sub(b) as i64)),
        Operands::Floats(a, b) => Some(((a - b) * 1e6).clamp(-1e30, 1e30) as i128),
        _ => None,
    }
}

/// Copies of the inputs in which the bytes of the number `old` in a text are replaced by those of `new`. The
/// number is looked for as 8, 4, 2 bytes or one, with the lowest byte first or last.
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
