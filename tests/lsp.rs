//! The language server: the test talks to the built program as editors do, and a real editor uses it.

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

#[path = "common/skipped.rs"]
mod skipped;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lsp");
/// Options with much time for each function, which a busy machine may need.
fn patient() -> Value {
    json!({ "arguments": ["--time", "300s"] })
}

/// A message that has not come after this time will never come, even on a busy machine.
const NEVER: Duration = Duration::from_secs(900);

/// An editor.
struct Editor {
    folder: tempfile::TempDir,
    server: Child,
    input: Option<ChildStdin>,
    /// Messages with their times of arrival, so that the time for parsing them here does not count.
    told: Receiver<(Instant, Value)>,
    /// When the last message arrived that the editor waited for.
    arrived: Instant,
    n_asked: i64,
    /// Messages that came while the editor waited for another one.
    heard: Vec<Value>,
    slowest: Duration,
}

impl Editor {
    /// Starts the server in a folder with copies of these files.
    fn new(files: &[&str], options: Value) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for file in files {
            fs::copy(Path::new(FOLDER).join(file), folder.path().join(file)).expect("copied");
        }
        let mut command = Command::new(cargo_bin("symir"));
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().expect("symir starts");
        let (input, output) = (server.stdin.take(), server.stdout.take().expect("a pipe"));
        let (sender, told) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let (n_asked, heard, slowest) = (0, Vec::new(), Duration::ZERO);
        let arrived = Instant::now();
        let mut editor = Self { folder, server, input, told, arrived, n_asked, heard, slowest };
        let root = format!("file://{}", editor.folder.path().display());
        let capabilities = json!({
            "window": { "workDoneProgress": true, "showDocument": { "support": true } },
            "workspace": { "codeLens": { "refreshSupport": true } },
        });
        let params = json!({
            "processId": null, "rootUri": root, "capabilities": capabilities, "initializationOptions": options,
        });
        let told = editor.ask("initialize", params).expect("an answer");
        assert_eq!(told["capabilities"]["hoverProvider"], true);
        assert_eq!(told["serverInfo"]["name"], "symir");
        editor.tell("initialized", json!({}));
        editor
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        let input = self.input.as_mut().expect("it is open");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("written");
        input.flush().expect("written");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "method": method, "params": params }));
    }

    /// Asks, and waits for the answer; an error is its code.
    fn ask(&mut self, method: &str, params: Value) -> Result<Value, i64> {
        self.n_asked += 1;
        let id = self.n_asked;
        let begun = Instant::now();
        self.send(json!({ "id": id, "method": method, "params": params }));
        let answer =
            self.wait(&format!("the answer to {method}"), |it| it["id"] == id && it.get("method").is_none());
        self.slowest = self.slowest.max(self.arrived.saturating_duration_since(begun));
        answer
            .get("error")
            .map_or(Ok(answer["result"].clone()), |error| Err(error["code"].as_i64().unwrap_or(0)))
    }

    /// Returns the first message that `is_it` accepts, of those that came earlier and of those that will
    /// come.
    fn wait(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.heard.iter().position(&is_it) {
            return self.heard.remove(at);
        }
        loop {
            let told = self.told.recv_timeout(NEVER);
            let (arrived, message) = told.unwrap_or_else(|error| panic!("{what}: {error}"));
            self.arrived = arrived;
            if is_it(&message) {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// Waits for the end of a run.
    fn ended(&mut self) -> Value {
        self.wait("the end of a run", |it| it["method"] == "symir/ended")["params"].clone()
    }

    fn has_ended(&mut self) -> bool {
        self.heard.extend(self.told.try_iter().map(|(_, message)| message));
        self.heard.iter().any(|it| it["method"] == "symir/ended")
    }

    /// The latest diagnostics of a file that have come until now.
    fn diagnostics(&mut self, name: &str) -> Vec<Value> {
        self.heard.extend(self.told.try_iter().map(|(_, message)| message));
        let uri = json!(self.uri(name));
        let is_it =
            |it: &&Value| it["method"] == "textDocument/publishDiagnostics" && it["params"]["uri"] == uri;
        let last = self.heard.iter().rfind(is_it).expect("diagnostics");
        last["params"]["diagnostics"].as_array().expect("an array").clone()
    }

    fn open(&mut self, name: &str) {
        let text = fs::read_to_string(self.path(name)).expect("read");
        let document = json!({ "uri": self.uri(name), "languageId": "c", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, name: &str, text: &str) {
        let document = json!({ "uri": self.uri(name), "version": 2 });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
    }

    /// Replaces a range of whole lines by a text, as if it were typed. Lines count from 0.
    fn retype(&mut self, name: &str, lines: std::ops::Range<u32>, text: &str) {
        let at = |line: u32| json!({ "line": line, "character": 0 });
        let range = json!({ "start": at(lines.start), "end": at(lines.end) });
        let document = json!({ "uri": self.uri(name), "version": 2 });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "range": range, "text": text }] }),
        );
    }

    /// Waits for the next diagnostics of a file. Returns their lines, which count from 0.
    fn next_diagnostics(&mut self, name: &str) -> BTreeSet<u64> {
        let uri = self.uri(name);
        let told = self.wait("diagnostics", |it| {
            it["method"] == "textDocument/publishDiagnostics" && it["params"]["uri"] == json!(uri)
        });
        let all = told["params"]["diagnostics"].as_array().expect("an array").iter();
        all.filter_map(|it| it["range"]["start"]["line"].as_u64()).collect()
    }

    /// The titles of the lenses, with their lines.
    fn lenses(&mut self, name: &str) -> Vec<String> {
        let params = json!({ "textDocument": { "uri": self.uri(name) } });
        let lenses = self.ask("textDocument/codeLens", params).expect("lenses");
        let words = |lens: &Value| {
            format!(
                "{} {}",
                lens["range"]["start"]["line"],
                lens["command"]["title"].as_str().expect("a title")
            )
        };
        lenses.as_array().expect("an array").iter().map(words).collect()
    }

    /// The text of a hover over a line. Lines count from 0.
    fn hover(&mut self, name: &str, line: u32) -> String {
        let params = json!({ "textDocument": { "uri": self.uri(name) }, "position": { "line": line, "character": 0 } });
        let hover = self.ask("textDocument/hover", params).expect("an answer");
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    fn execute(&mut self, command: &str, arguments: Value) -> Result<Value, i64> {
        self.ask("workspace/executeCommand", json!({ "command": command, "arguments": arguments }))
    }

    /// Ends the server as the protocol has it.
    fn close(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        self.tell("exit", Value::Null);
        drop(self.input.take());
        assert!(self.server.wait().expect("it ends").success());
    }
}

