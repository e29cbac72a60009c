//! Tables of fixed points. They stay in the module under numbers until they are freed.

use crate::call::{Bytes, Failure, Items, operations};
use crate::groups::{encoded, joined};
use crate::inputs::{decode, group};
use pairforge_engine::registry::{DynFixedBase, DynFixedBases, DynGroup};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A table of either kind.
enum Table {
    One(Box<dyn DynFixedBase>),
    Many(Box<dyn DynFixedBases>),
}

impl Table {
    fn bytes(&self) -> usize {
        match self {
            Table::One(table) => table.bytes(),
            Table::Many(table) => table.bytes(),
        }
    }
}

/// All tables, and the number of the next: none has that of another, so that none is taken for one that was freed.
#[derive(Default)]
struct Tables {
    all: BTreeMap<u32, (&'static dyn DynGroup, Table)>,
    next: u32,
}

thread_local! {
    static TABLES: RefCell<Tables> = RefCell::default();
}

/// Keeps a table: its number and its bytes, four bytes each.
fn keep(group: &'static dyn DynGroup, table: Table) -> Bytes {
    TABLES.with_borrow_mut(|tables| {
        let (number, bytes) = (tables.next, table.bytes() as u32);
        let no_more = || Failure::of_caller("no numbers are left for tables; load the module again");
        tables.next = number.checked_add(1).ok_or_else(no_more)?;
        tables.all.insert(number, (group, table));
        Ok([number.to_le_bytes(), bytes.to_le_bytes()].concat())
    })
}

/// What `work` gives for the table whose number comes first.
fn with_table(mut items: Items<'_>, work: impl FnOnce(&dyn DynGroup, &Table, Items<'_>) -> Bytes) -> Bytes {
    let number = items.number()? as u32;
    TABLES.with_borrow(|tables| match tables.all.get(&number) {
        Some((group, table)) => work(*group, table, items),
        None => Err(Failure::of_caller("no table of this number")),
    })
}

operations! {
    /// A table for multiples of a point: group, most bytes, point. Its number and its bytes, four bytes each.
    table_of_point(mut items) {
        let group = group(&mut items)?;
        let most_bytes = items.number()?;
        keep(group, Table::One(group.fixed_base(&decode(group, items.bytes()?)?, most_bytes)?))
    }

    /// A table for sums of multiples: group, most bytes, points. What it gives is as above.
    table_of_points(mut items) {
        let group = group(&mut items)?;
        let most_bytes = items.number()?;
        let points = items.of_each("point", |bytes| decode(group, bytes))?;
        keep(group, Table::Many(group.fixed_bases(&points.iter().collect::<Vec<_>>(), most_bytes, 1)?))
    }

    /// A multiple of the point of a table; the scalar is little-endian, and time depends on its length alone.
    table_multiply(items) {
        with_table(items, |group, table, mut items| match table {
            Table::One(table) => encoded(group, &table.mul(items.bytes()?)),
            Table::Many(_) => Err(Failure::of_caller("a table of many points")),
        })
    }

    /// The sum of scalar times point over the points of a table, for public scalars: little-endian, all of one length.
    table_combine(items) {
        with_table(items, |group, table, items| match table {
            Table::One(_) => Err(Failure::of_caller("a table of one point")),
            Table::Many(table) => {
                let scalars = items.collect::<Vec<_>>();
                let (n, points) = (scalars.len(), table.points());
                if n != points {
                    let line = format!("{n} scalars for a table of {points} points; give as many scalars as points");
                    return Err(Failure::of_caller(&line));
                }
                let (all, width) = joined(&scalars)?;
                encoded(group, &table.multi_mul_vartime(&all, width, 1)?)
            }
        })
    }

    /// Frees a table.
    table_free(mut items) {
        let number = items.number()? as u32;
        let freed = TABLES.with_borrow_mut(|tables| tables.all.remove(&number));
        freed.map(|_| Vec::new()).ok_or_else(|| Failure::of_caller("no table of this number"))
    }
}
