//! Hostile programs: `tests/replay/hostile.c` draws sequences of system calls from a grammar, which are run
//! as tests by root, by a user who may have namespaces, and by a user who may not. Nothing outside changes,
//! nothing of the tests is left, and they cannot read a secret. `SYMIR_HOSTILE=200` runs so many in each
//! set-up, as tests and when the program is loaded.

use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const SECRET: &str = "symir-hostile-secret?";
/// A user who is not root, for set-ups without root if root runs these tests.
const USER: u32 = 65534;

/// Who runs symir.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum SetUp {
    Root,
    User,
    UserWithoutNamespaces,
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

impl SetUp {
    /// The set-ups that are possible here: a user cannot become root.
    fn all() -> Vec<Self> {
        let mut all = vec![SetUp::User, SetUp::UserWithoutNamespaces];
        if is_root() {
            all.push(SetUp::Root);
        }
        all
    }

    /// A command that runs a program in this set-up.
    fn command(self, program: &Path) -> Command {
        let mut words: Vec<&str> = Vec::new();
        if is_root() && self != SetUp::Root {
            words.extend(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]);
        }
        if self == SetUp::UserWithoutNamespaces && may_have_namespaces() {
            // In a user namespace that may have no further ones, and without privileges in it.
            words.extend(["unshare", "--user", "--map-current-user", "--keep-caps", "sh", "-c"]);
            words.push(
                "echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --ambient-caps=-all \
                 --inh-caps=-all --bounding-set=-all \"$@\"",
            );
            words.push("sh");
        }
        let mut command = match words.split_first() {
            Some((first, rest)) => {
                let mut command = Command::new(first);
                command.args(rest).arg(program);
                command
            }
            None => Command::new(program),
        };
        command.current_dir("/");
        command
    }

    fn owner(self) -> Option<u32> {
        (is_root() && self != SetUp::Root).then_some(USER)
    }
}

fn may_have_namespaces() -> bool {
    let done = Command::new("unshare").args(["--user", "true"]).stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}

/// Objects outside of the tests, which must not change.
struct World {
    folder: tempfile::TempDir,
    /// Copies of files that the user cannot read in their own places.
    copies: tempfile::TempDir,
    victim: Child,
    fifo: fs::File,
    socket: UnixListener,
    /// A block device, if root can make one, and the file behind it.
    device: Option<String>,
    name: String,
}