/// Reads a message; `None` at the end.
fn message(output: &mut impl BufRead) -> Option<(Instant, Value)> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().expect("a number"),
            Some(_) => {}
            None => break,
        }
    }
    let mut text = vec![0; length];
    output.read_exact(&mut text).ok()?;
    let arrived = Instant::now();
    Some((arrived, serde_json::from_slice(&text).expect("JSON")))
}

#[test]
fn an_editor_generates_tests_and_is_told_what_they_show() {
    let mut editor = Editor::new(&["util.c"], patient());
    let uri = editor.uri("util.c");
    editor.open("util.c");
    assert_eq!(editor.lenses("util.c"), ["1 generate tests", "7 generate tests", "13 generate tests"]);
    assert_eq!(editor.hover("util.c", 3), "");
    assert_eq!(editor.execute("symir.openTest", json!([uri, "half"])), Ok(Value::Null));
    assert_eq!(editor.execute("symir.generate", json!([uri])), Ok(Value::Null));
    editor.slowest = Duration::ZERO;
    // Everything is answered while the run goes on.
    for _ in 0..20 {
        assert!(!editor.has_ended(), "answers wait for the end of the run");
        assert_eq!(editor.lenses("util.c").len(), 3);
        editor.hover("util.c", 3);
    }
    assert!(editor.lenses("util.c")[0].contains("cancel"));
    println!("the slowest answer while a run went on: {:?}", editor.slowest);
    // The time is checked only on a machine that does nothing else.
    if std::env::var_os("SYMIR_TIMED").is_some() {
        assert!(editor.slowest < Duration::from_millis(100), "{:?}", editor.slowest);
    }
    let ended = editor.ended();
    assert_eq!(ended["end"], "done", "{ended}");
    let lenses = editor.lenses("util.c");
    assert!(lenses[1].starts_with("1 ") && lenses[1].ends_with("2 of 2 branches"), "{lenses:?}");

    let diagnostics = editor.diagnostics("util.c");
    let of = |severity: u32, words: &str| {
        let is_it = |it: &&Value| {
            it["severity"] == severity
                && it["message"].as_str().is_some_and(|message| message.contains(words))
        };
        diagnostics.iter().find(is_it).unwrap_or_else(|| panic!("no {words}: {diagnostics:#?}"))
    };
    let bug = of(1, "division by zero");
    assert_eq!(bug["range"]["start"], json!({ "line": 10, "character": 17 }), "{bug}");
    let message = bug["message"].as_str().expect("a text");
    assert!(message.contains("division by zero") && message.contains("ratio: "), "{message}");
    assert!(bug["relatedInformation"][0]["location"]["uri"].is_string());
    let need = of(3, "text is not null");
    assert_eq!(need["range"]["start"]["line"], 14);

    let hover = editor.hover("util.c", 3);
    assert!(hover.contains("of `half` come here") && hover.contains("- `half: "), "{hover}");
    let place = editor.execute("symir.openTest", json!([uri, 3])).expect("a place");
    let suite = fs::read_to_string(editor.path("tests/test_util.c")).expect("a suite");
    let line = suite.lines().nth(place["range"]["start"]["line"].as_u64().expect("a line") as usize);
    assert!(
        line.is_some_and(|line| line.contains("test_half") && line.contains("returns_minus_1")),
        "{line:?}"
    );
    editor.wait("to be shown the test", |it| it["method"] == "window/showDocument");
    // A suite has no lenses, since nobody wants tests of tests.
    editor.open("tests/test_util.c");
    assert_eq!(editor.lenses("tests/test_util.c"), Vec::<String>::new());

    // An inserted line moves the lines below it, and a changed function has no results.
    let text = fs::read_to_string(editor.path("util.c")).expect("read");
    editor.change("util.c", &text.replace("    return n / 2;", "    n += 0;\n    return n / 2;"));
    assert_eq!(editor.hover("util.c", 4), "This line was changed since tests were made.");
    let lines = |editor: &mut Editor| -> BTreeSet<u64> {
        editor.diagnostics("util.c").iter().filter_map(|it| it["range"]["start"]["line"].as_u64()).collect()
    };
    assert_eq!(Vec::from_iter(lines(&mut editor)), [11, 15]);
    editor.change("util.c", &text.replace("total / parts", "total % parts"));
    assert!(editor.hover("util.c", 3).contains("`half`"));
    assert_eq!(Vec::from_iter(lines(&mut editor)), [14]);
    editor.close();
}

