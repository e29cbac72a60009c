//! Lists of points that are to be summed, by numbers: nothing here depends on the curve, so that it is compiled once.

/// A point by its number, or its opposite: the number, and below it a bit for the sign.
pub(crate) type Member = u32;

/// The point of this number, or its opposite.
pub(crate) fn member(number: usize, negative: bool) -> Member {
    (number as u32) << 1 | u32::from(negative)
}

/// Lists, one after the other.
pub(crate) struct Lists {
    /// How many members each has.
    pub lengths: Vec<u32>,
    /// Those of all.
    pub members: Vec<Member>,
}

impl Lists {
    /// `count` lists. `members` gives those of all in any order, each with the number of its list.
    pub fn sorted<I: Iterator<Item = (usize, Member)>>(count: usize, members: impl Fn() -> I) -> Self {
        let mut lengths = vec![0_u32; count];
        // By `for_each`: of iterators in iterators it makes loops, `for` asks each of them for every member.
        members().for_each(|(list, _)| lengths[list] += 1);
        let mut next = 0;
        let mut places: Vec<u32> = lengths.iter().map(|length| (next, next += length).0).collect();
        let mut sorted = vec![0; next as usize];
        members().for_each(|(list, member)| {
            sorted[places[list] as usize] = member;
            places[list] += 1;
        });
        Lists { lengths, members: sorted }
    }

    /// Lists of so many points, which are numbered as they stand.
    pub fn in_order(lengths: Vec<u32>) -> Self {
        let all = lengths.iter().map(|length| *length as usize).sum();
        Lists { lengths, members: (0..all).map(|i| member(i, false)).collect() }
    }
}
