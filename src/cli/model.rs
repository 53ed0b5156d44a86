//! `symir model`.

use super::args::{ModelArgs, ModelCommand, ReadingArgs};
use super::{Failure, Status, output, score};
use crate::readable::{self, Dictionary, Model, Reading};
use std::path::Path;

/// Trains a model or shows one.
pub fn run(args: &ModelArgs) -> Result<Status, Failure> {
    match &args.command {
        ModelCommand::Train { texts, order, reading, output } => {
            let model =
                readable::train(texts, usize::from(*order), reading.options()).map_err(Failure::wrong_use)?;
            write(output, &model.to_csv())?;
        }
        ModelCommand::Words { lists, reading, without, output } => {
            let (dictionary, notes) =
                readable::gather(lists, without, reading.options()).map_err(Failure::wrong_use)?;
            write(output, &dictionary.to_text(&notes))?;
        }
        ModelCommand::Score(args) => score::run(args)?,
        ModelCommand::Info { file } => {
            let model = match file {
                Some(path) => Model::load(path).map_err(Failure::wrong_use)?,
                None => Model::english(),
            };
            output::line(&model)?;
            if model.is_of_a_to_z() {
                let dictionary = Dictionary::english();
                let (n_words, bits) = (dictionary.n_words(), bits(&model, &dictionary));
                output::line(format_args!(
                    "bits a letter of the {n_words} words of the dictionary: {bits:.3}"
                ))?;
            }
        }
    }
    Ok(Status::Done)
}

/// The mean over all words of their bits a letter.
fn bits(model: &Model, dictionary: &Dictionary) -> f64 {
    let bits = dictionary.iter().filter_map(|(word, _)| readable::score::bits(model, word));
    bits.sum::<f64>() / dictionary.n_words() as f64
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| {
        Failure::wrong_use(format!("{}: {error}; name a file that can be written", path.display()))
    })
}

impl ReadingArgs {
    fn options(self) -> Reading {
        Reading { fold_case: self.fold_case, ascii: self.ascii }
    }
}