#[test]
fn a_run_that_is_not_wanted_ends_and_others_follow() {
    let endless = json!({ "arguments": ["--time", "1h", "--paths", "1000000000", "--loop-limit", "100000"] });
    let mut editor = Editor::new(&["util.c", "slow.c"], endless);
    editor.open("slow.c");
    let (slow, util) = (editor.uri("slow.c"), editor.uri("util.c"));
    assert_eq!(editor.execute("symir.generate", json!([slow, "slow"])), Ok(Value::Null));
    assert_eq!(editor.lenses("slow.c"), ["1 symir is working on it: cancel"]);
    assert_eq!(editor.execute("symir.cancel", json!([])), Ok(Value::Null));
    assert_eq!(editor.ended()["end"], "cancelled");
    assert_eq!(editor.lenses("slow.c")[0], "1 generate tests");
    assert_eq!(editor.execute("symir.generate", json!([util, "half"])), Ok(Value::Null));
    let ended = editor.ended();
    assert_eq!((&ended["end"], &ended["function"]), (&json!("done"), &json!("half")), "{ended}");
    // If the editor leaves while a run goes on, the server ends the run.
    assert_eq!(editor.execute("symir.generate", json!([slow])), Ok(Value::Null));
    editor.close();
}

/// Everything that the editor does while a run goes on is answered before the run ends. The run would take an
/// hour, so the test needs no clock.
#[test]
fn everything_is_answered_while_a_run_goes_on() {
    let endless = json!({ "arguments": ["--time", "1h", "--paths", "1000000000", "--loop-limit", "100000"] });
    let mut editor = Editor::new(&["util.c", "slow.c"], endless);
    let (slow, util) = (editor.uri("slow.c"), editor.uri("util.c"));
    assert_eq!(editor.execute("symir.generate", json!([util, "ratio"])), Ok(Value::Null));
    assert_eq!(editor.ended()["end"], "done");
    editor.open("slow.c");
    assert_eq!(editor.execute("symir.generate", json!([slow, "slow"])), Ok(Value::Null));
    // Another run, which waits for the first one.
    assert_eq!(editor.execute("symir.generate", json!([util, "first"])), Ok(Value::Null));

    // A file that is opened now gets the earlier results.
    editor.open("util.c");
    assert_eq!(Vec::from_iter(editor.next_diagnostics("util.c")), [10]);
    assert!(editor.hover("util.c", 8).contains("`ratio`"));
    let edits: [(std::ops::Range<u32>, &str, &[u64]); 5] = [
        // The edits are a comment above the functions, half of a function, a string and brackets that are not
        // closed, half of the line with the bug, and this line as it was.
        (0..0, "/* new */\n", &[11]),
        (2..7, "int half(int n) {\n    if (n % 2) {\n", &[8]),
        (1..1, "{ \"(\n", &[9]),
        (9..10, "    return total /\n", &[]),
        (9..10, "    return total / parts;\n", &[9]),
    ];
    for (lines, text, expected) in edits {
        editor.retype("util.c", lines, text);
        let told = editor.next_diagnostics("util.c");
        assert_eq!(Vec::from_iter(told), expected, "after `{text}`");
        let lenses = editor.lenses("util.c");
        assert!(!lenses.is_empty(), "after `{text}`");
        editor.hover("util.c", 9);
        let place = editor.execute("symir.openTest", json!([util, "ratio"])).expect("an answer");
        assert!(place["uri"].is_string(), "{place}");
        assert_eq!(editor.lenses("slow.c"), ["1 symir is working on it: cancel"]);
    }
    assert!(!editor.has_ended(), "answers waited for the end of a run");
    let told_twice = |it: &&Value| {
        it["params"]["uri"] == json!(util) || (it.get("id").is_some() && it.get("method").is_none())
    };
    assert_eq!(editor.heard.iter().filter(told_twice).count(), 0, "{:#?}", editor.heard);
    println!("{} answers, the slowest one after {:?}", editor.n_asked, editor.slowest);
    assert_eq!(editor.execute("symir.cancel", json!([])), Ok(Value::Null));
    for _ in 0..2 {
        assert_eq!(editor.ended()["end"], "cancelled");
    }
    editor.close();
}

