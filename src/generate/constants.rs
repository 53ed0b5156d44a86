//! Finds names for the values of numbers, such as of an `int flags` that is compared with the macro
//! `LOG_APPEND`.
//!
//! Debug information knows only the names of enumerations, and macros are gone when clang has expanded them.
//! So symir reads the text of the project's files. A number that is compared with a macro, or assigned,
//! returned or passed as one, has the values of this macro and of those that are defined beside it. Numbers
//! that are assigned to each other have the same names. A number that the code counts with has none.

mod reader;
mod tokens;

use crate::ir::registers::Place;
use crate::ir::{NamedValues, Names, Program, TypeId, Variant};
use crate::testcase::is_error_number;
use reader::Reader;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokens::{Macro, Values, enumerations, macros, tokens};

/// The most names of one set. A larger set is taken for the numbers of a protocol, of which only those that
/// the code uses say something.
const MOST: usize = 64;

/// What may have values with names: a member, a parameter, a result, or a variable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Key {
    /// A member of a structure, by the names of both.
    Member(String, String),
    Parameter(String, usize),
    Result(String),
    Global(String),
    /// A variable of a function.
    Local(String, String),
}

/// How the code uses what one key names.
#[derive(Default, Debug)]
struct Use {
    /// The names, and whether the negated value is meant.
    names: BTreeSet<(String, bool)>,
    is_compared: bool,
    /// Whether it is the result of a function.
    is_result: bool,
    /// Whether the code counts with it.
    is_count: bool,
    /// Whole numbers other than -1, 0 and 1 that the code uses in the places of names.
    numbers: BTreeSet<String>,
}

/// How the code uses what all keys name.
#[derive(Default)]
struct Uses {
    keys: BTreeMap<Key, usize>,
    uses: Vec<Use>,
    /// The representative of each key: the first key of its set.
    same: Vec<usize>,
}

impl Uses {
    fn at(&mut self, key: &Key) -> usize {
        if let Some(at) = self.keys.get(key) {
            return *at;
        }
        let at = self.uses.len();
        self.keys.insert(key.clone(), at);
        self.uses.push(Use::default());
        self.same.push(at);
        at
    }

    fn of(&mut self, key: &Key) -> &mut Use {
        let at = self.at(key);
        &mut self.uses[at]
    }

    fn root(&self, mut at: usize) -> usize {
        while self.same[at] != at {
            at = self.same[at];
        }
        at
    }

    /// The uses of each set of keys with the same values, by its representative.
    fn groups(&self) -> BTreeMap<usize, Use> {
        let mut groups: BTreeMap<usize, Use> = BTreeMap::new();
        for (at, own) in self.uses.iter().enumerate() {
            let group = groups.entry(self.root(at)).or_default();
            group.names.extend(own.names.iter().cloned());
            group.numbers.extend(own.numbers.iter().cloned());
            group.is_compared |= own.is_compared;
            group.is_count |= own.is_count;
        }
        for (key, at) in &self.keys {
            if let (Key::Result(_), Some(group)) = (key, groups.get_mut(&self.root(*at))) {
                group.is_result = true;
            }
        }
        groups
    }

    /// Notes that both keys have the same values.
    fn unite(&mut self, one: &Key, other: &Key) {
        let (one, other) = (self.at(one), self.at(other));
        let (one, other) = (self.root(one), self.root(other));
        self.same[one.max(other)] = one.min(other);
    }
}

/// The macros and enumerators that texts define.
struct Defined<'t> {
    values: Values<'t>,
    /// The macros of each text, in order, and where among them each is.
    lists: Vec<Vec<(&'t str, Macro<'t>)>>,
    places: BTreeMap<&'t str, (usize, usize)>,
    /// The enumerators of each enumeration.
    sets: Vec<Vec<&'t str>>,
}

