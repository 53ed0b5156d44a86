//! The table of libraries, and the lists below it.

use crate::libraries::Library;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The result for a function.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Class {
    Good,
    /// It gives nothing back and changes nothing, and the suite says so.
    NothingToCheck,
    NoHarness,
    NotCompiled,
    Fails,
    NoTest,
    /// Too few branches are covered, because the budget ended the run.
    Time,
    /// Too few branches are covered, because of the limits of each path.
    Limits,
    /// Too few branches are covered, because paths end before them.
    Ended,
    /// Too few branches are covered, for another reason.
    Uncovered,
}

/// The result for a function, and what is said of it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Item {
    pub name: String,
    pub is_static: bool,
    pub class: Class,
    pub why: String,
    pub seconds: f64,
    pub needs: Vec<String>,
    pub bugs: Vec<Bug>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Bug {
    pub error: String,
    pub rule: String,
    pub shown_by: String,
}

/// The results for a library.
#[derive(Default, Debug, Serialize, Deserialize)]
pub struct Row {
    pub items: Vec<Item>,
    /// Files that could not be read.
    pub troubles: Vec<String>,
}

/// What a person says of the bugs that were reported.
#[derive(Default, Deserialize)]
pub struct Judged {
    #[serde(default)]
    bug: Vec<Judgement>,
}

#[derive(Deserialize)]
struct Judgement {
    /// The function; or the library, if this is said of all its functions.
    #[serde(default)]
    function: String,
    #[serde(default)]
    library: String,
    /// The error, or its beginning.
    error: String,
    is_real: bool,
    words: String,
}

impl Class {
    /// The class of a function with too few covered branches, and the reason in words.
    pub fn of_gaps(covered: u64, reach: u64, uncovered: &[String], ended_by: &str) -> (Self, String) {
        let has = |words: &str| uncovered.iter().find(|gap| gap.contains(words));
        let kinds = [
            (Self::Limits, "cut off by a limit"),
            (Self::Ended, "every path ends before"),
            (Self::Time, "the run ended early"),
        ];
        let known = kinds.into_iter().find_map(|(class, words)| Some((class, has(words)?)));
        let in_reach = |gap: &&String| !gap.contains(": infeasible") && !gap.contains(": excluded by");
        let first = || uncovered.iter().find(in_reach).or(uncovered.first()).cloned().unwrap_or_default();
        let (class, gap) = match known {
            _ if !ended_by.is_empty() => (Self::Time, format!("{ended_by}; {}", first())),
            Some((class, gap)) => (class, gap.clone()),
            None => (Self::Uncovered, first()),
        };
        (class, format!("{covered} of {reach} branches in reach: {gap}"))
    }

    /// What the class means, in words for the page.
    fn words(self) -> &'static str {
        match self {
            Self::Good => "has a suite as asked for",
            Self::NothingToCheck => "gives nothing back and changes nothing that a test could compare",
            Self::NoHarness => "symir cannot make its arguments",
            Self::NotCompiled => "the suite of its file does not compile without warnings",
            Self::Fails => "a test of it fails",
            Self::NoTest => "no test of it is in the suite",
            Self::Time => "below 85 %: the budget of the run ended it",
            Self::Limits => "below 85 %: the limits of a path ended it",
            Self::Ended => "below 85 %: paths end before",
            Self::Uncovered => "below 85 %: for another reason",
        }
    }
}

impl Row {
    /// The files that could not be read and the functions that do not count, with the reasons.
    pub fn left(&self) -> Vec<String> {
        let left = self.items.iter().filter(|item| item.class != Class::Good);
        let left = left.map(|item| {
            let linkage = if item.is_static { " (static)" } else { "" };
            format!("`{}`{linkage}: {}", item.name, item.why)
        });
        self.troubles.iter().cloned().chain(left).collect()
    }

    fn count(&self, is_static: bool) -> Count {
        let mut count = Count::default();
        for item in self.items.iter().filter(|item| item.is_static == is_static) {
            count.all += 1;
            count.good += usize::from(item.class == Class::Good);
            count.nothing += usize::from(item.class == Class::NothingToCheck);
        }
        count
    }
}

/// How many functions of one linkage have a suite.
#[derive(Copy, Clone, Default)]
struct Count {
    good: usize,
    nothing: usize,
    all: usize,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.good += other.good;
        self.nothing += other.nothing;
        self.all += other.all;
    }

    /// The percentage of functions with a suite, among those that have something to check.
    fn share(self) -> usize {
        (100 * self.good).checked_div(self.all - self.nothing).unwrap_or(100)
    }

    fn cells(self) -> String {
        format!("{} of {} | {}", self.good, self.all, self.nothing)
    }
}

