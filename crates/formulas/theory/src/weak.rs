//! Weak equivalence: arrays that writes connect, and what they read alike.
//!
//! Classes of arrays are places, and a write leads from its own class to that of the written array and back. At an index, all writes
//! at other indices are open ways, and arrays that open ways connect read the same; a write reads at its own index what it has
//! written. So whether reads agree can be seen without a read for every array on the way: lemmas are needed only along a way
//! between two reads that do not.
//!
//! Source: Christ and Hoenicke, "Weakly Equivalent Arrays" (FroCoS 2015).

use std::ops::Range;

use buttress_logic::{IdMap, IdSet};

use crate::congruence::Node;
use crate::graph::Graph;

/// The classes of arrays, and the writes between them, for the present classes.
pub struct Weak {
    /// By node: the number of the class of which it is the root.
    numbers: Vec<u32>,
    roots: Vec<Node>,
    ways: Vec<Vec<Way>>,
    /// By class: the least of the classes that writes at any index connect with it.
    families: Vec<u32>,
    /// All reads, those at one index of one family together.
    reads: Vec<Read>,
    groups: Vec<Range<usize>>,
}

/// A write, as the way between two classes.
#[derive(Clone, Copy)]
struct Way {
    store: Node,
    /// The class of its index.
    index: Node,
    to: u32,
}

/// What an array reads at an index: by a read, or because it was written there.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    /// The read or the write.
    pub node: Node,
    /// The index.
    pub index: Node,
    /// What is read.
    pub value: Node,
    /// Is it a write?
    pub is_write: bool,
    class: u32,
    index_class: Node,
}

impl Read {
    /// The array that is read, or that the write is.
    pub(crate) fn array(&self, graph: &Graph) -> Node {
        if self.is_write { self.node } else { graph.congruence.arguments(self.node)[0] }
    }
}

/// What classes of arrays read: indices and values.
pub type Readings = IdMap<Node, Vec<(Node, Node)>>;

const NO_CLASS: u32 = u32::MAX;

impl Weak {
    /// The writes of a graph.
    pub fn of(graph: &Graph) -> Weak {
        let congruence = &graph.congruence;
        let mut numbers = vec![NO_CLASS; congruence.len()];
        let mut roots = Vec::new();
        for array in &graph.arrays {
            let root = congruence.root(*array);
            if numbers[root.index()] == NO_CLASS {
                numbers[root.index()] = roots.len() as u32;
                roots.push(root);
            }
        }
        let number = |array: Node| numbers[congruence.root(array).index()];
        let mut ways: Vec<Vec<Way>> = vec![Vec::new(); roots.len()];
        let mut reads = Vec::new();
        for store in &graph.stores {
            let &[array, index, value] = congruence.arguments(*store) else { continue };
            let (one, other) = (number(*store), number(array));
            let index_class = congruence.root(index);
            if one != other {
                ways[one as usize].push(Way { store: *store, index: index_class, to: other });
                ways[other as usize].push(Way { store: *store, index: index_class, to: one });
            }
            let node = *store;
            reads.push(Read { node, index, value, is_write: true, class: one, index_class });
        }
        for select in &graph.selects {
            let &[array, index] = congruence.arguments(*select) else { continue };
            let (class, index_class) = (number(array), congruence.root(index));
            let (node, value) = (*select, *select);
            reads.push(Read { node, index, value, is_write: false, class, index_class });
        }
        let families = families(&ways);
        let group = |read: &Read| (read.index_class, families[read.class as usize]);
        reads.sort_by_key(group);
        let mut groups: Vec<Range<usize>> = Vec::new();
        for members in reads.chunk_by(|one, other| group(one) == group(other)) {
            let start = groups.last().map_or(0, |last| last.end);
            groups.push(start..start + members.len());
        }
        Weak { numbers, roots, ways, families, reads, groups }
    }

    /// The class that stands for all that writes connect with the class of this root.
    pub fn family(&self, root: Node) -> Node {
        self.roots[self.families[self.number(root) as usize] as usize]
    }

    fn number(&self, root: Node) -> u32 {
        self.numbers[root.index()]
    }

    /// Tells of reads at one index that open ways connect and that are not known to be equal: of the first of each
    /// connected part with each of the others. Constant arrays are read everywhere.
    pub(crate) fn disagreements(
        &self,
        graph: &Graph,
        mut tell: impl FnMut(&Read, Seen<'_>, Path<'_>),
    ) {
        let congruence = &graph.congruence;
        let mut constants: IdMap<u32, Vec<Node>> = IdMap::default();
        for constant in &graph.constants {
            let class = self.number(congruence.root(*constant));
            constants.entry(class).or_default().push(*constant);
        }
        let with_constants: IdSet<u32> =
            constants.keys().map(|class| self.families[*class as usize]).collect();
        let mut walk = Walk::of(self);
        for group in &self.groups {
            let reads = &self.reads[group.clone()];
            let Some(first) = reads.first() else { continue };
            let agrees = |one: &Read, other: Node| congruence.are_equal(one.value, other);
            if reads.iter().all(|read| agrees(first, read.value))
                && !with_constants.contains(&self.families[first.class as usize])
            {
                continue;
            }
            let mut here: IdMap<u32, Vec<&Read>> = IdMap::default();
            for read in reads {
                here.entry(read.class).or_default().push(read);
            }
            walk.begin();
            for read in reads {
                let reached = walk.reach(self, read.class, read.index_class);
                for place in reached {
                    let class = walk.reached[place];
                    for other in here.get(&class).into_iter().flatten() {
                        if !agrees(read, other.value) {
                            tell(read, Seen::Read(other), Path { walk: &mut walk, class });
                        }
                    }
                    for constant in constants.get(&class).into_iter().flatten() {
                        if !agrees(read, congruence.arguments(*constant)[0]) {
                            tell(read, Seen::Constant(*constant), Path { walk: &mut walk, class });
                        }
                    }
                }
            }
        }
    }

