//! The solving chain, link by link: questions of real runs, recorded and asked again.
//!
//! How to read the output. The first table says which link answers how many of the questions, and how long
//! its answers take. The second and the third table compare variants of the chain with the whole chain on the
//! same questions. A ratio below 1 means that the missing link costs more than it saves. The first row is the
//! whole chain once more and shows the noise. The last table grows the input: the time of a path may grow as
//! fast as the path does, but no faster.
//!
//! Rewrite rules change the questions themselves, so they are measured by whole runs. Values of one byte that
//! the readable pass computes without a question are not measured.

#[path = "chain/corpus.rs"]
mod corpus;
#[path = "chain/replay.rs"]
mod replay;

use clap::Parser;
use corpus::{Bound, Program, Recording, Run};
use replay::{Asked, Said, replay};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use symir::internals::solver::{BackendKind, Link, Links, QueryLimit, SolverOptions};

/// The time of the whole chain for the questions of one program; questions beyond it are left out.
const WHOLE_CHAIN: Duration = Duration::from_millis(1500);
/// The time of a variant for the questions of one program: a multiple of the whole chain's time, plus a
/// constant.
const VARIANT: (u32, Duration) = (3, Duration::from_millis(300));
/// How often each chain is asked the same questions; the best time of each counts.
const ROUNDS: usize = 2;
/// How many questions of each program are asked of the backends alone, and the time for all of them.
const SAMPLE: usize = 24;
const BACKEND: Duration = Duration::from_millis(1200);
const QUESTION: Duration = Duration::from_secs(1);

/// The programs whose input grows, their sizes, and the limit of their paths.
const GROWING: [&str; 3] = ["strcpy", "strcmp", "strstr"];
const SIZES: [u32; 4] = [6, 12, 24, 48];
const MOST_PATHS: u64 = 1000;
const REPEATS: usize = 3;