/// Finds names for the values of numbers. `texts` are the files of the project, `headers` others that define
/// macros.
pub fn named_values(program: &Program, texts: &[String], headers: &[String]) -> NamedValues {
    let defined = Defined::of(texts.iter().chain(headers));
    let mut uses = Uses::default();
    for text in texts {
        Reader::new(program, &defined.values, text).read(&mut uses);
    }
    let groups: BTreeMap<usize, Names> =
        uses.groups().iter().filter_map(|(root, group)| Some((*root, defined.names(group)?))).collect();
    let mut named = NamedValues::default();
    for (key, at) in &uses.keys {
        let Some(names) = groups.get(&uses.root(*at)).map(Arc::clone) else { continue };
        match key.clone() {
            Key::Member(class, member) => drop(named.members.insert((class, member), names)),
            Key::Parameter(function, at) => drop(named.parameters.insert((function, at), names)),
            Key::Result(function) => drop(named.results.insert(function, names)),
            Key::Global(name) => drop(named.globals.insert(name, names)),
            Key::Local(..) => {}
        }
    }
    named
}

/// The macros for what lies at fixed addresses, by the addresses. Of several for one address, the first that a
/// file of the project has in its text.
pub fn named_places(texts: &[String], headers: &[String]) -> BTreeMap<u64, Place> {
    let defined = Defined::of(texts.iter().chain(headers));
    let mut found: BTreeMap<u64, Vec<Place>> = BTreeMap::new();
    for name in defined.values.macros.keys() {
        if let Some((address, form, ty)) = defined.values.address(name) {
            found.entry(address).or_default().push(Place { name: (*name).to_owned(), form, ty });
        }
    }
    if found.is_empty() {
        return BTreeMap::new();
    }
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for token in texts.iter().flat_map(|text| tokens(text)) {
        let next = places.len();
        places.entry(token).or_insert(next);
    }
    let first = |(address, all): (u64, Vec<Place>)| {
        let used = all.into_iter().filter_map(|it| Some((*places.get(it.name.as_str())?, it)));
        Some((address, used.min_by_key(|(at, _)| *at)?.1))
    };
    found.into_iter().filter_map(first).collect()
}

impl<'t> Defined<'t> {
    fn of(texts: impl Iterator<Item = &'t String> + Clone) -> Self {
        let mut defined: BTreeMap<&str, Macro<'_>> = BTreeMap::new();
        let mut places: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        let mut lists = Vec::new();
        for (file, text) in texts.clone().enumerate() {
            let list = macros(text);
            for (at, (name, found)) in list.iter().enumerate() {
                let other = defined.insert(name, found.clone());
                // A name with two definitions says nothing.
                if other.is_some_and(|other| other.body != found.body) {
                    defined.insert(name, Macro { parameters: None, body: Vec::new(), is_first: true });
                }
                places.insert(name, (file, at));
            }
            lists.push(list);
        }
        let mut values = Values { macros: defined, enumerators: BTreeMap::new() };
        let sets = enumerations_of(texts, &mut values);
        Self { values, lists, places, sets }
    }

    /// The names for the values of a group: those that the code uses, and those that are defined beside them;
    /// `None` if the code says too little.
    fn names(&self, group: &Use) -> Option<Names> {
        let own: Vec<Variant> =
            group.names.iter().filter_map(|(name, sign)| self.variant(name, *sign)).collect();
        let positive: Vec<&str> =
            group.names.iter().filter(|(_, is_negated)| !is_negated).map(|(name, _)| &**name).collect();
        let prefix = common_words(&positive);
        let beside = positive.iter().flat_map(|name| self.beside(name, prefix));
        let beside: Vec<Variant> = beside.filter_map(|name| self.variant(name, false)).collect();
        let mut all: Vec<Variant> = Vec::new();
        for variant in own.iter().chain(&beside) {
            if all.iter().all(|known| known.value != variant.value) {
                all.push(variant.clone());
            }
        }
        let n_values = own.iter().map(|variant| variant.value).collect::<BTreeSet<i128>>().len();
        let is_one = |value: i128| (group.is_compared || group.is_result) && !(-1..=1).contains(&value);
        let is_enough = all.len() > 1 || own.first().is_some_and(|only| is_one(only.value));
        if own.is_empty() || !is_enough || group.is_count || group.numbers.len() >= n_values.max(2) {
            return None;
        }
        let mut chosen = if all.len() > MOST { own } else { all };
        chosen.sort_by_key(|variant| self.places.get(variant.name.trim_start_matches('-')).copied());
        Some(chosen.into())
    }

