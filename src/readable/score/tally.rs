//! Scores of many tests: means of columns, of functions, of all.

use super::{Scores, scores};
use crate::readable::Language;
use serde::Serialize;
use std::collections::BTreeMap;

/// Adds up the strings of test lines.
///
/// Column k of a function has the k-th string of each of its lines, counting only strings of letters, as in
/// the paper's records. Strings of length 0 and 1 are in a column, but in no mean.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    functions: BTreeMap<String, Vec<Column>>,
}

/// Sums over the strings of a column.
#[derive(Copy, Clone, Debug, Default)]
struct Column {
    n_strings: u32,
    /// The strings that have an N.
    n_with_n: u32,
    n: f64,
    bits: f64,
    words: f64,
}

/// The means over one function's columns.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FunctionScore {
    pub function: String,
    /// The strings in the means.
    pub strings: u32,
    /// 0 if no string has an N.
    pub n: f64,
    pub bits: f64,
    /// The share of words of the dictionary, 0 to 1.
    pub words: f64,
}

/// The means over functions, and the standard deviation of N over them (of the population).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    pub n: f64,
    pub sigma: f64,
    pub bits: f64,
    pub words: f64,
    pub functions: Vec<FunctionScore>,
}

impl Tally {
    /// Adds the strings of a test of `function`, in their order.
    pub fn add(&mut self, language: &Language, function: &str, strings: &[Vec<u8>]) {
        let of_letters = strings.iter().filter_map(|string| Some((string, scores(language, string)?)));
        let columns = self.functions.entry(function.to_owned()).or_default();
        for (index, (string, scores)) in of_letters.enumerate() {
            if columns.len() == index {
                columns.push(Column::default());
            }
            if string.len() >= 2 {
                columns[index].add(scores);
            }
        }
    }

    /// The means; none if there is no string to score. Functions without such a string are left out.
    pub fn summary(&self) -> Option<Summary> {
        let functions = self.functions.iter().filter_map(|(name, columns)| function_score(name, columns));
        let functions: Vec<FunctionScore> = functions.collect();
        if functions.is_empty() {
            return None;
        }
        let mean = |measure: fn(&FunctionScore) -> f64| mean(functions.iter().map(measure));
        let n = mean(|function| function.n);
        let variance = functions.iter().map(|function| (function.n - n).powi(2));
        let sigma = (variance.sum::<f64>() / functions.len() as f64).sqrt();
        let (bits, words) = (mean(|function| function.bits), mean(|function| function.words));
        Some(Summary { n, sigma, bits, words, functions })
    }
}

impl Column {
    fn add(&mut self, scores: Scores) {
        self.n_strings += 1;
        self.n_with_n += u32::from(scores.n.is_some());
        self.n += scores.n.unwrap_or(0.0);
        self.bits += scores.bits.unwrap_or(0.0);
        self.words += f64::from(u8::from(scores.is_word));
    }
}

fn function_score(name: &str, columns: &[Column]) -> Option<FunctionScore> {
    let columns: Vec<&Column> = columns.iter().filter(|column| column.n_strings > 0).collect();
    if columns.is_empty() {
        return None;
    }
    let mean = |sum: fn(&Column) -> f64| {
        mean(columns.iter().map(|column| sum(column) / f64::from(column.n_strings)))
    };
    let n = columns.iter().filter(|column| column.n_with_n > 0);
    let n: Vec<f64> = n.map(|column| column.n / f64::from(column.n_with_n)).collect();
    Some(FunctionScore {
        function: name.to_owned(),
        strings: columns.iter().map(|column| column.n_strings).sum(),
        n: if n.is_empty() { 0.0 } else { self::mean(n.iter().copied()) },
        bits: mean(|column| column.bits),
        words: mean(|column| column.words),
    })
}

/// The mean of one or more numbers.
fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len() as f64;
    numbers.sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_of_columns_then_functions() {
        let english = Language::english();
        let n = |text: &[u8]| super::super::n(english.model(), text).expect("letters");
        let mut tally = Tally::default();
        assert_eq!(tally.summary(), None);
        let mut add = |function: &str, strings: &[&[u8]]| {
            let strings: Vec<Vec<u8>> = strings.iter().map(|string| string.to_vec()).collect();
            tally.add(&english, function, &strings);
        };
        add("f", &[b"the", b"xq"]);
        add("f", &[b"\n", b"of", b"a"]);
        add("g", &[b"to"]);
        add("h", &[b"a", b""]);
        let summary = tally.summary().expect("there are strings");
        let f = (f64::midpoint(n(b"the"), n(b"of")) + n(b"xq")) / 2.0;
        assert!((summary.functions[0].n - f).abs() < 1e-12);
        assert!((summary.n - f64::midpoint(f, n(b"to"))).abs() < 1e-12);
        assert!((summary.sigma - (f - n(b"to")).abs() / 2.0).abs() < 1e-12);
        assert_eq!((summary.functions[0].strings, summary.functions[0].words), (3, 0.5));
        assert_eq!((summary.functions.len(), summary.words), (2, 0.75));
    }
}