/// An editor can cancel a run by the lens or in its window of progress, and only this run ends.
#[test]
fn cancelling_ends_the_run_that_is_named() {
    let endless = json!({ "arguments": ["--time", "1h", "--paths", "1000000000", "--loop-limit", "100000"] });
    let mut editor = Editor::new(&["util.c", "slow.c"], endless);
    editor.open("slow.c");
    editor.open("util.c");
    let (slow, util) = (editor.uri("slow.c"), editor.uri("util.c"));
    assert_eq!(editor.execute("symir.generate", json!([slow, "slow"])), Ok(Value::Null));
    assert_eq!(editor.execute("symir.generate", json!([util, "half"])), Ok(Value::Null));
    assert_eq!(editor.execute("symir.generate", json!([util])), Ok(Value::Null));
    let begun = |it: &Value, name: &str| {
        it["params"]["value"]["kind"] == "begin"
            && it["params"]["token"].as_str().is_some_and(|it| it.ends_with(name))
    };
    let half = editor.wait("the progress of a run", |it| begun(it, "util.c half"));
    // No run has these names.
    assert_eq!(editor.execute("symir.cancel", json!([util, "ratio"])), Ok(Value::Null));
    editor.tell("window/workDoneProgress/cancel", json!({ "token": "other" }));
    editor.tell("window/workDoneProgress/cancel", json!({ "token": half["params"]["token"] }));
    // The whole file is still to be tested.
    assert_eq!(editor.lenses("util.c")[0], "1 symir is working on it: cancel");
    assert_eq!(editor.execute("symir.cancel", json!([util])), Ok(Value::Null));
    assert_eq!(editor.lenses("util.c")[0], "1 generate tests");
    assert_eq!(editor.lenses("slow.c"), ["1 symir is working on it: cancel"]);
    assert!(!editor.has_ended(), "the run under way was not named");
    assert_eq!(editor.execute("symir.cancel", json!([slow, "slow"])), Ok(Value::Null));
    for (uri, function) in [(&slow, json!("slow")), (&util, json!("half")), (&util, Value::Null)] {
        let ended = editor.ended();
        assert_eq!((&ended["end"], &ended["uri"]), (&json!("cancelled"), &json!(uri)), "{ended}");
        assert_eq!(ended["function"], function);
    }
    editor.close();
}