    /// What the classes that are wanted, by their roots, read wherever anything that ways connect them with is read.
    pub fn readings(&self, is_wanted: impl Fn(Node) -> bool) -> Readings {
        let mut wanted: IdMap<u32, Vec<u32>> = IdMap::default();
        for class in 0..self.roots.len() {
            if is_wanted(self.roots[class]) {
                wanted.entry(self.families[class]).or_default().push(class as u32);
            }
        }
        let mut readings = Readings::default();
        let mut add = |class: u32, read: &Read| {
            let of_class = readings.entry(self.roots[class as usize]).or_default();
            of_class.push((read.index, read.value));
        };
        let mut walk = Walk::of(self);
        for group in &self.groups {
            let reads = &self.reads[group.clone()];
            let Some(first) = reads.first() else { continue };
            let family = self.families[first.class as usize];
            let Some(classes) = wanted.get(&family) else { continue };
            if !reads.iter().any(|read| read.is_write) {
                // No way is closed.
                classes.iter().for_each(|class| add(*class, first));
                continue;
            }
            walk.begin();
            for read in reads {
                for place in walk.reach(self, read.class, read.index_class) {
                    let class = walk.reached[place];
                    if is_wanted(self.roots[class as usize]) {
                        add(class, read);
                    }
                }
            }
        }
        readings
    }
}

/// What a read does not agree with.
pub(crate) enum Seen<'a> {
    Read(&'a Read),
    Constant(Node),
}

/// The families of classes: what ways connect, whatever their indices.
fn families(ways: &[Vec<Way>]) -> Vec<u32> {
    let mut families = vec![NO_CLASS; ways.len()];
    let mut due = Vec::new();
    for class in 0..ways.len() as u32 {
        if families[class as usize] != NO_CLASS {
            continue;
        }
        families[class as usize] = class;
        due.push(class);
        while let Some(at) = due.pop() {
            for way in &ways[at as usize] {
                if families[way.to as usize] == NO_CLASS {
                    families[way.to as usize] = class;
                    due.push(way.to);
                }
            }
        }
    }
    families
}

/// A search along the ways that are open at one index, breadth first.
struct Walk {
    /// By class: the search that reached it last, the class from which it did, and by which write.
    seen: Vec<u32>,
    from: Vec<(u32, Node)>,
    /// By class: the search and the index for which the writes on the way to it were asked for last.
    told: Vec<(u32, Node)>,
    now: u32,
    reached: Vec<u32>,
}

/// The writes on the way from a read to a class that was reached.
pub(crate) struct Path<'a> {
    walk: &'a mut Walk,
    class: u32,
}

impl Walk {
    fn of(weak: &Weak) -> Walk {
        let classes = weak.roots.len();
        let from = vec![(NO_CLASS, Node::TRUE); classes];
        let told = vec![(0, Node::TRUE); classes];
        Walk { seen: vec![0; classes], from, told, now: 0, reached: Vec::new() }
    }

    /// Nothing is reached.
    fn begin(&mut self) {
        self.now += 1;
        self.reached.clear();
    }

    /// Reaches all that is connected with a class at an index: where it stands among what is reached. Nothing, if the class was
    /// reached before.
    fn reach(&mut self, weak: &Weak, class: u32, index: Node) -> Range<usize> {
        let start = self.reached.len();
        if self.seen[class as usize] == self.now {
            return start..start;
        }
        self.enter(class, (NO_CLASS, Node::TRUE));
        let mut next = start;
        while let Some(at) = self.reached.get(next).copied() {
            next += 1;
            for way in &weak.ways[at as usize] {
                if way.index != index && self.seen[way.to as usize] != self.now {
                    self.enter(way.to, (at, way.store));
                }
            }
        }
        start..self.reached.len()
    }

    fn enter(&mut self, class: u32, from: (u32, Node)) {
        self.seen[class as usize] = self.now;
        self.from[class as usize] = from;
        self.reached.push(class);
    }
}

impl Path<'_> {
    /// The writes, from the far end, up to where the rest was asked for with this index in this search: ways to many classes have much
    /// in common.
    pub(crate) fn untold(self, index: Node) -> Vec<Node> {
        let Path { walk, class } = self;
        let mut path = Vec::new();
        let mut at = class;
        while let (before, store) = walk.from[at as usize]
            && before != NO_CLASS
            && walk.told[at as usize] != (walk.now, index)
        {
            walk.told[at as usize] = (walk.now, index);
            path.push(store);
            at = before;
        }
        path
    }
}
