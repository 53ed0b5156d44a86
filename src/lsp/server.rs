//! The loop that handles messages of the editor and the ends of runs.

use super::address;
use super::child::{End, Job, Runner};
use super::document::{Document, Moved};
use super::found::Found;
use super::transport::{self, Outgoing};
use crate::util::Interrupt;
use lsp_server::{Connection, ErrorCode, ExtractError, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    ClientCapabilities, CodeLensOptions, ExecuteCommandOptions, Hover, HoverContents,
    HoverProviderCapability, InitializeParams, Location, MarkupContent, MarkupKind, NumberOrString, Position,
    PublishDiagnosticsParams, Range, SaveOptions, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri, notification, request,
};
use notification::Notification as _;
use request::Request as _;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The commands that the user can give.
const GENERATE: &str = "symir.generate";
const CANCEL: &str = "symir.cancel";
const OPEN_TEST: &str = "symir.openTest";
/// The notification at the end of each run.
const ENDED: &str = "symir/ended";

/// Something that happens.
enum Event {
    Client(Message),
    /// The editor is gone.
    Closed,
    Ended(Job, End, Option<Box<Found>>),
    /// What earlier runs have found about a file that was opened.
    Known(PathBuf, Option<Box<Found>>),
}

/// Results that are to be read.
enum ToRead {
    /// What earlier runs have found about a file.
    Known(PathBuf),
    /// What a run has found that has just ended.
    New(Job, End),
}

/// The settings that the editor may send at the beginning, under `initializationOptions`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    /// The folder of suites, seen from the root of the workspace.
    folder: Option<PathBuf>,
    /// Further arguments for `symir gen`.
    arguments: Vec<String>,
}

/// A lens as the protocol has it. A file may have thousands, so they become text without [`Value`]s in
/// between.
#[derive(Serialize)]
struct Lens {
    range: Range,
    command: LensCommand,
}

#[derive(Serialize)]
struct LensCommand {
    title: Cow<'static, str>,
    command: &'static str,
    /// The address of the file, and perhaps a function.
    arguments: Vec<String>,
}

struct Server {
    /// Sends to the editor. If the editor is gone, nothing is sent, and the loop ends by itself.
    sender: Sender<Outgoing>,
    to_run: Sender<(Job, Interrupt)>,
    to_read: Sender<ToRead>,
    documents: BTreeMap<Uri, Document>,
    found: BTreeMap<PathBuf, Found>,
    /// The folder of suites, whose functions are tests and need none.
    suites: PathBuf,
    /// Runs that are under way or wait, the oldest first.
    runs: VecDeque<(Job, Interrupt)>,
    client: ClientCapabilities,
    /// How many requests were sent to the editor, which are numbered by this.
    n_sent: i32,
}

