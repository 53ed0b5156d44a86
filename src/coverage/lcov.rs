//! Coverage as an lcov tracefile, which `genhtml` and many services read.
//!
//! The records are those of `geninfo(1)`, section FILES. A branch is named by its number within the line, and
//! a side by its number within the branch. `-` stands for a branch that was never executed.

use super::{FileCoverage, Report};
use crate::util::text::printable;
use std::io::{self, Write};

/// Writes one section for each file of the report.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    report.files.iter().try_for_each(|file| write_file(file, out))
}

fn write_file(file: &FileCoverage, out: &mut dyn Write) -> io::Result<()> {
    let totals = file.totals();
    writeln!(out, "TN:")?;
    writeln!(out, "SF:{}", printable(&file.path.to_string_lossy()))?;
    for function in &file.functions {
        writeln!(out, "FN:{},{}", function.line, printable(&function.name))?;
    }
    for function in &file.functions {
        writeln!(out, "FNDA:{},{}", function.calls, printable(&function.name))?;
    }
    writeln!(out, "FNF:{}", totals.functions)?;
    writeln!(out, "FNH:{}", totals.functions_covered)?;
    for (number, line) in &file.lines {
        for (branch_number, branch) in line.branches.iter().enumerate() {
            for (side, taken) in branch.outcomes.iter().enumerate() {
                match branch.is_executed() {
                    true => writeln!(out, "BRDA:{number},{branch_number},{side},{taken}")?,
                    false => writeln!(out, "BRDA:{number},{branch_number},{side},-")?,
                }
            }
        }
    }
    writeln!(out, "BRF:{}", totals.branches)?;
    writeln!(out, "BRH:{}", totals.branches_covered)?;
    for (number, line) in &file.lines {
        writeln!(out, "DA:{number},{}", line.count)?;
    }
    writeln!(out, "LF:{}", totals.lines)?;
    writeln!(out, "LH:{}", totals.lines_covered)?;
    writeln!(out, "end_of_record")
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_tracefile() {
        let mut out = Vec::new();
        write(&sample::report(), &mut out).expect("a vector takes all");
        expect![[r#"
            TN:
            SF:dir/sample.c
            FN:1,last
            FN:4,never
            FNDA:2,last
            FNDA:0,never
            FNF:2
            FNH:1
            BRDA:2,0,0,2
            BRDA:2,0,1,0
            BRDA:5,0,0,-
            BRDA:5,0,1,-
            BRF:4
            BRH:1
            DA:1,2
            DA:2,2
            DA:3,2
            DA:4,0
            DA:5,0
            DA:6,0
            LF:6
            LH:3
            end_of_record
        "#]]
        .assert_eq(&String::from_utf8(out).expect("text"));
    }
}
