//! The order in which variables are decided: by activity, those in recent conflicts first (VSIDS). A binary
//! heap.

pub(super) struct Order {
    heap: Vec<u32>,
    /// The index of each variable in the heap, if it is there.
    places: Vec<Option<u32>>,
    activities: Vec<f64>,
    step: f64,
}

const DECAY: f64 = 0.95;
const LARGEST: f64 = 1e100;

impl Order {
    /// An order with all variables, numbered from 1.
    pub fn new(variables: usize) -> Order {
        let mut order = Order {
            heap: Vec::with_capacity(variables),
            places: vec![None; variables + 1],
            activities: vec![0.0; variables + 1],
            step: 1.0,
        };
        (1..=variables as u32).for_each(|variable| order.push(variable));
        order
    }

    /// Adds a new variable with activity 0.
    pub fn add(&mut self, variable: u32) {
        self.places.push(None);
        self.activities.push(0.0);
        self.push(variable);
    }

    pub fn push(&mut self, variable: u32) {
        if self.places[variable as usize].is_none() {
            self.heap.push(variable);
            self.rise(self.heap.len() - 1);
        }
    }

    pub fn pop(&mut self) -> Option<u32> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.places[first as usize] = None;
        if last != first {
            self.heap[0] = last;
            self.sink(0);
        }
        Some(first)
    }

    pub fn bump(&mut self, variable: u32) {
        let activity = &mut self.activities[variable as usize];
        *activity += self.step;
        if *activity > LARGEST {
            self.activities.iter_mut().for_each(|activity| *activity /= LARGEST);
            self.step /= LARGEST;
        }
        if let Some(place) = self.places[variable as usize] {
            self.rise(place as usize);
        }
    }

    pub fn decay(&mut self) {
        self.step /= DECAY;
    }

    fn activity(&self, place: usize) -> f64 {
        self.activities[self.heap[place] as usize]
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 && self.activity(place) > self.activity((place - 1) / 2) {
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
        self.places[self.heap[place] as usize] = Some(place as u32);
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let children = (2 * place + 1..2 * place + 3).filter(|&child| child < self.heap.len());
            let greater = children.max_by(|&a, &b| self.activity(a).total_cmp(&self.activity(b)));
            match greater {
                Some(child) if self.activity(child) > self.activity(place) => {
                    self.swap(place, child);
                    place = child;
                }
                _ => break,
            }
        }
        self.places[self.heap[place] as usize] = Some(place as u32);
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.places[self.heap[a] as usize] = Some(a as u32);
        self.places[self.heap[b] as usize] = Some(b as u32);
    }
}