const HEAD: &str = include_str!("head.md");

/// The table, with what is left and the bugs below it.
pub fn page(rows: &[(&Library, Row)], judged: &Judged) -> String {
    let mut page = String::from(HEAD);
    table(rows, &mut page);
    reasons(rows, &mut page);
    bugs(rows, judged, &mut page);
    needs(rows, &mut page);
    page
}

fn table(rows: &[(&Library, Row)], page: &mut String) {
    *page += "\n| library | kind | external | nothing to check | static | nothing to check | mean | most | needs | bugs |\n\
              |---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    let (mut external, mut own) = (Count::default(), Count::default());
    let times = |items: &[&Item]| {
        let seconds = items.iter().map(|item| item.seconds);
        (seconds.clone().sum::<f64>() / items.len().max(1) as f64, seconds.fold(0.0, f64::max))
    };
    for (library, row) in rows {
        let items: Vec<&Item> = row.items.iter().collect();
        let (mean, most) = times(&items);
        let n_needs: usize = items.iter().map(|item| item.needs.len()).sum();
        let n_bugs: usize = items.iter().map(|item| item.bugs.len()).sum();
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {mean:.1} | {most:.1} | {n_needs} | {n_bugs} |",
            library.name,
            library.kind,
            row.count(false).cells(),
            row.count(true).cells(),
        );
        external.add(row.count(false));
        own.add(row.count(true));
    }
    let all: Vec<&Item> = rows.iter().flat_map(|(_, row)| &row.items).collect();
    let (mean, most) = times(&all);
    let _ = writeln!(
        page,
        "| all | | {} | {} | {mean:.1} | {most:.1} | {} | {} |\n\n\
         Of the functions of which there is something to check, {} % of those with external linkage and {} % of the static ones \
         count. Asked for were 90 % and 80 %.",
        external.cells(),
        own.cells(),
        all.iter().map(|item| item.needs.len()).sum::<usize>(),
        all.iter().map(|item| item.bugs.len()).sum::<usize>(),
        external.share(),
        own.share()
    );
}

fn reasons(rows: &[(&Library, Row)], page: &mut String) {
    let mut of: BTreeMap<Class, usize> = BTreeMap::new();
    for item in rows.iter().flat_map(|(_, row)| &row.items).filter(|item| item.class != Class::Good) {
        *of.entry(item.class).or_default() += 1;
    }
    let mut of: Vec<(Class, usize)> = of.into_iter().collect();
    of.sort_by_key(|(class, count)| (std::cmp::Reverse(*count), *class));
    *page += "\n## What is left, and why\n\n| functions | reason |\n|---:|---|\n";
    of.iter().for_each(|(class, count)| {
        let _ = writeln!(page, "| {count} | {} |", class.words());
    });
    for (library, row) in rows {
        let left = row.left();
        if !left.is_empty() {
            let _ = writeln!(page, "\n{}:\n", library.name);
            page.extend(left.iter().map(|item| format!("- {item}\n")));
        }
    }
}

fn bugs(rows: &[(&Library, Row)], judged: &Judged, page: &mut String) {
    *page += "\n## Reported as bugs\n\nEach with the rule by which it is one, an input that shows it, and what a person says \
              who has read the code.\n";
    for (library, row) in rows {
        let mut list = String::new();
        for item in &row.items {
            for bug in &item.bugs {
                let is_it = |judged: &&Judgement| {
                    (judged.function == item.name || judged.library == library.name)
                        && bug.error.starts_with(&judged.error)
                };
                let said = match judged.bug.iter().find(is_it) {
                    Some(judged) if judged.is_real => format!("Real: {}", judged.words),
                    Some(judged) => format!("A false alarm: {}", judged.words),
                    None => "Not looked at.".to_owned(),
                };
                let (name, error, rule, input) = (&item.name, &bug.error, &bug.rule, &bug.shown_by);
                let _ = writeln!(list, "- `{name}`: {error}; {rule}: `{input}`. {said}");
            }
        }
        if !list.is_empty() {
            let _ = write!(page, "\n{}:\n\n{list}", library.name);
        }
    }
}

fn needs(rows: &[(&Library, Row)], page: &mut String) {
    *page += "\n## Preconditions found\n\nWhat callers have to keep to, by what symir has seen.\n";
    for (library, row) in rows {
        let items = row.items.iter().filter(|item| !item.needs.is_empty());
        let list: String =
            items.map(|item| format!("- `{}`: {}\n", item.name, item.needs.join("; "))).collect();
        if !list.is_empty() {
            let _ = write!(page, "\n{}:\n\n{list}", library.name);
        }
    }
}
