//! Calls of functions of this machine's C library.
//!
//! One process of ours, compiled from `server.c`, does the calls. It loads a thunk, see [`super::thunk`], for
//! every type of every function, so that all functions share the state of the library. The process starts at
//! the first call. A call that crashes, ends the process, or does not return is an error, and the next call
//! has a new process.
//!
//! This module does not know what the bytes of objects mean. A function that gets a structure with addresses
//! in it finds addresses of the interpreted program, and most likely crashes. If a function keeps an address
//! that it got, this address is soon not valid any more.

use super::child::{Answer, Reply, Server};
use super::containment::Containment;
use super::launcher::{Launcher, Purpose, Wish, spawn};
use super::thunk;
use crate::exec::{NativeCall, NativeResult};
use crate::frontend;
use crate::util::exhausted::in_words;
use crate::util::{Kept, Scratch};
use std::collections::HashMap;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// How to call.
#[derive(Clone, Debug)]
pub struct NativeOptions {
    /// The clang that compiles the code of calls; if there is none, it is searched for.
    pub clang: Option<PathBuf>,
    /// How long one call may take.
    pub limit: Duration,
    pub surroundings: Surroundings,
    /// The parts of containment without which no fresh process is started; see [`Containment`].
    pub required: u64,
}

impl Default for NativeOptions {
    fn default() -> Self {
        Self {
            clang: None,
            limit: Duration::from_secs(10),
            surroundings: Surroundings::default(),
            required: 0,
        }
    }
}

/// The folder, environment and process in which a function is called.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Surroundings {
    /// In an empty folder, without an environment, contained as tests are, and in a new process for each
    /// call, so that no path sees the effects of another.
    #[default]
    Fresh,
    /// In our folder and environment, and in the same process as the calls before.
    Ours,
}

/// The result and the output of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Called {
    pub result: NativeResult,
    /// What the function wrote to standard output.
    pub stdout: Vec<u8>,
    /// What the function wrote to standard error.
    pub stderr: Vec<u8>,
}

/// Calls functions of this machine's C library.
pub struct NativeCalls {
    options: NativeOptions,
    // Dropped before the workshop, in whose folder it may run.
    server: Option<Server>,
    workshop: Option<Workshop>,
}

impl NativeCalls {
    /// Nothing is compiled or started before the first call.
    pub fn new(options: NativeOptions) -> Self {
        Self { options, server: None, workshop: None }
    }

    /// Does one call. The error says why there is no result.
    pub fn call(&mut self, call: &NativeCall<'_>) -> Result<Called, String> {
        let source = thunk::source(call)?;
        let workshop = match &mut self.workshop {
            Some(workshop) => workshop,
            none => none.insert(Workshop::new(self.options.clang.as_deref())?),
        };
        let path = workshop.thunk(source, call.code)?;
        let server = match &mut self.server {
            Some(server) => server,
            none => none.insert(workshop.start(&self.options)?),
        };
        let reply = server.call(&path, call, self.options.limit);
        if matches!(reply, Reply::Gone(_)) || self.options.surroundings == Surroundings::Fresh {
            self.server = None;
        }
        match reply {
            Reply::Answer(Answer::Done { value, error, objects, stdout, stderr }) => {
                Ok(Called { result: NativeResult { value, error, objects }, stdout, stderr })
            }
            Reply::Answer(Answer::Missing) => {
                Err(format!("the C library of this machine has no function `{}`", call.function))
            }
            Reply::Answer(Answer::Failed(why)) | Reply::Gone(why) => Err(why),
        }
    }
}

/// The folder with the compiled files.
struct Workshop {
    clang: PathBuf,
    folder: Scratch,
    launcher: Launcher,
    /// The thunks by their C code.
    thunks: HashMap<String, PathBuf>,
}

/// The shared objects of thunks, by clang and their C code: several runs of a process call the same functions.
static THUNKS: Kept<(PathBuf, String), Arc<[u8]>> = Kept::new();

const SERVER: &str = include_str!("server.c");

impl Workshop {
    fn new(clang: Option<&Path>) -> Result<Self, String> {
        let clang = frontend::find_clang(clang).map_err(|error| error.to_string())?.path;
        let folder = Scratch::new().map_err(|error| format!("the temporary folder: {}", in_words(&error)))?;
        let launcher = Launcher::new(folder.path())?;
        let workshop = Self { clang, folder, launcher, thunks: HashMap::new() };
        workshop.write("confine.h", include_str!("confine.h"))?;
        std::fs::create_dir(workshop.empty())
            .map_err(|error| format!("the temporary folder: {}", in_words(&error)))?;
        // The library of mathematics is linked for the thunks.
        let libraries = ["-ldl", "-Wl,--no-as-needed", "-lm"];
        workshop.compile(SERVER, &["-O1"], &workshop.server(), &libraries)?;
        Ok(workshop)
    }

    fn server(&self) -> PathBuf {
        self.folder.path().join("server")
    }

    fn empty(&self) -> PathBuf {
        self.folder.path().join("empty")
    }

    /// The shared object with this thunk.
    fn thunk(&mut self, source: String, code: Option<&str>) -> Result<PathBuf, String> {
        let key = format!("{source}{}", code.unwrap_or_default());
        if let Some(path) = self.thunks.get(&key) {
            return Ok(path.clone());
        }
        let path = self.folder.path().join(format!("{}.so", self.thunks.len()));
        let object = THUNKS.get_or_make((self.clang.clone(), key.clone()), || {
            let mut parts = Vec::new();
            if let Some(code) = code {
                let file = path.with_extension("ll");
                self.write(&file, code)?;
                parts.push(file.display().to_string());
            }
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            self.compile(&source, &["-O0", "-fno-builtin", "-fPIC", "-shared"], &path, &parts)?;
            std::fs::read(&path).map(Arc::from).map_err(|error| in_words(&error))
        })?;
        std::fs::write(&path, &object).map_err(|error| in_words(&error))?;
        self.thunks.insert(key, path.clone());
        Ok(path)
    }

