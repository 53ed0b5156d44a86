//! A hash-consed circuit: every gate exists once, and is simplified before it is added.
//!
//! Invariants:
//! - the inputs of a gate have smaller ids than the gate (ids are a topological order);
//! - no gate has a constant input, and no input twice or together with its complement;
//! - commutative gates have their inputs in order, and complements are moved to the output if the kind of
//!   gate allows it.
//!
//! This file knows nothing about terms or clauses.

use crate::util::rng;
use std::ops::Not;
use std::time::Instant;

crate::define_id!(
    /// A gate of one circuit.
    GateId
);

/// The output of a gate, or its complement.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Lit(u32);

impl Lit {
    pub(super) const FALSE: Lit = Lit(0);
    pub(super) const TRUE: Lit = Lit(1);

    /// The constant `value`.
    pub(super) fn constant(value: bool) -> Self {
        Self(u32::from(value))
    }

    /// Its value, if it is a constant.
    pub(super) fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self == Self::TRUE)
    }

    /// The gate of which this is the output or its complement.
    pub(super) fn gate(self) -> GateId {
        GateId::from_raw(self.0 >> 1)
    }

    /// Whether it is the complement of the gate's output.
    pub(super) fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    /// The complement, if `condition`.
    pub(super) fn complement_if(self, condition: bool) -> Self {
        Self(self.0 ^ u32::from(condition))
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// What a gate computes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Gate {
    /// The constant false: gate 0.
    False,
    /// A free bit.
    Input,
    And(Lit, Lit),
    Xor(Lit, Lit),
    /// The second if the first holds, else the third.
    Mux(Lit, Lit, Lit),
    /// At least two of three: the carry of a sum.
    Majority(Lit, Lit, Lit),
}

impl Gate {
    /// The literals that it computes from.
    pub(super) fn inputs(self) -> impl Iterator<Item = Lit> {
        let (inputs, n_inputs) = match self {
            Gate::False | Gate::Input => ([Lit::FALSE; 3], 0),
            Gate::And(a, b) | Gate::Xor(a, b) => ([a, b, Lit::FALSE], 2),
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => ([a, b, c], 3),
        };
        inputs.into_iter().take(n_inputs)
    }
}

/// How far a circuit may grow.
#[derive(Copy, Clone, Debug)]
pub(super) struct Budget {
    /// When to stop.
    pub(super) until: Option<Instant>,
    /// How many gates there may be.
    pub(super) gates: usize,
}

/// Gates between two looks at the clock: some 200 µs.
const GATES_PER_LOOK: usize = 1 << 12;

/// An append-only table of gates.
///
/// When the budget is exhausted, every new gate is replaced by false. The builder of a circuit asks
/// [`Self::is_exhausted`] and then throws the circuit away.
pub(super) struct Gates {
    gates: Vec<Gate>,
    /// Open addressing with linear probing; 0 is free, since gate 0 is never looked up.
    table: Vec<u32>,
    budget: Budget,
    is_exhausted: bool,
}

impl Gates {
    /// A circuit with only the constant.
    pub(super) fn new() -> Self {
        let budget = Budget { until: None, gates: usize::MAX };
        Self { gates: vec![Gate::False], table: vec![0; 1024], budget, is_exhausted: false }
    }

