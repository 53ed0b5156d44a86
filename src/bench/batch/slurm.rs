//! A batch as a job array of the Slurm workload manager: every task is a shard, and the results are gathered
//! when all have ended. `sbatch(1)` describes the options.

use super::{Error, Shard};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A job array to be run by Slurm.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The program that runs a shard; `args` are its arguments without `--shard` and `-o`.
    pub program: PathBuf,
    pub args: Vec<String>,
    /// The folder of the batch, which every node must see under this name.
    pub folder: PathBuf,
    /// Where the program is started.
    pub current: PathBuf,
    pub n_shards: usize,
    /// Further options for `sbatch`, such as `--partition=short`.
    pub options: Vec<String>,
}

impl Submission {
    /// The folder of a shard.
    pub fn shard_folder(&self, shard: Shard) -> PathBuf {
        self.folder.join("shards").join(format!("{}-of-{}", shard.number, shard.of))
    }

    /// The script that every task of the array runs.
    pub fn script(&self) -> String {
        let mut script = String::from("#!/bin/sh\n#SBATCH --job-name=symir\n");
        let log = self.folder.join("shards").join("slurm-%a.log");
        let _ = writeln!(script, "#SBATCH --array=1-{}\n#SBATCH --output={}", self.n_shards, log.display());
        let _ = writeln!(script, "#SBATCH --chdir={}", self.current.display());
        let words = std::iter::once(self.program.display().to_string()).chain(self.args.iter().cloned());
        let words: Vec<String> = words.map(|word| quote(&word)).collect();
        let folder = quote(&self.folder.join("shards").display().to_string());
        let _ = writeln!(
            script,
            "exec {} --shard \"$SLURM_ARRAY_TASK_ID/{n}\" -o {folder}/\"$SLURM_ARRAY_TASK_ID-of-{n}\"",
            words.join(" "),
            n = self.n_shards
        );
        script
    }

    /// Submits the array and waits for it to end.
    ///
    /// # Errors
    /// When there is no `sbatch`, or it refuses. A task that fails is no error: its routines lack rows.
    pub fn run(&self) -> Result<(), Error> {
        let script = self.folder.join("slurm.sh");
        let shards = self.folder.join("shards");
        let write_error = |path: &Path| {
            let path = path.to_owned();
            move |source| Error::Write { path, source }
        };
        std::fs::create_dir_all(&shards).map_err(write_error(&shards))?;
        std::fs::write(&script, self.script()).map_err(write_error(&script))?;
        let output =
            Command::new("sbatch").arg("--wait").arg("--parsable").args(&self.options).arg(&script).output();
        let output = output.map_err(|error| {
            Error::Slurm(format!(
                "sbatch cannot be started ({error}); run this on a machine that submits jobs"
            ))
        })?;
        // With --wait, sbatch ends with the highest status of a task. If it printed a job number, the job has
        // run all the same.
        if output.status.success() || output.stdout.trim_ascii().first().is_some_and(u8::is_ascii_digit) {
            return Ok(());
        }
        let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(Error::Slurm(format!("sbatch says: {words}")))
    }
}

/// The word, quoted for the shell if that is necessary.
fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_task_is_a_shard() {
        let submission = Submission {
            program: "/opt/symir".into(),
            args: ["bench", "kernel", "--filter", "a b's"].map(str::to_owned).to_vec(),
            folder: "/net/out".into(),
            current: "/net/symir".into(),
            n_shards: 3,
            options: Vec::new(),
        };
        expect![[r#"
            #!/bin/sh
            #SBATCH --job-name=symir
            #SBATCH --array=1-3
            #SBATCH --output=/net/out/shards/slurm-%a.log
            #SBATCH --chdir=/net/symir
            exec /opt/symir bench kernel --filter 'a b'\''s' --shard "$SLURM_ARRAY_TASK_ID/3" -o /net/out/shards/"$SLURM_ARRAY_TASK_ID-of-3"
        "#]].assert_eq(&submission.script());
        let shard = Shard { number: 2, of: 3 };
        assert_eq!(submission.shard_folder(shard), Path::new("/net/out/shards/2-of-3"));
    }
}
