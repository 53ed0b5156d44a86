//! Tests of paths that were not followed to their ends, completed by what native runs of them agree on.

use super::judge::Judge;
use super::wire::{Answer, CallLog};
use crate::exec::{Contents, finish_call};
use crate::ir::Program;
use crate::testcase::{Footprint, Holding, Object, Outcome, Scalar, TestCall, TestCase};

/// The outputs that runs do not agree on.
pub(super) struct Disagreement {
    pub(super) outputs: Vec<String>,
    /// Whether even runs whose objects lie at the same addresses do not agree.
    pub(super) same_addresses: bool,
}

/// The test, completed with the results that all these runs gave. The last run has its objects at other
/// addresses. With each answer come the addresses of functions.
pub(super) fn completed(
    program: &Program,
    judge: &Judge,
    test: &TestCase,
    runs: &[(Answer, Vec<u64>)],
) -> Result<TestCase, Disagreement> {
    let mut test = test.clone();
    let answer = &runs[0].0;
    for (at, call) in test.calls.iter_mut().enumerate().filter(|(_, call)| call.result.is_none()) {
        let logs = runs.iter().map(|(answer, functions)| {
            let log = answer.calls.get(at).filter(|log| log.results.is_some())?;
            Some(Seen { log, functions, names: judge.functions() })
        });
        // The call may have ended the program.
        if let Some(logs) = logs.collect::<Option<Vec<_>>>() {
            finish(program, call, &logs)?;
        }
    }
    test.outcome = match answer.returned {
        Some(status) => Outcome::Returned(status),
        None => Outcome::Exited(answer.exit().unwrap_or(0)),
    };
    let path = judge.path(answer);
    if let Some(left) = &mut test.left {
        let count = |path: &[(u32, u32)], edge: u32| {
            path.iter().find(|(known, _)| *known == edge).map_or(0, |(_, count)| *count)
        };
        left.edges.retain(|edge| count(&path, *edge) > count(&test.path, *edge));
    }
    test.completed = true;
    // Counters of several threads are not exact, and may differ in another run.
    test.path = if judge.has_threads(answer) { Vec::new() } else { path };
    Ok(test)
}

/// A call in one of the runs.
struct Seen<'a> {
    log: &'a CallLog,
    functions: &'a [u64],
    names: &'a [String],
}

impl Seen<'_> {
    /// What an address is: a place in an object that was looked for, or a function.
    fn name(&self, address: u64) -> Option<Scalar> {
        let within = |(number, (base, bytes)): (u32, &(u64, Option<Vec<u8>>))| {
            let offset = address.checked_sub(*base).filter(|_| *base != 0)?;
            (offset <= bytes.as_ref()?.len() as u64).then_some((number, offset))
        };
        let objects = (0..).zip(&self.log.objects).filter_map(within);
        // What lies right behind one object may be the beginning of another.
        let place = objects.min_by_key(|(_, offset)| *offset);
        if let Some((number, offset)) = place {
            return Some(Scalar::Within(number, offset as i64));
        }
        let known =
            self.functions.iter().zip(self.names).find(|(known, _)| **known == address && address != 0);
        known.map(|(_, name)| Scalar::Function(name.clone()))
    }
}