    /// Bounds what is built from now on.
    pub(super) fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
        self.is_exhausted = false;
    }

    /// Whether a gate was left out since [`Self::set_budget`].
    pub(super) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// The number of gates.
    pub(super) fn len(&self) -> usize {
        self.gates.len()
    }

    /// Whether there is nothing but the constant.
    pub(super) fn is_empty(&self) -> bool {
        self.gates.len() == 1
    }

    /// What a gate computes.
    pub(super) fn gate(&self, gate: GateId) -> Gate {
        self.gates[gate.index()]
    }

    /// A fresh free bit.
    pub(super) fn input(&mut self) -> Lit {
        self.append(Gate::Input).unwrap_or(Lit::FALSE)
    }

    /// The conjunction.
    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        match self.absorbed(a, b).or_else(|| self.absorbed(b, a)) {
            Some(Absorbed::Is(result)) => result,
            Some(Absorbed::And(a, b)) => self.intern(if a <= b { Gate::And(a, b) } else { Gate::And(b, a) }),
            None => self.intern(Gate::And(a, b)),
        }
    }

    /// Simplifies `a` ∧ `b` if `b` is a conjunction or the complement of one, and `a` or ¬`a` is one of its
    /// inputs: `a ∧ (a ∧ y) → a ∧ y`, `a ∧ (¬a ∧ y) → 0`, `a ∧ ¬(¬a ∧ y) → a`, `a ∧ ¬(a ∧ y) → a ∧ ¬y`.
    fn absorbed(&self, a: Lit, b: Lit) -> Option<Absorbed> {
        let Gate::And(x, y) = self.gate(b.gate()) else { return None };
        let (is_part, is_against) = (a == x || a == y, a == !x || a == !y);
        match b.is_complement() {
            false if is_part => Some(Absorbed::Is(b)),
            false if is_against => Some(Absorbed::Is(Lit::FALSE)),
            true if is_against => Some(Absorbed::Is(a)),
            true if is_part => Some(Absorbed::And(a, if a == x { !y } else { !x })),
            _ => None,
        }
    }

    /// The disjunction.
    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exactly one of the two.
    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flips = a.is_complement() != b.is_complement();
        let (a, b) = (a.complement_if(a.is_complement()), b.complement_if(b.is_complement()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let result = if a == b {
            Lit::FALSE
        } else if a == Lit::FALSE {
            b
        } else {
            self.cancelled(a, b)
                .or_else(|| self.cancelled(b, a))
                .unwrap_or_else(|| self.intern(Gate::Xor(a, b)))
        };
        result.complement_if(flips)
    }

    /// `a ⊕ (a ⊕ y) → y`.
    fn cancelled(&self, a: Lit, b: Lit) -> Option<Lit> {
        match self.gate(b.gate()) {
            Gate::Xor(x, y) if x == a => Some(y),
            Gate::Xor(x, y) if y == a => Some(x),
            _ => None,
        }
    }

    /// Both of them or neither.
    pub(super) fn xnor(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `yes` if `condition`, else `no`.
    pub(super) fn mux(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        if condition.is_complement() {
            return self.mux_on(!condition, no, yes);
        }
        self.mux_on(condition, yes, no)
    }

    fn mux_on(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        let (yes, no) = (self.under(condition, true, yes), self.under(condition, false, no));
        if condition == Lit::FALSE || yes == no {
            no
        } else if yes == !no {
            self.xnor(condition, yes)
        } else if yes == Lit::TRUE {
            self.or(condition, no)
        } else if yes == Lit::FALSE {
            self.and(!condition, no)
        } else if no == Lit::TRUE {
            self.or(!condition, yes)
        } else if no == Lit::FALSE {
            self.and(condition, yes)
        } else {
            let flips = yes.is_complement();
            let (yes, no) = (yes.complement_if(flips), no.complement_if(flips));
            self.intern(Gate::Mux(condition, yes, no)).complement_if(flips)
        }
    }

    /// What `lit` is if `condition` has `value`. Looks only at the gate of `lit` itself.
    fn under(&self, condition: Lit, value: bool, lit: Lit) -> Lit {
        if lit.gate() == condition.gate() {
            return Lit::constant(value != (lit.is_complement() != condition.is_complement()));
        }
        match self.gate(lit.gate()) {
            Gate::Mux(inner, yes, no) if inner == condition => {
                (if value { yes } else { no }).complement_if(lit.is_complement())
            }
            _ => lit,
        }
    }

    /// At least two of three.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        if a == Lit::FALSE {
            return self.and(b, c);
        }
        if a == Lit::TRUE {
            return self.or(b, c);
        }
        // Equal and complementary literals are neighbours.
        if a == b {
            return a;
        }
        if b == c || a == !b {
            return if b == c { b } else { c };
        }
        if b == !c {
            return a;
        }
        let flips = a.is_complement();
        let [a, b, c] = inputs.map(|input| input.complement_if(flips));
        self.intern(Gate::Majority(a, b, c)).complement_if(flips)
    }

    /// The output of `gate`, which is added unless it is there already.
    fn intern(&mut self, gate: Gate) -> Lit {
        let mask = self.table.len() - 1;
        let mut slot = hash(gate) as usize & mask;
        while self.table[slot] != 0 {
            let id = GateId::from_raw(self.table[slot]);
            if self.gate(id) == gate {
                return Lit(id.raw() << 1);
            }
            slot = (slot + 1) & mask;
        }
        let Some(lit) = self.append(gate) else { return Lit::FALSE };
        self.table[slot] = lit.gate().raw();
        if self.gates.len() * 2 > self.table.len() {
            self.grow();
        }
        lit
    }

    fn append(&mut self, gate: Gate) -> Option<Lit> {
        let n_gates = self.gates.len();
        if n_gates.is_multiple_of(GATES_PER_LOOK)
            && self.budget.until.is_some_and(|until| Instant::now() >= until)
        {
            self.is_exhausted = true;
        }
        if n_gates >= self.budget.gates {
            self.is_exhausted = true;
        }
        if self.is_exhausted {
            return None;
        }
        self.gates.push(gate);
        Some(Lit(GateId::new(n_gates).raw() << 1))
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![0; mask + 1];
        for (id, gate) in self.gates.iter().enumerate() {
            if matches!(gate, Gate::False | Gate::Input) {
                continue;
            }
            let mut slot = hash(*gate) as usize & mask;
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = GateId::new(id).raw();
        }
        self.table = table;
    }
}

/// The result of simplifying a conjunction with a conjunction.
enum Absorbed {
    Is(Lit),
    And(Lit, Lit),
}

fn hash(gate: Gate) -> u64 {
    let (kind, a, b, c) = match gate {
        Gate::False => (0, Lit::FALSE, Lit::FALSE, Lit::FALSE),
        Gate::Input => (1, Lit::FALSE, Lit::FALSE, Lit::FALSE),
        Gate::And(a, b) => (2, a, b, Lit::FALSE),
        Gate::Xor(a, b) => (3, a, b, Lit::FALSE),
        Gate::Mux(a, b, c) => (4, a, b, c),
        Gate::Majority(a, b, c) => (5, a, b, c),
    };
    let high = u64::from(a.0) << 32 | u64::from(b.0);
    rng::mix(rng::mix(high) ^ (u64::from(c.0) << 3 | kind))
}
