//! The examples of README and book do what they say. Each block marked `console` is run in a folder of its
//! own for each page, and must print what the page shows. In the page, `...` stands for any lines or for the
//! rest of a line, and all times count as equal. The C files that a page tells the reader to write are
//! written, too.

use regex::Regex;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command of a page and the lines that the page shows as its output.
struct Example {
    /// The number of its line in the page.
    line: usize,
    command: String,
    printed: Vec<String>,
}

/// The files and commands of a page.
#[derive(Default)]
struct Page {
    /// Names and texts of files.
    files: Vec<(String, String)>,
    examples: Vec<Example>,
}

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Self::default();
        let mut told = String::new();
        let mut lines = text.lines().enumerate();
        while let Some((_, line)) = lines.next() {
            if let Some((_, rest)) = line.split_once("Write this file, `") {
                told = rest.split('`').next().unwrap_or_default().to_owned();
            }
            let Some(language) = line.strip_prefix("```").filter(|language| !language.is_empty()) else {
                continue;
            };
            let block: Vec<(usize, &str)> = lines.by_ref().take_while(|(_, line)| *line != "```").collect();
            if language == "c" && !told.is_empty() {
                let text = block.iter().map(|(_, line)| format!("{line}\n")).collect();
                page.files.push((std::mem::take(&mut told), text));
            }
            if language != "console" {
                continue;
            }
            for (number, line) in block {
                match line.strip_prefix("$ ") {
                    Some(command) => page.examples.push(Example {
                        line: number + 1,
                        command: command.to_owned(),
                        printed: Vec::new(),
                    }),
                    None => {
                        let example = page.examples.last_mut().expect("a block begins with a command");
                        example.printed.push(line.to_owned());
                    }
                }
            }
        }
        page
    }
}

/// A pattern that matches the output that a page shows.
fn pattern(printed: &[String]) -> Regex {
    let mut text = String::from(r"(?s)\A");
    for line in printed {
        if line == "..." {
            text += r"(?:[^\n]*\n)*?";
            continue;
        }
        let (line, rest) = match line.strip_suffix("...") {
            Some(line) => (line, r"[^\n]*"),
            None => (line.as_str(), ""),
        };
        text += &regex::escape(&timeless(line));
        text += rest;
        text += r"\n";
    }
    Regex::new(&(text + r"\z")).expect("a pattern")
}

/// The text with every time replaced by the same one.
fn timeless(text: &str) -> String {
    let time = Regex::new(r"\d+\.\d+ s\b").expect("a pattern");
    time.replace_all(text, "0 s").into_owned()
}

/// Runs a command of a page as a reader would, and returns all that it prints, in order.
fn run(command: &str, folder: &Path) -> String {
    let symir = PathBuf::from(env!("CARGO_BIN_EXE_symir"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", symir.parent().expect("a folder").display());
    let output = Command::new("sh")
        .args(["-c", &format!("({command}) 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn every_example_of_the_book_prints_what_stands_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages: Vec<PathBuf> = glob::glob(&root.join("docs/*.md").display().to_string())
        .expect("a pattern")
        .map(|page| page.expect("a readable folder"))
        .collect();
    pages.push(root.join("README.md"));
    let mut wrong = String::new();
    let mut n_run = 0;
    for path in pages {
        let mut page = Page::read(&std::fs::read_to_string(&path).expect("a page"));
        if path.ends_with("README.md") {
            // README shows the example of the book's first page, so it needs the files of that page.
            let first = std::fs::read_to_string(root.join("docs/getting-started.md")).expect("a page");
            page.files = Page::read(&first).files;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["drivers", "corpus", "tests"] {
            std::fs::create_dir(folder.path().join(name)).expect("the folder is writable");
            let copied = Command::new("cp")
                .args(["-rs", &format!("{}/.", root.join(name).display()), name])
                .current_dir(folder.path())
                .status();
            assert!(copied.is_ok_and(|status| status.success()));
        }
        for (name, text) in &page.files {
            std::fs::write(folder.path().join(name), text).expect("the folder is writable");
        }
        for example in &page.examples {
            n_run += 1;
            let printed = run(&example.command, folder.path());
            if !pattern(&example.printed).is_match(&timeless(&printed)) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                wrong += &format!(
                    "{name}:{}: $ {}\n--- the page says\n{}\n--- it prints\n{printed}\n",
                    example.line,
                    example.command,
                    example.printed.join("\n")
                );
            }
        }
    }
    assert!(n_run > 10, "only {n_run} examples were found");
    assert!(wrong.is_empty(), "{wrong}");
}

/// The commands, in the order of `symir --help`.
const COMMANDS: [&str; 13] = [
    "gen",
    "ci",
    "lsp",
    "run",
    "replay",
    "export",
    "sequences",
    "exec",
    "bench",
    "doctor",
    "model",
    "help",
    "completions",
];

/// `UPDATE_EXPECT=1` writes the page anew.
#[test]
fn the_page_of_the_commands_is_their_help() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut page = String::from(
        "# The commands\n\n\
         This page is what `symir COMMAND --help` prints. The exit codes stand at the end of each command's help.\n",
    );
    for command in COMMANDS {
        let output = Command::new(env!("CARGO_BIN_EXE_symir"))
            .args([command, "--help"])
            .env("COLUMNS", "100")
            .output()
            .expect("symir starts");
        let help = String::from_utf8(output.stdout).expect("UTF-8");
        let help: String = help.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        page += &format!("\n## symir {command}\n\n```text\n{}\n```\n", help.trim_end());
    }
    let path = root.join("docs/commands.md");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &page).expect("the folder is writable");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == page, "docs/commands.md is not what the commands say: UPDATE_EXPECT=1 writes it anew");
}
