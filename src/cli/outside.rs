//! Answers what a program in `symir exec` asks the operating system, with the system that symir itself runs
//! on.

use crate::exec::{Identity, Request};
use rustix::io::Errno;
use rustix::{fs, process};
use std::io::{self, IsTerminal, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;

/// The answer, or an `errno`; `None` if the models of the C library have the answer.
pub fn answer(request: &Request<'_>) -> Option<Result<Vec<u8>, i32>> {
    if let Request::Configuration(name) = request {
        return configuration(*name).map(|value| Ok(numbers(&[value])));
    }
    Some(answer_of(request).map_err(Errno::raw_os_error))
}

/// The values of `sysconf` that differ between systems.
fn configuration(name: i64) -> Option<u64> {
    match i32::try_from(name).ok()? {
        libc::_SC_OPEN_MAX => process::getrlimit(process::Resource::Nofile).current,
        libc::_SC_NPROCESSORS_CONF | libc::_SC_NPROCESSORS_ONLN => {
            std::thread::available_parallelism().ok().map(|n| n.get() as u64)
        }
        _ => None,
    }
}

fn answer_of(request: &Request<'_>) -> Result<Vec<u8>, Errno> {
    let done = |()| Vec::new();
    Ok(match request {
        Request::Status { name, follows: true } => numbers(&status(&fs::stat(*name)?)),
        Request::Status { name, follows: false } => numbers(&status(&fs::lstat(*name)?)),
        Request::StatusOfStandard(descriptor) => {
            numbers(&with_standard(*descriptor, |fd| Ok(status(&fs::fstat(fd)?)))?)
        }
        Request::Listing(name) => listing(name)?,
        Request::MakeFolder { name, mode } => done(fs::mkdir(*name, fs::Mode::from_raw_mode(*mode as u32))?),
        Request::RemoveFolder(name) => done(fs::rmdir(*name)?),
        Request::ChangeMode { name, mode } => done(fs::chmod(*name, fs::Mode::from_raw_mode(*mode as u32))?),
        Request::MakeLink { target, name } => done(fs::symlink(*target, *name)?),
        Request::LinkText(name) => fs::readlink(*name, Vec::new())?.into_bytes(),
        Request::WorkingFolder => process::getcwd(Vec::new())?.into_bytes(),
        Request::Identity(which) => numbers(&[identity(*which)]),
        Request::SystemName => system_name(),
        Request::Configuration(_) => return Err(Errno::INVAL),
        Request::Random(n) => {
            let mut bytes = vec![0; *n];
            let read = std::fs::File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes));
            read.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
            bytes
        }
        Request::IsTerminal(descriptor) => {
            let is_terminal = with_standard(*descriptor, |fd| Ok(fd.is_terminal()))?;
            numbers(&[u64::from(is_terminal)])
        }
    })
}

fn with_standard<T>(
    descriptor: u64,
    ask: impl FnOnce(BorrowedFd<'_>) -> Result<T, Errno>,
) -> Result<T, Errno> {
    match descriptor {
        0 => ask(io::stdin().as_fd()),
        1 => ask(io::stdout().as_fd()),
        2 => ask(io::stderr().as_fd()),
        _ => Err(Errno::BADF),
    }
}

fn numbers(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// The fields, in the order that [`Request::Status`] lists.
#[allow(clippy::unnecessary_cast, reason = "the widths of these fields are the platform's")]
fn status(of: &fs::Stat) -> [u64; 16] {
    [
        of.st_dev as u64,
        of.st_ino as u64,
        of.st_mode as u64,
        of.st_nlink as u64,
        of.st_uid as u64,
        of.st_gid as u64,
        of.st_rdev as u64,
        of.st_size as u64,
        of.st_blksize as u64,
        of.st_blocks as u64,
        of.st_atime as u64,
        of.st_atime_nsec as u64,
        of.st_mtime as u64,
        of.st_mtime_nsec as u64,
        of.st_ctime as u64,
        of.st_ctime_nsec as u64,
    ]
}

fn listing(name: &str) -> Result<Vec<u8>, Errno> {
    let to_errno = |error: io::Error| Errno::from_io_error(&error).unwrap_or(Errno::IO);
    let mut bytes = Vec::new();
    let own = fs::stat(name)?;
    let parent = fs::stat(std::path::Path::new(name).join(".."))?;
    let mut add = |number: u64, kind: u8, name: &[u8]| {
        bytes.extend_from_slice(&number.to_le_bytes());
        bytes.push(kind);
        bytes.extend_from_slice(name);
        bytes.push(0);
    };
    add(own.st_ino, libc::DT_DIR, b".");
    add(parent.st_ino, libc::DT_DIR, b"..");
    for entry in std::fs::read_dir(name).map_err(to_errno)? {
        let entry = entry.map_err(to_errno)?;
        let kind = entry.file_type().map_or(libc::DT_UNKNOWN, |kind| match kind {
            kind if kind.is_dir() => libc::DT_DIR,
            kind if kind.is_file() => libc::DT_REG,
            kind if kind.is_symlink() => libc::DT_LNK,
            _ => libc::DT_UNKNOWN,
        });
        let number = std::os::unix::fs::DirEntryExt::ino(&entry);
        add(number, kind, entry.file_name().as_bytes());
    }
    Ok(bytes)
}

fn identity(which: Identity) -> u64 {
    match which {
        Identity::Process => u64::from(std::process::id()),
        Identity::Parent => u64::from(std::os::unix::process::parent_id()),
        Identity::User => u64::from(process::getuid().as_raw()),
        Identity::EffectiveUser => u64::from(process::geteuid().as_raw()),
        Identity::Group => u64::from(process::getgid().as_raw()),
        Identity::EffectiveGroup => u64::from(process::getegid().as_raw()),
    }
}

fn system_name() -> Vec<u8> {
    let name = rustix::system::uname();
    let fields = [name.sysname(), name.nodename(), name.release(), name.version(), name.machine()];
    fields.iter().flat_map(|field| field.to_bytes_with_nul()).copied().collect()
}