/// A text of 9.5 MB with 20,000 functions. With `SYMIR_TIMED=1`, on a machine that does nothing else, the
/// time is checked, too.
#[test]
fn a_very_long_file_is_answered_while_a_run_goes_on() {
    let endless = json!({ "arguments": ["--time", "1h", "--paths", "1000000000", "--loop-limit", "100000"] });
    let mut editor = Editor::new(&["slow.c"], endless);
    let function = |number: usize| {
        let body = "    sum += table[sum % 8] * 3 - 1; /* what is left */\n".repeat(8);
        format!(
            "/* Number {number}. */\nint work_{number}(const int *table)\n{{\n    int sum = 0;\n{body}}}\n\n"
        )
    };
    let text: String = (0..).map(function).take(19_000).collect();
    assert!(text.len() > 9_000_000);
    fs::write(editor.path("big.c"), text).expect("written");
    let (slow, big) = (editor.uri("slow.c"), editor.uri("big.c"));
    assert_eq!(editor.execute("symir.generate", json!([slow, "slow"])), Ok(Value::Null));
    editor.open("big.c");
    assert_eq!(editor.lenses("big.c").len(), 19_000);
    editor.slowest = Duration::ZERO;
    for _ in 0..3 {
        editor.retype("big.c", 200_000..200_000, "/* more */\n");
        editor.hover("big.c", 3);
        let params = json!({ "textDocument": { "uri": big } });
        let lenses = editor.ask("textDocument/codeLens", params).expect("lenses");
        assert_eq!(lenses.as_array().map(Vec::len), Some(19_000));
    }
    assert!(!editor.has_ended(), "answers waited for the end of a run");
    println!("the slowest answer about a text of 9.5 MB: {:?}", editor.slowest);
    if std::env::var_os("SYMIR_TIMED").is_some() {
        assert!(editor.slowest < Duration::from_millis(100), "{:?}", editor.slowest);
    }
    editor.close();
}

#[test]
fn broken_files_and_wrong_requests_are_answered() {
    let mut editor = Editor::new(&["util.c"], json!({ "folders": "x" }));
    let shown = editor.wait("a message", |it| it["method"] == "window/showMessage");
    assert!(shown["params"]["message"].as_str().is_some_and(|it| it.contains("folders")), "{shown}");
    let uri = editor.uri("util.c");
    let broken =
        "int half(int n) {\n    if (n % 2) {\n    return \"\n}\nint other(int n) { return unknown(; }\n";
    fs::write(editor.path("util.c"), broken).expect("written");
    editor.open("util.c");
    assert_eq!(editor.lenses("util.c"), ["0 generate tests", "4 generate tests"]);
    assert_eq!(editor.execute("symir.generate", json!([uri, "half"])), Ok(Value::Null));
    let ended = editor.ended();
    assert_eq!(ended["end"], "failed", "{ended}");
    assert!(ended["why"].as_str().is_some_and(|it| it.contains("error")), "{ended}");
    assert_eq!(editor.ask("textDocument/rename", json!({})), Err(-32601));
    assert_eq!(editor.ask("textDocument/hover", json!({ "position": 3 })), Err(-32602));
    assert_eq!(editor.execute("symir.generate", json!(["untitled:Untitled-1"])), Err(-32602));
    assert_eq!(editor.execute("symir.unknown", json!([uri])), Err(-32602));
    editor.change("util.c", "");
    assert_eq!(editor.lenses("util.c"), Vec::<String>::new());
    editor.close();
}

#[test]
fn neovim_shows_lenses_diagnostics_and_hovers() {
    if Command::new("nvim").arg("--version").output().is_err() {
        return skipped::skipped("there is no nvim: scripts/setup --tests installs it");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("util.c");
    fs::copy(Path::new(FOLDER).join("util.c"), &file).expect("copied");
    let mut command = Command::new("nvim");
    command
        .args(["--headless", "-n", "-u", "NONE", "-i", "NONE", "-S"])
        .arg(Path::new(FOLDER).join("neovim.lua"));
    command.env("SYMIR", cargo_bin("symir")).env("FILE", &file).env("XDG_STATE_HOME", folder.path());
    command.env("XDG_CACHE_HOME", folder.path()).stdin(Stdio::null());
    let output = command.output().expect("nvim starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let said = format!("{text}{}", String::from_utf8_lossy(&output.stderr));
    for words in [
        "lens 1 generate tests",
        "lens 7 generate tests",
        "ended done",
        "diagnostic 10 1 division by zero",
        "of `ratio` come here",
    ] {
        assert!(said.contains(words), "no `{words}` in:\n{said}");
    }
    assert!(output.status.success(), "{said}");
}