    fn variant(&self, name: &str, is_negated: bool) -> Option<Variant> {
        let value = self.values.of(name).filter(|_| !is_size(name) && !name.starts_with("__"))?;
        match is_negated {
            true => Some(Variant { name: format!("-{name}"), value: value.checked_neg()? }),
            false => Some(Variant { name: name.to_owned(), value }),
        }
    }

    /// The names that are defined beside a macro or enumerator.
    fn beside<'s>(&'s self, name: &str, prefix: &str) -> Vec<&'s str> {
        match self.places.get(name) {
            Some((file, at)) => beside(&self.lists[*file], *at, prefix).collect(),
            None => self.sets.iter().find(|set| set.contains(&name)).cloned().unwrap_or_default(),
        }
    }
}

/// The names of each enumeration in the texts. Their values are added to `values`.
fn enumerations_of<'t>(
    texts: impl Iterator<Item = &'t String>,
    values: &mut Values<'t>,
) -> Vec<Vec<&'t str>> {
    let mut sets = Vec::new();
    for text in texts.filter(|text| text.contains("enum")) {
        for set in enumerations(&tokens(text)) {
            let mut next = Some(0);
            for (name, expression) in &set {
                let value = if expression.is_empty() { next } else { values.expression(expression) };
                values.enumerators.extend(value.map(|value| (*name, value)));
                next = value.and_then(|value| value.checked_add(1));
            }
            sets.push(set.into_iter().map(|(name, _)| name).collect());
        }
    }
    sets
}

/// The words that all names begin with, up to and with the last `_`; nothing if they have none in common.
fn common_words<'n>(names: &[&'n str]) -> &'n str {
    let Some((first, rest)) = names.split_first() else { return "" };
    let same = |other: &&str| first.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let length = rest.iter().map(same).min().unwrap_or(first.len());
    first[..length].rfind('_').map_or("", |end| &first[..=end])
}

/// The macros that are defined beside one, without a gap, whose names begin with these words.
fn beside<'l>(list: &'l [(&'l str, Macro<'l>)], at: usize, prefix: &str) -> impl Iterator<Item = &'l str> {
    let is_one = |place: usize| !prefix.is_empty() && list[place].0.starts_with(prefix);
    let mut first = at;
    while first > 0 && !list[first].1.is_first && is_one(first - 1) {
        first -= 1;
    }
    let mut behind = at + 1;
    while behind < list.len() && !list[behind].1.is_first && is_one(behind) {
        behind += 1;
    }
    list[first..behind].iter().map(|(name, _)| *name)
}

/// Whether a name is that of a size or limit, which does not name one of several values.
fn is_size(name: &str) -> bool {
    const WORDS: [&str; 12] = [
        "SIZE", "LEN", "LENGTH", "MAX", "MIN", "COUNT", "NUM", "CAPACITY", "LIMIT", "BUFSIZ", "MASK", "SHIFT",
    ];
    let name = name.to_uppercase();
    let is_one = name.split('_').any(|word| WORDS.contains(&word));
    (is_one || name.ends_with("SIZE") || name.ends_with("LEN")) && !is_error_number(&name)
}

/// The types of a program by their names.
fn types_by_name(program: &Program) -> BTreeMap<&str, TypeId> {
    let spelling = &program.spelling;
    let of_entity: BTreeMap<u32, TypeId> = spelling.types.iter().map(|(ty, entity)| (*entity, *ty)).collect();
    let mut found = BTreeMap::new();
    for (at, entity) in spelling.entities.iter().enumerate() {
        let others = entity.completes.iter().chain(&entity.needs).chain(&entity.mentions);
        let mut others = others.filter_map(|other| of_entity.get(other)).filter(|_| entity.is_typedef);
        let ty = of_entity.get(&(at as u32)).or_else(|| others.next());
        found.extend(ty.map(|ty| (entity.name.as_str(), *ty)));
    }
    found
}