/// Serves an editor over standard input and standard output until it says that it is done, or is gone.
///
/// # Errors
/// If the editor does not keep to the protocol.
pub fn serve() -> Result<(), String> {
    let (connection, sender, threads) = transport::stdio();
    let result = talk(connection, sender);
    // The threads end with the connection; when the editor is gone there is nothing to wait for.
    match result {
        Ok(()) => threads.join().map_err(|error| error.to_string()),
        Err(why) => Err(why),
    }
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: [GENERATE, CANCEL, OPEN_TEST].map(str::to_owned).to_vec(),
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

fn talk(connection: Connection, sender: Sender<Outgoing>) -> Result<(), String> {
    let (id, params) = connection.initialize_start().map_err(|error| error.to_string())?;
    let params: InitializeParams = serde_json::from_value(params).map_err(|error| error.to_string())?;
    let (settings, trouble) = match params.initialization_options.clone().filter(|it| !it.is_null()) {
        None => (Settings::default(), None),
        Some(options) => match serde_json::from_value(options) {
            Ok(settings) => (settings, None),
            Err(error) => (Settings::default(), Some(format!("initializationOptions: {error}"))),
        },
    };
    let told = json!({
        "capabilities": capabilities(),
        "serverInfo": { "name": "symir", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, told).map_err(|error| error.to_string())?;
    let root = root(&params);
    let folder = settings.folder.unwrap_or_else(|| PathBuf::from("tests"));
    let runner = Runner { root, folder, arguments: settings.arguments };
    let (events, happens) = channel();
    let (to_run, jobs) = channel();
    let (to_read, reads) = channel();
    let mut server = Server {
        sender,
        to_run,
        to_read: to_read.clone(),
        documents: BTreeMap::new(),
        found: BTreeMap::new(),
        suites: runner.root.join(&runner.folder),
        runs: VecDeque::new(),
        client: params.capabilities,
        n_sent: 0,
    };
    if let Some(trouble) = trouble {
        server.show(1, &trouble);
    }
    let told = events.clone();
    let reading = runner.clone();
    let reader = thread::spawn(move || read_all(&reading, &reads, &told));
    let worker = thread::spawn(move || run_all(&runner, &jobs, &to_read));
    let Connection { sender, receiver } = connection;
    drop(sender);
    thread::spawn(move || {
        for message in &receiver {
            if events.send(Event::Client(message)).is_err() {
                return;
            }
        }
        let _ = events.send(Event::Closed);
    });
    let end = server.listen(&happens);
    server.runs.iter().for_each(|(_, interrupt)| interrupt.raise());
    // Closes the channels that the threads wait for.
    drop(server);
    let _ = worker.join();
    let _ = reader.join();
    end
}

/// The folder that runs are made in: the first one of the workspace.
#[allow(deprecated, reason = "older editors name the root alone")]
fn root(params: &InitializeParams) -> PathBuf {
    let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    let root = folders.chain(&params.root_uri).find_map(address::path);
    let root = root.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
    root.canonicalize().unwrap_or(root)
}

/// Makes the runs, one after the other.
fn run_all(runner: &Runner, jobs: &Receiver<(Job, Interrupt)>, ended: &Sender<ToRead>) {
    for (job, interrupt) in jobs {
        let end = runner.run(&job, &interrupt);
        if ended.send(ToRead::New(job, end)).is_err() {
            return;
        }
    }
}

/// Reads what runs have written. All of it goes through this thread, so that results are reported in the
/// order in which they were read, and a file that is opened during a run does not have to wait for it.
fn read_all(runner: &Runner, to_read: &Receiver<ToRead>, events: &Sender<Event>) {
    let read = |file: &Path| Found::read(&runner.root, &runner.root.join(&runner.folder), file).map(Box::new);
    for what in to_read {
        let event = match what {
            ToRead::Known(file) => {
                let found = read(&file);
                Event::Known(file, found)
            }
            ToRead::New(job, end) => {
                let found = read(&job.file);
                Event::Ended(job, end, found)
            }
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

impl Server {
    fn listen(&mut self, happens: &Receiver<Event>) -> Result<(), String> {
        let mut is_shut_down = false;
        for event in happens {
            match event {
                Event::Closed => return Ok(()),
                Event::Client(Message::Request(asked)) if asked.method == request::Shutdown::METHOD => {
                    is_shut_down = true;
                    self.runs.iter().for_each(|(_, interrupt)| interrupt.raise());
                    self.send(Response::new_ok(asked.id, ()));
                }
                Event::Client(Message::Request(asked)) if is_shut_down => {
                    let why = "the server was told to shut down".to_owned();
                    self.send(Response::new_err(asked.id, ErrorCode::InvalidRequest as i32, why));
                }
                Event::Client(Message::Request(asked)) => {
                    let answer = self.answer(asked);
                    let _ = self.sender.send(answer);
                }
                Event::Client(Message::Notification(told)) if told.method == notification::Exit::METHOD => {
                    return match is_shut_down {
                        true => Ok(()),
                        false => Err("the editor left without a word".to_owned()),
                    };
                }
                Event::Client(Message::Notification(told)) => self.hear(told),
                Event::Client(Message::Response(_)) => {}
                Event::Ended(job, end, found) => self.ended(&job, &end, found),
                Event::Known(file, found) => self.learn(&file, found),
            }
        }
        Ok(())
    }

    fn send(&self, message: impl Into<Outgoing>) {
        let _ = self.sender.send(message.into());
    }

    fn notify(&self, method: &str, params: Value) {
        self.send(Notification { method: method.to_owned(), params });
    }

    /// Sends the editor a request whose answer is not needed.
    fn ask(&mut self, method: &str, params: Value) {
        self.n_sent += 1;
        self.send(Request { id: RequestId::from(self.n_sent), method: method.to_owned(), params });
    }

    /// Shows a message; 1 is an error, 2 a warning, 3 something to know.
    fn show(&self, kind: u32, words: &str) {
        self.notify(
            notification::ShowMessage::METHOD,
            json!({ "type": kind, "message": format!("symir: {words}") }),
        );
    }

    fn answer(&mut self, asked: Request) -> Outgoing {
        let id = asked.id.clone();
        let result = match asked.method.as_str() {
            request::CodeLensRequest::METHOD => match parsed::<request::CodeLensRequest>(asked) {
                Ok(params) => match Outgoing::answer(&id, &self.lenses(&params.text_document.uri)) {
                    Ok(answer) => return answer,
                    Err(error) => Err((ErrorCode::InternalError, error.to_string())),
                },
                Err(wrong) => Err(wrong),
            },
            request::HoverRequest::METHOD => parsed::<request::HoverRequest>(asked).map(|params| {
                let at = params.text_document_position_params;
                json!(self.hover(&at.text_document.uri, at.position.line))
            }),
            request::ExecuteCommand::METHOD => parsed::<request::ExecuteCommand>(asked)
                .and_then(|params| self.execute(&params.command, &params.arguments)),
            other => Err((ErrorCode::MethodNotFound, format!("symir does not know {other}"))),
        };
        match result {
            // `Response::new_ok` would copy the value, which is large if a file has thousands of functions.
            Ok(value) => Response { id, response_result: Ok(value) }.into(),
            Err((code, why)) => Response::new_err(id, code as i32, why).into(),
        }
    }

    fn hear(&mut self, told: Notification) {
        match told.method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                let Some(params) = heard::<notification::DidOpenTextDocument>(told) else { return };
                let uri = params.text_document.uri;
                if let Some(file) = file(&uri) {
                    let _ = self.to_read.send(ToRead::Known(file));
                }
                self.documents.insert(uri, Document::new(params.text_document.text));
            }
            notification::DidChangeTextDocument::METHOD => {
                let Some(params) = heard::<notification::DidChangeTextDocument>(told) else { return };
                let Some(document) = self.documents.get_mut(&params.text_document.uri) else { return };
                document.change(params.content_changes);
                self.publish(&params.text_document.uri);
            }
            notification::DidCloseTextDocument::METHOD => {
                let Some(params) = heard::<notification::DidCloseTextDocument>(told) else { return };
                self.documents.remove(&params.text_document.uri);
            }
            notification::WorkDoneProgressCancel::METHOD => {
                let Some(params) = heard::<notification::WorkDoneProgressCancel>(told) else { return };
                let NumberOrString::String(named) = params.token else { return };
                self.cancel(|job| token(job) == named);
            }
            _ => {}
        }
    }

    /// The lenses over the functions of a text.
    fn lenses(&mut self, uri: &Uri) -> Vec<Lens> {
        let Some(document) = self.documents.get_mut(uri) else { return Vec::new() };
        let file = file(uri);
        if file.as_ref().is_some_and(|file| file.starts_with(&self.suites)) {
            return Vec::new();
        }
        let found = file.as_ref().and_then(|file| self.found.get(file));
        let under_way = self.runs.iter().filter(|(_, interrupt)| !interrupt.is_raised()).map(|(job, _)| job);
        let under_way: Vec<&Job> = under_way.filter(|job| Some(&job.file) == file.as_ref()).collect();
        let mut lenses = Vec::new();
        for function in document.functions() {
            let mut lens = |title: Cow<'static, str>, command, named: Option<&str>| {
                let arguments = [uri.as_str()].into_iter().chain(named).map(str::to_owned).collect();
                let at = Position::new(function.line - 1, 0);
                let command = LensCommand { title, command, arguments };
                lenses.push(Lens { range: Range { start: at, end: at }, command });
            };
            let is_of = |job: &&&Job| job.function.as_ref().is_none_or(|name| *name == function.name);
            match under_way.iter().find(is_of) {
                Some(job) => lens("symir is working on it: cancel".into(), CANCEL, job.function.as_deref()),
                None => lens("generate tests".into(), GENERATE, Some(&function.name)),
            }
            let known = found.and_then(|found| found.function(&function.name));
            if let Some((made, report)) = known.and_then(|it| Some((it.report.made.as_ref()?, &it.report))) {
                let title = format!("{} tests, {} branches", made.tests, report.coverage());
                lens(title.into(), OPEN_TEST, Some(&function.name));
            }
        }
        lenses
    }

    /// How the text of a file has changed since its results were made.
    fn moved(&self, uri: &Uri, found: &Found) -> Moved {
        let now = self.documents.get(uri).map_or(found.text.as_str(), |document| &document.text);
        Moved::between(&found.text, now)
    }

    fn hover(&self, uri: &Uri, line: u32) -> Option<Hover> {
        let found = self.found.get(&file(uri)?)?;
        let moved = self.moved(uri, found);
        let value = match moved.then(line) {
            Some(then) => found.hover(then + 1)?,
            None => "This line was changed since tests were made.".to_owned(),
        };
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Some(Hover { contents, range: None })
    }

    fn execute(&mut self, command: &str, arguments: &[Value]) -> Result<Value, (ErrorCode, String)> {
        let wrong = |why: &str| (ErrorCode::InvalidParams, why.to_owned());
        if command == CANCEL && arguments.is_empty() {
            self.cancel(|_| true);
            return Ok(Value::Null);
        }
        let uri = arguments.first().cloned().ok_or_else(|| wrong("name the file"))?;
        let uri: Uri = serde_json::from_value(uri).map_err(|error| wrong(&error.to_string()))?;
        let file = file(&uri).ok_or_else(|| wrong("the text is in no file: save it first"))?;
        let function = || arguments.get(1).and_then(Value::as_str).map(str::to_owned);
        match command {
            GENERATE => {
                self.begin(Job { file, function: function() });
                Ok(Value::Null)
            }
            CANCEL => {
                let named = Job { file, function: function() };
                self.cancel(|job| *job == named);
                Ok(Value::Null)
            }
            OPEN_TEST => Ok(json!(self.open_test(&uri, &file, arguments.get(1)))),
            other => Err(wrong(&format!("symir has no command {other}"))),
        }
    }

    /// Begins a run, unless the same one is under way.
    fn begin(&mut self, job: Job) {
        if self.runs.iter().any(|(other, interrupt)| *other == job && !interrupt.is_raised()) {
            return;
        }
        let interrupt = Interrupt::default();
        let title = format!("tests of {}", words(&job));
        self.runs.push_back((job.clone(), interrupt.clone()));
        if self.shows_progress() {
            let token = token(&job);
            self.ask("window/workDoneProgress/create", json!({ "token": token }));
            let begun = json!({ "kind": "begin", "title": title, "cancellable": true });
            self.notify("$/progress", json!({ "token": token, "value": begun }));
        }
        let _ = self.to_run.send((job, interrupt));
        self.refresh_lenses();
    }

    fn ended(&mut self, job: &Job, end: &End, found: Option<Box<Found>>) {
        if let Some(at) = self.runs.iter().position(|(other, _)| other == job) {
            self.runs.remove(at);
        }
        if self.shows_progress() {
            self.notify("$/progress", json!({ "token": token(job), "value": { "kind": "end" } }));
        }
        if *end != End::Cancelled || found.is_some() {
            self.learn(&job.file, found);
        }
        let (word, why) = match end {
            End::Done => ("done", None),
            End::Cancelled => ("cancelled", None),
            End::Failed(why) => {
                self.show(2, &format!("no tests of {}: {why}", words(job)));
                ("failed", Some(why))
            }
        };
        let told =
            json!({ "uri": address::uri(&job.file), "function": job.function, "end": word, "why": why });
        self.notify(ENDED, told);
        self.refresh_lenses();
    }

    /// Ends the runs that `is_it` selects, among those that are under way or wait.
    fn cancel(&mut self, is_it: impl Fn(&Job) -> bool) {
        let named = self.runs.iter().filter(|(job, _)| is_it(job));
        named.for_each(|(_, interrupt)| interrupt.raise());
        self.refresh_lenses();
    }

    fn learn(&mut self, file: &Path, found: Option<Box<Found>>) {
        match found {
            Some(found) => self.found.insert(file.to_owned(), *found),
            None => self.found.remove(file),
        };
        let open = self.documents.keys().filter(|uri| self::file(uri).is_some_and(|it| it == file));
        let open: Vec<Uri> = open.cloned().collect();
        open.iter().for_each(|uri| self.publish(uri));
    }

    /// Sends the diagnostics of a text to the editor.
    fn publish(&self, uri: &Uri) {
        let Some(file) = file(uri) else { return };
        let found = self.found.get(&file);
        let diagnostics =
            found.map_or_else(Vec::new, |found| found.diagnostics(&file, &self.moved(uri, found)));
        let params = PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version: None };
        self.notify(notification::PublishDiagnostics::METHOD, json!(params));
    }

    /// The place of a test: of a function by its name, or of a line, from 0.
    fn open_test(&mut self, uri: &Uri, file: &Path, what: Option<&Value>) -> Option<Location> {
        let found = self.found.get(file)?;
        let line = what.and_then(Value::as_u64).and_then(|line| self.moved(uri, found).then(line as u32));
        let function = match (what.and_then(Value::as_str), line) {
            (Some(name), _) => found.function(name),
            (None, Some(line)) => found
                .functions
                .iter()
                .find(|function| (function.report.line..=function.report.last).contains(&(line + 1))),
            (None, None) => found.functions.first(),
        };
        let (path, line) = function?.test_at(line.map(|line| line + 1))?;
        let at = Position::new(line.saturating_sub(1), 0);
        let location = Location { uri: address::uri(&path)?, range: Range { start: at, end: at } };
        let can_show = self.client.window.as_ref().and_then(|window| window.show_document.as_ref());
        if can_show.is_some_and(|show| show.support) {
            let shown = json!({ "uri": location.uri, "takeFocus": true, "selection": location.range });
            self.ask("window/showDocument", shown);
        }
        Some(location)
    }

    fn shows_progress(&self) -> bool {
        self.client.window.as_ref().and_then(|window| window.work_done_progress).unwrap_or(false)
    }

    /// Makes the editor ask for lenses again.
    fn refresh_lenses(&mut self) {
        let workspace = self.client.workspace.as_ref().and_then(|workspace| workspace.code_lens.as_ref());
        if workspace.and_then(|lens| lens.refresh_support).unwrap_or(false) {
            self.ask("workspace/codeLens/refresh", Value::Null);
        }
    }
}

/// The file of an address, by its canonical path.
fn file(uri: &Uri) -> Option<PathBuf> {
    let path = address::path(uri)?;
    Some(path.canonicalize().unwrap_or(path))
}

fn words(job: &Job) -> String {
    let file = job.file.file_name().unwrap_or_default().to_string_lossy();
    job.function.clone().unwrap_or_else(|| file.into_owned())
}

/// The token by which the editor knows a run.
fn token(job: &Job) -> String {
    format!("symir {} {}", job.file.display(), job.function.as_deref().unwrap_or_default())
}

fn parsed<R: request::Request>(asked: Request) -> Result<R::Params, (ErrorCode, String)> {
    let params = asked.extract::<R::Params>(R::METHOD);
    params.map(|(_, params)| params).map_err(|error| match error {
        ExtractError::JsonError { error, .. } => (ErrorCode::InvalidParams, error.to_string()),
        ExtractError::MethodMismatch(asked) => (ErrorCode::MethodNotFound, asked.method),
    })
}

fn heard<N: notification::Notification>(told: Notification) -> Option<N::Params> {
    told.extract(N::METHOD).ok()
}