impl World {
    fn new(set_up: SetUp) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("changed");
        fs::write(at("plain"), "as it was\n").expect("written");
        fs::write(at("secret"), SECRET).expect("written");
        fs::set_permissions(at("secret"), fs::Permissions::from_mode(0o600)).expect("changed");
        fs::create_dir(at("empty")).expect("made");
        std::os::unix::fs::symlink("plain", at("link")).expect("linked");
        assert!(Command::new("mkfifo").arg(at("fifo")).status().expect("mkfifo starts").success());
        let socket = UnixListener::bind(at("socket")).expect("bound");
        socket.set_nonblocking(true).expect("changed");
        fs::write(at("image"), vec![0x5a; 1 << 16]).expect("written");
        let device = is_root().then(|| loop_device(&at("image"))).flatten();
        if let Some(owner) = set_up.owner() {
            for entry in fs::read_dir(folder.path()).expect("read") {
                let path = entry.expect("an entry").path();
                std::os::unix::fs::lchown(path, Some(owner), Some(owner)).expect("given away");
            }
            std::os::unix::fs::chown(folder.path(), Some(owner), Some(owner)).expect("given away");
        }
        let mut opening = fs::OpenOptions::new();
        opening.read(true).write(true).custom_flags(libc::O_NONBLOCK);
        let fifo = opening.open(at("fifo")).expect("opened");
        let mut sleeper = Command::new("sleep");
        sleeper.arg("3600").current_dir(folder.path()).env("SECRET", SECRET).process_group(0);
        if let Some(owner) = set_up.owner() {
            sleeper.uid(owner).gid(owner);
        }
        let victim = sleeper.stdin(Stdio::null()).spawn().expect("sleep starts");
        let name = format!("h{}", victim.id());
        let copies = tempfile::tempdir().expect("a temporary folder");
        fs::set_permissions(copies.path(), fs::Permissions::from_mode(0o755)).expect("changed");
        Self { folder, copies, victim, fifo, socket, device, name }
    }

    /// Runs symir with the arguments for the driver; `further` are flags for clang.
    fn run(&self, set_up: SetUp, first: u64, count: u64, further: &[String]) -> Output {
        let (symir, driver) = self.programs(set_up);
        let mut command = set_up.command(&symir);
        let victim = self.victim.id();
        let device = self.device.as_deref().unwrap_or("/dev/nothing");
        command.args(["run", "--all"]).arg(driver).args(["--replay-time", "2s", "--"]);
        command.arg(format!("-DOUTSIDE=\"{}\"", self.folder.path().display()));
        command.arg(format!("-DVICTIM={victim}")).arg(format!("-DVICTIM_FOLDER=\"/proc/{victim}\""));
        command.arg(format!("-DDEVICE=\"{device}\"")).arg(format!("-DNAME=\"{}\"", self.name));
        command.arg(format!("-DFIRST={first}")).arg(format!("-DCOUNT={count}")).args(further);
        command.output().expect("symir starts")
    }

    /// symir and the driver, where the user can read them.
    fn programs(&self, set_up: SetUp) -> (PathBuf, PathBuf) {
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replay/hostile.c");
        (self.readable(set_up, &cargo_bin("symir")), self.readable(set_up, &driver))
    }

    /// The file itself, or a copy if the user cannot read it.
    fn readable(&self, set_up: SetUp, path: &Path) -> PathBuf {
        let done = set_up.command(Path::new("test")).arg("-r").arg(path).status();
        if done.expect("test starts").success() {
            return path.to_owned();
        }
        let copy = self.copies.path().join(path.file_name().expect("a file"));
        fs::copy(path, &copy).expect("copied");
        fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).expect("changed");
        copy
    }

    /// All that must not change, in words.
    fn state(&mut self) -> BTreeMap<String, String> {
        let mut state = BTreeMap::new();
        let mut put = |name: &str, words: String| state.insert(name.to_owned(), words);
        let mut paths = vec![self.folder.path().to_owned()];
        let entries = fs::read_dir(self.folder.path()).expect("read");
        paths.extend(entries.map(|entry| entry.expect("an entry").path()));
        for path in paths {
            let status = fs::symlink_metadata(&path).expect("it is there");
            let kind = status.file_type();
            let contents = match kind.is_file() {
                true => format!("{:?}", fs::read(&path).map(|bytes| (bytes.len(), checksum(&bytes)))),
                false => format!("{kind:?}, a socket: {}", kind.is_socket()),
            };
            let owner = (status.uid(), status.gid(), status.nlink());
            let times = (status.mtime(), status.mtime_nsec(), status.ctime(), status.ctime_nsec());
            put(&path.display().to_string(), format!("{:o} {owner:?} {times:?} {contents}", status.mode()));
        }
        for device in ["null", "zero", "full", "random", "urandom"] {
            let status = fs::metadata(format!("/dev/{device}")).expect("it is there");
            put(device, format!("{:o} {} {}", status.mode(), status.uid(), status.gid()));
        }
        put("the FIFO", format!("{:?}", self.fifo.read(&mut [0; 16]).map_err(|error| error.kind())));
        put("the socket", format!("{:?}", self.socket.accept().map(|_| ()).map_err(|error| error.kind())));
        if let Some(device) = &self.device {
            put(device, format!("{:?}", fs::read(device).map(|bytes| checksum(&bytes))));
        }
        put("the victim", format!("{:?}", self.victim.try_wait().map(|status| status.is_none())));
        let of_victim = |file: &str| {
            let text = fs::read_to_string(format!("/proc/{}/{file}", self.victim.id()));
            text.unwrap_or_default()
        };
        // Its priority, its nice value, and how it is scheduled.
        let stat = of_victim("stat");
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split(' ').collect();
        put("priorities", format!("{:?}", [16, 17, 38, 39].map(|at| fields.get(at).copied())));
        for file in ["limits", "oom_score_adj", "comm", "cmdline"] {
            put(file, of_victim(file));
        }
        let status = of_victim("status");
        let lines = status.lines().filter(|line| line.contains("_allowed") || line.starts_with("TracerPid"));
        put("what the victim may use", lines.collect::<Vec<_>>().join("; "));
        put("the host", fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default());
        for kind in ["shm", "sem", "msg"] {
            let text = fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap_or_default();
            let key = |line: &&str| line.split_whitespace().next().and_then(|key| key.parse::<u64>().ok());
            let ours = |line: &&str| key(line).is_some_and(|key| key & !7 == 0x5131_0000);
            put(kind, format!("{:?}", text.lines().filter(ours).collect::<Vec<_>>()));
        }
        for path in ["/dev/shm/symir-hostile", "/dev/mqueue/symir-hostile", "/tmp/inside"] {
            put(path, format!("there: {}", Path::new(path).exists()));
        }
        let named = |entry: &fs::DirEntry| {
            let comm = fs::read_to_string(entry.path().join("comm")).unwrap_or_default();
            comm.trim_end() == self.name
        };
        let processes = fs::read_dir("/proc").expect("read").flatten();
        put("processes that are left", processes.filter(named).count().to_string());
        state
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = self.victim.kill();
        let _ = self.victim.wait();
        if let Some(device) = &self.device {
            let _ = Command::new("losetup").args(["--detach", device]).status();
        }
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

fn loop_device(image: &Path) -> Option<String> {
    let done = Command::new("losetup").args(["--find", "--show"]).arg(image).output().ok()?;
    let name = String::from_utf8_lossy(&done.stdout).trim().to_owned();
    (done.status.success() && !name.is_empty()).then_some(name)
}

/// Runs hostile programs in a set-up and asserts that they changed nothing.
fn attack(set_up: SetUp, count: u64) {
    let mut world = World::new(set_up);
    let (symir, _) = world.programs(set_up);
    let doctor = set_up.command(&symir).arg("doctor").output().expect("symir starts");
    let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(
        !said.contains("this kernel does not allow"),
        "nothing hostile is run where it can do harm: {said}"
    );
    let before = world.state();
    let first = match set_up {
        SetUp::Root => 0,
        SetUp::User => 1_000_000,
        SetUp::UserWithoutNamespaces => 2_000_000,
    };
    for further in [Vec::new(), vec![format!("-DEARLY={count}")]] {
        let is_early = !further.is_empty();
        let n_tests = if is_early { 2 } else { count };
        let output = world.run(set_up, first, n_tests, &further);
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        // Exit code 7: a test that does not end contradicts symir. Exit code 4: symir does not support
        // something.
        let is_over = matches!(output.status.code(), Some(0 | 4 | 7));
        assert!(is_over, "{set_up:?} {further:?}: {:?} {words}", output.status);
        assert!(!words.contains("status 77"), "{set_up:?}: the secret was read: {words}");
        // Code that runs when the program is loaded may end the process that should run the tests.
        let n_run = n_tests - words.lines().filter(|line| line.contains("does not start")).count() as u64;
        assert!(is_early || n_run == n_tests, "{set_up:?}: all of them ran: {words}");
        let after = world.state();
        for (name, words) in &before {
            assert_eq!(after.get(name), Some(words), "{set_up:?}: {name} is as it was");
        }
        assert_eq!(after.len(), before.len(), "{set_up:?}: nothing is new: {:?}", after.keys());
    }
}

#[test]
fn what_holds_is_said_and_can_be_required() {
    for set_up in SetUp::all() {
        let world = World::new(set_up);
        let (symir, _) = world.programs(set_up);
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers/strlen.c");
        let driver = world.readable(set_up, &driver);
        let symir = |args: &[&str]| {
            let output = set_up.command(&symir).args(args).output().expect("symir starts");
            let said = [output.stdout, output.stderr].concat();
            (output.status.code(), String::from_utf8_lossy(&said).into_owned())
        };
        let (_, said) = symir(&["doctor"]);
        let is_whole = !said.contains("this kernel allows");
        assert!(is_whole || said.contains("only in part from your files"), "{set_up:?}: {said}");
        assert!(
            is_whole != (set_up == SetUp::UserWithoutNamespaces) || !may_have_namespaces(),
            "{set_up:?}: {said}"
        );
        let driver = driver.to_str().expect("a path");
        let expected = if is_whole { Some(0) } else { Some(2) };
        let words =
            if is_whole { "6 confirmed" } else { "nothing is run natively here, since tests are kept" };
        let (code, said) = symir(&["run", "--all", driver, "--require-containment"]);
        assert!(code == expected && said.contains(words), "{set_up:?}: {said}");
        assert!(is_whole || said.lines().count() == 1, "{set_up:?}: {said}");
        // If nothing is run natively, no containment is required.
        let (code, said) = symir(&["run", "--all", driver, "--require-containment", "--no-replay"]);
        assert_eq!(code, Some(0), "{said}");
    }
}

#[test]
fn hostile_programs_change_nothing_and_read_no_secret() {
    let count = std::env::var("SYMIR_HOSTILE").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    for set_up in SetUp::all() {
        attack(set_up, count);
    }
}

/// Each way is a test of its own, so that a way that ends the process does not hide another one.
#[test]
fn known_ways_out_are_closed() {
    for set_up in SetUp::all() {
        let mut world = World::new(set_up);
        let before = world.state();
        let output = world.run(set_up, 0, 1, &["-DWAYS_OUT".to_owned()]);
        let words = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let n_tests = words.lines().filter(|line| line.starts_with("leave: ")).count();
        assert!(n_tests > 110, "{set_up:?}: each is a test: {words}");
        assert!(!words.contains("status 77"), "{set_up:?}: one is open: {words}");
        assert!(!words.contains("does not start"), "{set_up:?}: all of them ran: {words}");
        let after = world.state();
        for (name, words) in &before {
            assert_eq!(after.get(name), Some(words), "{set_up:?}: {name} is as it was");
        }
    }
}