    fn compile(&self, source: &str, flags: &[&str], output: &Path, libraries: &[&str]) -> Result<(), String> {
        let file = output.with_extension("c");
        self.write(&file, source)?;
        let mut command = Command::new(&self.clang);
        command.args(["-std=gnu11", "-w"]).args(flags).arg(&file).arg("-o").arg(output).args(libraries);
        command.env("TMPDIR", self.folder.path());
        let done = command.stdin(Stdio::null()).output();
        let done = done.map_err(|error| format!("{}: {error}", self.clang.display()))?;
        match done.status.success() {
            true => Ok(()),
            false => {
                let words = String::from_utf8_lossy(&done.stderr);
                let first = words.lines().find(|line| line.contains("error")).unwrap_or("no reason given");
                Err(format!("clang cannot compile what does the call: {first}"))
            }
        }
    }

    /// Writes a file; a relative path is one in the folder.
    fn write(&self, file: impl AsRef<Path>, text: &str) -> Result<(), String> {
        let done = std::fs::write(self.folder.path().join(file), text);
        done.map_err(|error| format!("the temporary folder: {}", in_words(&error)))
    }

    fn start(&self, options: &NativeOptions) -> Result<Server, String> {
        let mut command = match options.surroundings {
            Surroundings::Fresh => {
                let required = options.required;
                let wish = Wish { wanted: Containment::ALL, required, fixed_addresses: false };
                self.launcher.command(Purpose::Calls, &self.empty(), &self.server(), &wish, &[])
            }
            Surroundings::Ours => {
                let mut command = Command::new(self.server());
                command.arg(self.folder.path());
                // A signal to its group of processes does not reach ours.
                command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
                command
            }
        };
        let is_launcher = options.surroundings == Surroundings::Fresh;
        let process = spawn(&mut command);
        process
            .map(|process| Server::new(process, is_launcher))
            .map_err(|error| format!("the process that does the call: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::{NativeArgument, NativeValue};
    use crate::ir::ArgKind;
    use crate::util::Bits;
    use std::time::Instant;

    fn int(value: u32) -> NativeArgument {
        NativeArgument::Number { width: Bits(32), kind: ArgKind::Integer, value: value.into() }
    }

    fn call(function: &str, arguments: Vec<NativeArgument>, objects: Vec<Vec<u8>>) -> NativeCall<'_> {
        let result = Some((Bits(32), ArgKind::Integer));
        NativeCall { function, code: None, arguments, objects, result, fixed: None }
    }

    #[test]
    fn results_objects_and_output_come_back() {
        let options = NativeOptions { surroundings: Surroundings::Ours, ..NativeOptions::default() };
        let mut calls = NativeCalls::new(options);
        let failed =
            calls.call(&call("close", vec![int(-1_i32 as u32)], Vec::new())).expect("close is there");
        assert_eq!(failed.result.error, 9, "EBADF");
        let called = calls.call(&call("abs", vec![int(-7_i32 as u32)], Vec::new())).expect("abs is there");
        assert_eq!(called.result.value, NativeValue::Number(7));
        // Both arguments point to one object.
        let place = |offset| NativeArgument::Pointer { object: 0, offset };
        let arguments = vec![place(2), place(0), int(2)];
        let mut copy = call("memcpy", arguments, vec![b"abcd".to_vec()]);
        copy.result = Some((Bits(64), ArgKind::Pointer));
        let called = calls.call(&copy).expect("memcpy is there");
        assert_eq!(called.result.objects, [b"abab".to_vec()]);
        assert_eq!(called.result.value, NativeValue::Within { object: 0, offset: 2 });
        for text in ["one", "two"] {
            let object = format!("{text}\0").into_bytes();
            let called = calls.call(&call("puts", vec![place(0)], vec![object])).expect("puts is there");
            assert_eq!(called.stdout, format!("{text}\n").as_bytes());
        }
    }

    #[test]
    fn what_goes_wrong_is_said_and_over_with_the_call() {
        let options = NativeOptions { limit: Duration::from_secs(1), ..NativeOptions::default() };
        let mut calls = NativeCalls::new(options);
        let mut check = |call: NativeCall<'_>, words: &str| {
            let why = calls.call(&call).expect_err(words);
            assert!(why.contains(words), "{why}");
        };
        let place = NativeArgument::Pointer { object: 0, offset: 0 };
        let start = Instant::now();
        check(call("pause", Vec::new(), Vec::new()), "does not return within 1 s");
        assert!(start.elapsed() < Duration::from_secs(8));
        check(call("abort", Vec::new(), Vec::new()), "crashes with signal 6");
        check(call("exit", vec![int(3)], Vec::new()), "ends its process with status 3");
        check(call("no_such_function", Vec::new(), Vec::new()), "has no function `no_such_function`");
        check(call("memset", vec![place, int(1), int(9)], vec![vec![0; 8]]), "behind the end of an object");
        let mut name = call("ctermid", vec![int(0)], Vec::new());
        name.result = Some((Bits(64), ArgKind::Pointer));
        check(name, "a pointer to an object that symir does not know");
        let text = NativeArgument::Pointer { object: 1, offset: 0 };
        let split = call("strsep", vec![place, text], vec![vec![0; 8], b"a\0".to_vec()]);
        calls_fine(&mut calls, &split);
    }

    /// A null pointer in an object is no address.
    fn calls_fine(calls: &mut NativeCalls, call: &NativeCall<'_>) {
        assert_eq!(calls.call(call).expect("it returns").result.objects, call.objects);
    }
}
