//! Shows the inputs of a test together with the objects that their pointers lead to.

use super::{Datum, Input, InputKind, TestCase};

/// The inputs of a test as C values. An object that several pointers lead to is shown once and gets a label,
/// which stands for it everywhere else.
pub(super) fn unfolded_inputs(test: &TestCase) -> Vec<Datum> {
    let shown = |(at, input): (usize, &Input)| {
        let lead = input.pointers.first().filter(|_| input.kind == InputKind::Pointer);
        lead.map_or_else(
            || input.datum_with(test.functions.iter().filter(|function| function.input as usize == at)),
            |to| Datum::At { object: to.object, offset: to.offset },
        )
    };
    let inputs: Vec<Datum> = test.inputs.iter().enumerate().map(shown).collect();
    let mut n_leads = vec![0; test.made.len()];
    let values = test.made.iter().filter_map(|made| made.value.as_ref());
    for value in inputs.iter().chain(values) {
        value.objects(&mut |object| n_leads[object as usize] += 1);
    }
    let mut unfolding =
        Unfolding { made: &test.made, n_leads, labels: vec![None; test.made.len()], n_labels: 0 };
    inputs.into_iter().map(|input| unfolding.unfold(input)).collect()
}

struct Unfolding<'a> {
    made: &'a [Input],
    /// How many pointers lead to each object.
    n_leads: Vec<usize>,
    /// The label of each object that is shown already.
    labels: Vec<Option<String>>,
    n_labels: usize,
}

impl Unfolding<'_> {
    /// Replaces each pointer to an object by what it leads to.
    fn unfold(&mut self, datum: Datum) -> Datum {
        match datum {
            Datum::At { object, offset } => self.lead(object as usize, offset),
            Datum::Array(values) => {
                Datum::Array(values.into_iter().map(|value| self.unfold(value)).collect())
            }
            Datum::Struct(members) => {
                let members = members.into_iter().map(|(name, value)| (name, self.unfold(value)));
                Datum::Struct(members.collect())
            }
            other => other,
        }
    }

    /// A pointer to the byte `offset` of an object.
    fn lead(&mut self, object: usize, offset: u64) -> Datum {
        let made = &self.made[object];
        let behind = |label: &str| match offset {
            0 => format!("&{label}"),
            _ => format!("&{label} + {offset}"),
        };
        if let Some(label) = &self.labels[object] {
            return Datum::Place(behind(label));
        }
        // What lies before the place that the pointer leads to is not shown.
        let Some(value) = made.value.clone().filter(|_| offset == 0) else {
            return Datum::Name(behind(&format!("*{}", made.name)));
        };
        if self.n_leads[object] < 2 {
            return Datum::Pointer(Box::new(self.unfold(value)));
        }
        self.n_labels += 1;
        let name = format!("#{}", self.n_labels);
        self.labels[object] = Some(name.clone());
        Datum::Labelled { name, target: Box::new(self.unfold(value)) }
    }
}