#[derive(Parser)]
struct Options {
    /// Also programs that take long
    #[arg(long)]
    all: bool,
    /// Only programs whose name contains this
    #[arg(long, default_value = "")]
    filter: String,
    /// Cargo passes this to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let start = Instant::now();
    let mut programs = corpus::programs(options.all);
    programs.retain(|program| program.name.contains(&options.filter));
    let recordings: Vec<Recording> = programs.iter().map(|program| program.record(Links::ALL)).collect();
    let whole: Vec<Vec<Asked>> = recordings
        .iter()
        .map(|recording| best(recording, [(&whole_chain(), WHOLE_CHAIN)], 1, ROUNDS).concat())
        .collect();
    print_links(&recordings, &whole);
    let n_different = print_variants(&recordings, &whole) + print_rules(&programs, &recordings);
    print_growth();
    println!("\n{:.0} s in all", start.elapsed().as_secs_f64());
    if n_different > 0 {
        println!("{n_different} DIFFERENT");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// The options of the whole chain: every link, and an empty cache.
fn whole_chain() -> SolverOptions {
    let limit = QueryLimit { time: Some(QUESTION), ..QueryLimit::default() };
    SolverOptions { limit, ..SolverOptions::default() }
}

/// Returns the best time of each question over several rounds, for each chain and its time limit. In a round,
/// every chain is asked the questions once, so that a machine that becomes slower slows all chains down. Each
/// replay begins with an empty cache, as each run does.
fn best<const N: usize>(
    recording: &Recording,
    chains: [(&SolverOptions, Duration); N],
    step: usize,
    rounds: usize,
) -> [Vec<Asked>; N] {
    let round = || {
        chains.map(|(options, limit)| {
            let options = SolverOptions { cache: Arc::default(), ..options.clone() };
            replay(recording, options, step, limit)
        })
    };
    let mut best = round();
    for _ in 1..rounds {
        for (best, other) in best.iter_mut().zip(round()) {
            best.truncate(other.len());
            for (asked, other) in best.iter_mut().zip(other) {
                asked.time = asked.time.min(other.time);
            }
        }
    }
    best
}

/// Prints who answers what: for each program and link, the share of the questions and the median time of an
/// answer.
fn print_links(recordings: &[Recording], whole: &[Vec<Asked>]) {
    let links: Vec<Link> = Link::ALL.into_iter().filter(|link| link.answers()).collect();
    println!("Share of each link in percent, and the median microseconds of its answers\n");
    print!("{:<17}{:>10}{:>8}", "program", "questions", "of");
    links.iter().for_each(|link| print!("{:>14}", link.name()));
    println!();
    for (recording, answers) in recordings.iter().zip(whole) {
        let n_asked: u64 = recording.run.summary.questions.iter().map(|(_, count)| count).sum();
        print!("{:<17}{:>10}{n_asked:>8}", recording.name, answers.len());
        print_shares(&links, answers);
    }
    let all = whole.concat();
    print!("{:<17}{:>10}{:>8}", "all", all.len(), "");
    print_shares(&links, &all);
    print!("{:<17}{:>10}{:>8}", "of the time", "", "");
    for link in &links {
        print!(
            "{:>12.1} %",
            100.0 * seconds(&answered_by(*link, &all)) / seconds(&all).max(f64::MIN_POSITIVE)
        );
    }
    println!();
}

fn answered_by(link: Link, answers: &[Asked]) -> Vec<Asked> {
    answers.iter().filter(|asked| asked.link == link).copied().collect()
}

fn print_shares(links: &[Link], answers: &[Asked]) {
    for link in links {
        let times = times(&answered_by(*link, answers));
        let share = 100.0 * times.len() as f64 / answers.len() as f64;
        match times.is_empty() {
            true => print!("{:>14}", "-"),
            false => print!("{share:>6.1}{:>8.1}", percentile(&times, 50)),
        }
    }
    println!();
}

/// A variant of the chain, which is asked the same questions.
struct Variant {
    name: String,
    options: SolverOptions,
    /// Whether it is asked only a sample of the questions.
    is_sampled: bool,
}

fn variants() -> Vec<Variant> {
    let whole = Variant { name: "whole chain".to_owned(), options: whole_chain(), is_sampled: false };
    let without = Link::optional().filter(|link| *link != Link::Rules).map(|link| Variant {
        name: format!("without {}", link.name()),
        options: SolverOptions { links: Links::ALL.without(link), ..whole_chain() },
        is_sampled: false,
    });
    let alone = BackendKind::ALL.iter().copied().map(|backend| Variant {
        name: format!("{} alone", backend.name()),
        options: SolverOptions { links: Links::NONE, backend, ..whole_chain() },
        is_sampled: true,
    });
    std::iter::once(whole).chain(without).chain(alone).collect()
}

/// A variant's answers to the questions of one program, and the whole chain's answers to the same questions.
struct Pair {
    mine: Vec<Asked>,
    whole: Vec<Asked>,
    /// Whether questions were left out because the variant took too long.
    is_cut: bool,
}

impl Pair {
    fn new(mut mine: Vec<Asked>, whole: &[Asked], is_cut: bool) -> Self {
        mine.retain(|asked| asked.index < whole.len());
        Self { whole: mine.iter().map(|asked| whole[asked.index]).collect(), mine, is_cut }
    }

    /// How many milliseconds more the variant took than the whole chain.
    fn more(&self) -> f64 {
        1e3 * (seconds(&self.mine) - seconds(&self.whole))
    }
}

/// Prints every variant beside the whole chain. Returns the number of answers that differ.
fn print_variants(recordings: &[Recording], whole: &[Vec<Asked>]) -> usize {
    println!("\nVariants; microseconds are of one answer\n");
    println!(
        "{:<22}{:>10}{:>10}{:>10}{:>8}{:>9}{:>9}{:>10}{:>9}",
        "variant", "questions", "seconds", "whole", "ratio", "backend", "median", "99 in 100", "unknown"
    );
    let mut n_different = 0;
    let mut columns: Vec<(String, Vec<Pair>)> = Vec::new();
    for variant in variants() {
        let pairs: Vec<Pair> = recordings
            .iter()
            .zip(whole)
            .map(|(recording, whole)| compare(&variant, recording, whole))
            .collect();
        print_variant(&variant, &pairs);
        for (recording, pair) in recordings.iter().zip(&pairs) {
            n_different += print_differences(recording, pair);
        }
        if !variant.is_sampled {
            columns.push((variant.name, pairs));
        }
    }
    print_programs(recordings, whole, &columns);
    n_different
}

fn compare(variant: &Variant, recording: &Recording, whole: &[Asked]) -> Pair {
    if variant.is_sampled {
        let step = whole.len().div_ceil(SAMPLE).max(1);
        let mine = best(recording, [(&variant.options, BACKEND)], step, 1);
        return Pair::new(mine.concat(), whole, false);
    }
    let limit = Duration::from_secs_f64(seconds(whole)) * VARIANT.0 + VARIANT.1;
    let [mine, again] =
        best(recording, [(&variant.options, limit), (&whole_chain(), WHOLE_CHAIN)], 1, ROUNDS);
    let is_cut = mine.len() < again.len();
    Pair::new(mine, &again, is_cut)
}

fn print_variant(variant: &Variant, pairs: &[Pair]) {
    let mine: Vec<Asked> = pairs.iter().flat_map(|pair| &pair.mine).copied().collect();
    let whole_took: f64 = pairs.iter().map(|pair| seconds(&pair.whole)).sum();
    let times = times(&mine);
    let count = |wanted: fn(&Asked) -> bool| mine.iter().filter(|asked| wanted(asked)).count();
    println!(
        "{:<22}{:>10}{:>10.3}{whole_took:>10.3}{:>8.2}{:>9}{:>9.1}{:>10.1}{:>9}",
        variant.name,
        mine.len(),
        seconds(&mine),
        seconds(&mine) / whole_took.max(f64::MIN_POSITIVE),
        count(|asked| asked.link == Link::Backend),
        percentile(&times, 50),
        percentile(&times, 99),
        count(|asked| asked.said == Said::Unknown),
    );
}

/// Prints answers that cannot both be right, and returns their number.
fn print_differences(recording: &Recording, pair: &Pair) -> usize {
    let different = pair.mine.iter().zip(&pair.whole).filter(|(asked, other)| asked.contradicts(other));
    different
        .inspect(|(asked, other)| {
            println!(
                "DIFFERENT: {}, question {}: {:?} by {}, and {:?} by {} of the whole chain",
                recording.name,
                asked.index,
                asked.said,
                asked.link.name(),
                other.said,
                other.link.name()
            );
        })
        .count()
}

/// Prints what each link saves or costs on each program.
fn print_programs(recordings: &[Recording], whole: &[Vec<Asked>], columns: &[(String, Vec<Pair>)]) {
    println!(
        "\nMilliseconds of each program, and how many more it takes in each variant: + is what the link saves, - \
         what it costs\n> where the variant was cut short\n"
    );
    print!("{:<17}{:>12}", "program", "whole chain");
    columns.iter().for_each(|(name, _)| print!("{:>14}", name.trim_start_matches("without ")));
    println!();
    for (at, (recording, whole)) in recordings.iter().zip(whole).enumerate() {
        print!("{:<17}{:>12.2}", recording.name, 1e3 * seconds(whole));
        for (_, pairs) in columns {
            let sign = if pairs[at].is_cut { ">" } else { "" };
            print!("{:>14}", format!("{sign}{:+.2}", pairs[at].more()));
        }
        println!();
    }
}

/// Prints whole runs with and without rewrite rules, for the programs that end in both. Returns the number of
/// programs that have another number of paths without rules.
fn print_rules(programs: &[Program], recordings: &[Recording]) -> usize {
    println!("\nRewrite rules, by whole runs\n");
    println!(
        "{:<17}{:>8}{:>12}{:>12}{:>11}{:>11}{:>10}{:>10}",
        "program", "paths", "ms with", "without", "questions", "without", "backend", "without"
    );
    let mut n_different = 0;
    for (program, with) in programs.iter().zip(recordings) {
        let without = program.record(Links::ALL.without(Link::Rules));
        let (with, without) = (&with.run.summary, &without.run.summary);
        if with.ended_by_budget || without.ended_by_budget {
            println!("{:<17}{:>8}", program.name, "too long");
            continue;
        }
        let asked = |summary: &symir::internals::run::Summary| -> (u64, u64) {
            let backend = summary.questions.iter().filter(|(link, _)| *link == Link::Backend.name());
            (summary.questions.iter().map(|(_, count)| count).sum(), backend.map(|(_, count)| count).sum())
        };
        let ((asked_with, backend_with), (asked_without, backend_without)) = (asked(with), asked(without));
        println!(
            "{:<17}{:>8}{:>12.1}{:>12.1}{asked_with:>11}{asked_without:>11}{backend_with:>10}{backend_without:>10}",
            program.name,
            with.paths,
            1e3 * with.seconds,
            1e3 * without.seconds
        );
        // Without rules a question may be too hard. Then paths may be missing; the summary counts such
        // questions.
        if with.paths != without.paths
            && with.undecided + with.unknown + without.undecided + without.unknown == 0
        {
            println!("DIFFERENT: {} has {} paths without rules", program.name, without.paths);
            n_different += 1;
        }
    }
    n_different
}

/// Prints whole runs on longer and longer inputs. The fastest of several runs counts.
fn print_growth() {
    println!(
        "\nGrowth; a path is as long as its decisions; instructions are those that no other path has executed\n\
         Of {MOST_PATHS} paths or more, those that end first\n"
    );
    println!(
        "{:<10}{:>7}{:>7}{:>11}{:>16}{:>19}{:>10}{:>12}{:>14}",
        "program",
        "length",
        "paths",
        "ms",
        "decisions/path",
        "instructions/path",
        "us/path",
        "us/length",
        "us/decision"
    );
    for name in GROWING {
        let points: Vec<(f64, f64)> = SIZES.into_iter().map(|size| print_size(name, size)).collect();
        let [(short, first), .., (long, last)] = points[..] else { continue };
        let power = (last / first).ln() / (long / short).ln();
        println!("{name}: the time of a path grows as its length to the power of {power:.2}");
    }
}

/// Prints the row of one size. Returns the length of a path in decisions and its time in microseconds.
fn print_size(name: &str, size: u32) -> (f64, f64) {
    let program = Program::of_length(name, size);
    let bound = Bound { paths: Some(MOST_PATHS), ..Bound::default() };
    let best = (0..REPEATS)
        .map(|_| program.run(SolverOptions::default(), &bound))
        .min_by(|a, b| a.summary.seconds.total_cmp(&b.summary.seconds));
    let Run { summary, decisions, .. } = best.expect("it is run at least once");
    let paths = (summary.paths - summary.unfinished) as f64;
    let length = decisions as f64 / paths;
    let micros = 1e6 * summary.seconds / paths;
    println!(
        "{name:<10}{size:>7}{paths:>7}{:>11.2}{length:>16.1}{:>19.1}{micros:>10.1}{:>12.2}{:>14.2}",
        1e3 * summary.seconds,
        summary.instructions as f64 / paths,
        micros / f64::from(size),
        micros / length
    );
    (length, micros)
}

fn seconds(answers: &[Asked]) -> f64 {
    answers.iter().map(|asked| asked.time.as_secs_f64()).sum()
}

/// Microseconds of answers, in ascending order.
fn times(answers: &[Asked]) -> Vec<f64> {
    let mut times: Vec<f64> = answers.iter().map(|asked| 1e6 * asked.time.as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// The time that `percent` in a hundred answers do not exceed; 0 if there are no answers.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let at = sorted.len() * percent / 100;
    sorted.get(at.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
}
