//! What a harness assumes of its inputs.

/// A condition that a caller has to keep to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Assumption {
    /// In C: `q != NULL`.
    pub condition: String,
    /// The array, if the condition holds for each of its elements `i`.
    pub each: Option<String>,
    /// Why, in words.
    pub because: String,
}

impl Assumption {
    /// The statement of a harness that assumes it.
    pub(super) fn statement(&self) -> String {
        let Self { condition, each, because } = self;
        let assumed = format!("symir_assume({condition}); /* {because} */\n");
        match each {
            Some(array) => {
                format!("    for (size_t i = 0; i < symir_array_length({array}); i++)\n        {assumed}")
            }
            None => format!("    {assumed}"),
        }
    }
}