/// Gives a call that did not return symbolically the results that it had in all runs.
fn finish(program: &Program, call: &mut TestCall, runs: &[Seen<'_>]) -> Result<(), Disagreement> {
    let none = Vec::new();
    let slots = |run: &Seen<'_>, at: usize| run.log.results.as_ref().unwrap_or(&none).get(at).copied();
    let n_results = runs[0].log.results.as_ref().map_or(0, Vec::len);
    let results: Vec<Scalar> = (0..n_results)
        .map(|at| {
            let bits: Vec<u128> = runs.iter().filter_map(|run| slots(run, at)).collect();
            agreed(runs, &bits)
        })
        .collect();
    let mut footprint = call.footprint.take().map_or(Footprint::default(), |footprint| *footprint);
    let mut disagreement = Disagreement { outputs: Vec::new(), same_addresses: false };
    let mut after = Vec::new();
    for (at, before) in footprint.objects.iter().enumerate() {
        let contents = contents(runs, at, before, &mut disagreement.same_addresses);
        let contents = contents.map(|contents| contents.map(|contents| written(contents, before, runs, at)));
        let contents = contents.map_err(|()| {
            let thing = call.arrangement.objects.get(at);
            let name = thing.and_then(|thing| match &thing.holding {
                Holding::Global(name) => Some(name.clone()),
                _ => thing.name.clone(),
            });
            let name = name.unwrap_or_else(|| format!("object {at}"));
            disagreement.outputs.push(format!("{name} after {}", call.function));
        });
        after.push(contents.unwrap_or_default());
    }
    if !disagreement.outputs.is_empty() {
        return Err(disagreement);
    }
    call.footprint = Some(Box::new(footprint.clone()));
    finish_call(program, call, &results, &after);
    footprint.results = results;
    for (object, contents) in footprint.objects.iter_mut().zip(after) {
        let Contents { bytes, pointers } = contents.unwrap_or_default();
        (object.bytes, object.pointers) = (bytes, pointers);
    }
    call.footprint = Some(Box::new(footprint));
    Ok(())
}

/// The contents of an object without bytes that do not count. Memory that was never written may hold the same
/// in all runs by chance, left by an earlier use of it. It counts only where some run has changed it.
fn written(mut contents: Contents, before: &Object, runs: &[Seen<'_>], object: usize) -> Contents {
    let is_known = |at: usize| {
        let is_pointer = |(start, _): &(u64, Scalar)| (*start as usize..*start as usize + 8).contains(&at);
        before.bytes.get(at).is_none_or(Option::is_some) || before.pointers.iter().any(is_pointer)
    };
    let is_changed = |at: usize| {
        runs.iter().any(|run| {
            let byte = |objects: &[(u64, Option<Vec<u8>>)]| objects.get(object)?.1.as_ref()?.get(at).copied();
            let (was, is) = (byte(&run.log.before), byte(&run.log.objects));
            was.is_some() && was != is
        })
    };
    for at in 0..contents.bytes.len() {
        if !is_known(at) && !is_changed(at) {
            contents.bytes[at] = None;
        }
    }
    contents.pointers.retain(|(at, _)| {
        let at = *at as usize;
        (at..at + 8).any(|at| is_known(at) || is_changed(at))
    });
    contents
}

/// One scalar that stands for the numbers of all runs, if there is one.
fn agreed(runs: &[Seen<'_>], bits: &[u128]) -> Scalar {
    if bits.len() < runs.len() {
        return Scalar::Unknown;
    }
    let names = || runs.iter().zip(bits).map(|(run, bits)| run.name(u64::try_from(*bits).ok()?));
    let first = names().next().flatten();
    match first {
        Some(first) if names().all(|name| name.as_ref() == Some(&first)) => first,
        _ if bits.iter().all(|other| *other == bits[0]) => Scalar::Bits(bits[0] as i128),
        _ => Scalar::Unknown,
    }
}

/// What an object holds after the call in all runs: `None` if it cannot be read, an error if runs differ in
/// bytes that were known before and are no address.
fn contents(
    runs: &[Seen<'_>],
    at: usize,
    before: &Object,
    same_addresses: &mut bool,
) -> Result<Option<Contents>, ()> {
    let each = runs.iter().map(|run| run.log.objects.get(at)?.1.as_deref());
    let Some(each) = each.collect::<Option<Vec<&[u8]>>>() else { return Ok(None) };
    let size = before.bytes.len();
    if size == 0 || each.iter().any(|bytes| bytes.len() != size) {
        return Ok(None);
    }
    let mut contents = Contents { bytes: vec![None; size], pointers: Vec::new() };
    let mut start = 0;
    while start < size {
        let end = (start + 8).min(size);
        let words: Vec<&[u8]> = each.iter().map(|bytes| &bytes[start..end]).collect();
        let numbers: Vec<u128> = words
            .iter()
            .map(|word| word.iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte)))
            .collect();
        match agreed(runs, &numbers) {
            scalar @ (Scalar::Within(..) | Scalar::Function(_)) if end - start == 8 => {
                contents.pointers.push((start as u64, scalar));
            }
            _ => {
                for offset in 0..end - start {
                    let byte = words[0][offset];
                    if words.iter().all(|word| word[offset] == byte) {
                        contents.bytes[start + offset] = Some(byte);
                    }
                }
                let is_known = |at: usize| before.bytes[at].is_some() && contents.bytes[at].is_none();
                // If only the run at other addresses differs, it is an address. What the heap puts into freed
                // memory may differ, too, and so may memory that was never written.
                let differs_at_once = words[..words.len() - 1].iter().any(|word| *word != words[0]);
                let is_freed = words.iter().all(|word| word.iter().all(|byte| *byte == word[0]));
                if differs_at_once && !is_freed && (start..end).any(is_known) {
                    *same_addresses = true;
                    return Err(());
                }
            }
        }
        start = end;
    }
    Ok(Some(contents))
}
