//! Operators on values and references, from one function each.

/// `left op right` for a right operand and a reference to one, and the assigning form where the result is of the left
/// operand's type.
macro_rules! operator {
    ($left:ty, $right:ty => $output:ty, $op:ident::$method:ident, $function:expr) => {
        impl core::ops::$op<&$right> for $left {
            type Output = $output;
            fn $method(self, right: &$right) -> $output {
                let function: fn(&$left, &$right) -> $output = $function;
                function(&self, right)
            }
        }
        impl core::ops::$op<$right> for $left {
            type Output = $output;
            fn $method(self, right: $right) -> $output {
                core::ops::$op::$method(self, &right)
            }
        }
    };
    ($left:ty, $right:ty, $op:ident::$method:ident, $assign:ident::$assigning:ident, $function:expr) => {
        operator!($left, $right => $left, $op::$method, $function);
        impl core::ops::$assign<&$right> for $left {
            fn $assigning(&mut self, right: &$right) {
                *self = core::ops::$op::$method(*self, right);
            }
        }
        impl core::ops::$assign<$right> for $left {
            fn $assigning(&mut self, right: $right) {
                *self = core::ops::$op::$method(*self, &right);
            }
        }
    };
}

/// `-a`.
macro_rules! negation {
    ($type:ty, $function:expr) => {
        impl core::ops::Neg for $type {
            type Output = $type;
            fn neg(self) -> $type {
                let function: fn(&$type) -> $type = $function;
                function(&self)
            }
        }
    };
}

/// The sum or product of an iterator.
macro_rules! collected {
    ($type:ty, $trait:ident::$method:ident, $first:expr, $op:ident::$step:ident) => {
        impl core::iter::$trait for $type {
            fn $method<I: Iterator<Item = Self>>(iterator: I) -> Self {
                iterator.fold($first, |sum, next| core::ops::$op::$step(sum, &next))
            }
        }
        impl<'a> core::iter::$trait<&'a $type> for $type {
            fn $method<I: Iterator<Item = &'a Self>>(iterator: I) -> Self {
                iterator.fold($first, |sum, next| core::ops::$op::$step(sum, next))
            }
        }
    };
}

pub(super) use {collected, negation, operator};
