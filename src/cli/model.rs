//! `symir model`.

use super::args::{ModelArgs, ModelCommand};
use super::{Failure, Status};
use symir::readable::{self, Model};

/// Trains a model or shows one.
pub fn run(args: &ModelArgs) -> Result<Status, Failure> {
    match &args.command {
        ModelCommand::Train { texts, output } => {
            let model = readable::train(texts).map_err(Failure::wrong_use)?;
            std::fs::write(output, model.to_csv())
                .map_err(|error| Failure::wrong_use(format!("{}: {error}", output.display())))?;
        }
        ModelCommand::Info { file } => {
            let model = match file {
                Some(path) => Model::load(path).map_err(Failure::wrong_use)?,
                None => Model::english(),
            };
            println!("{model}");
        }
    }
    Ok(Status::Done)
}
