//! What `lazy` and `lazy4` have in common, for elements of any number of words: sums of single values, and of double-width
//! values in the slots of a frame; calls of the kernels that multiply into a slot and reduce one.
//!
//! A list `[0 "rax" 8 "rcx" …]` has the words of a value, by offset, and the register for each.

/// The words of slot `$slot`, `$stride` bytes each, after `$first` or, with the carry, `$next`.
macro_rules! slot_words {
    ($first:literal $next:literal $stride:literal $slot:literal []) => { "" };
    ($first:literal $next:literal $stride:literal $slot:literal [$o:literal $r:literal $($rest:tt)*]) => {
        concat!(
            $first, " ", $r, ", [rdi + ", $stride, " * ", $slot, " + ", $o, "]\n",
            slot_words!($next $next $stride $slot [$($rest)*])
        )
    };
}

/// The registers to the words of slot `$slot`.
macro_rules! store_words {
    ($stride:literal $slot:literal [$($o:literal $r:literal)*]) => {
        concat!($("mov [rdi + ", $stride, " * ", $slot, " + ", $o, "], ", $r, "\n",)*)
    };
}

/// The words of `a` and `b` by `$first` and `$next` to those of `out`.
macro_rules! single_words {
    ($first:literal $next:literal []) => { "" };
    ($first:literal $next:literal [$o:literal $($rest:literal)*]) => {
        concat!(
            "mov {t}, [{a} + ", $o, "]\n", $first, " {t}, [{b} + ", $o, "]\n", "mov [{out} + ", $o, "], {t}\n",
            single_words!($next $next [$($rest)*])
        )
    };
}

/// A function for a + b, or a - b, modulo R, for elements whose words have these offsets.
macro_rules! single {
    ($name:ident, $first:literal, $next:literal, [$($offset:literal)*]) => {
        /// a + b or a - b modulo R.
        ///
        /// # Safety
        /// The pointers are valid.
        #[inline(always)]
        unsafe fn $name(out: *mut Fp, a: *const Fp, b: *const Fp) {
            // SAFETY: by the caller.
            unsafe {
                asm!(
                    single_words!($first $next [$($offset)*]),
                    a = in(reg) a, b = in(reg) b, out = in(reg) out, t = out(reg) _,
                    options(nostack),
                );
            }
        }
    };
}

/// The function `multiply`, by a kernel that changes these registers beside those named here.
macro_rules! product_to_slot {
    ($kernel:path, [$($register:tt)*]) => {
        /// a b to a slot.
        ///
        /// # Safety
        /// The processor has BMI2 and ADX; the pointers are valid.
        #[inline(always)]
        unsafe fn multiply(out: Slots, a: *const Fp, b: *const Fp) {
            // SAFETY: by the caller; the registers named are those that the kernel changes.
            unsafe {
                asm!(
                    "call {kernel}",
                    kernel = sym $kernel,
                    in("rcx") out, in("rsi") a, in("rdx") b,
                    lateout("rdx") _, out("rax") _, out("rdi") _,
                    out("r8") _, out("r9") _, out("r10") _, out("r11") _, out("r12") _,
                    $(out($register) _,)*
                );
            }
        }
    };
}

/// A function that reduces two slots by a kernel, with addends where they are named; the registers as for `product_to_slot`.
macro_rules! reduction {
    ($name:ident, $kernel:path, [$($register:tt)*], $range:literal $(, $plus:ident)?) => {
        /// T divided by R of two slots, with what is added, modulo p, one behind the other. The slots have no values then.
        #[doc = $range]
        ///
        /// # Safety
        /// As for `multiply`, and the field is that of `multiples`; `out` is valid for two elements.
        #[inline(always)]
        unsafe fn $name(out: *mut Fp, slots: [Slots; 2], $($plus: [*const Fp; 2],)? multiples: &Multiples<N>) {
            // SAFETY: by the caller; the registers named are those that the kernel changes.
            unsafe {
                asm!(
                    "call {kernel}",
                    kernel = sym $kernel,
                    in("rdi") out, in("rsi") slots[0], in("rdx") slots[1], in("rcx") multiples,
                    $(in("r8") $plus[0], in("r9") $plus[1],)?
                    lateout("rdi") _, lateout("rsi") _, lateout("rdx") _, out("rax") _,
                    lateout("r8") _, lateout("r9") _, out("r10") _, out("r11") _, out("r12") _,
                    $(out($register) _,)*
                    out("xmm0") _, out("xmm1") _,
                );
            }
        }
    };
}

/// The functions `square_factors` and `square`, of `add`, `sub` and `multiply`.
macro_rules! square_to_slots {
    () => {
        /// c0 + c1, c0 - c1 + m p and 2 c0, for coefficients of c0 + c1 i below the shift m p: factors below 2 m p.
        ///
        /// # Safety
        /// The pointers are valid, with three sums; 2 m p < R.
        #[inline(always)]
        unsafe fn square_factors(s: *mut Fp, c: *const Fp, shift: *const Fp) -> [*mut Fp; 3] {
            // SAFETY: by the caller.
            unsafe {
                let [plus, minus, twice] = [s, s.add(1), s.add(2)];
                add(plus, c, c.add(1));
                add(minus, c, shift);
                sub(minus, minus, c.add(1));
                add(twice, c, c);
                [plus, minus, twice]
            }
        }

        /// The square of c0 + c1 i to two slots: (c0 + c1)(c0 - c1 + m p) and 2 c0 c1, for coefficients below the shift m p. Within 0 and
        /// 2.25 m^2, 0 and 2 m^2.
        ///
        /// # Safety
        /// As for `multiply`, with three sums; 2 m p < R.
        #[inline(always)]
        unsafe fn square(f: Slots, s: *mut Fp, c: *const Fp, shift: *const Fp) {
            // SAFETY: by the caller.
            unsafe {
                let [plus, minus, twice] = square_factors(s, c, shift);
                multiply(f, plus, minus);
                multiply(f.add(1), twice, c.add(1));
            }
        }
    };
}

/// The real and the imaginary part of products to the first and the third of their slots.
macro_rules! parts {
    ($f:expr, $($first:literal $second:literal $third:literal),*) => {
        $(
            sum!($f, $third = $third - $first - $second);
            sum!($f, $first = $first - $second);
        )*
    };
}

/// Products in F_p2 and F_p6 to slots, by `add`, `multiply` and `sum!`.
macro_rules! products_to_slots {
    () => {
        /// Memory for a function's slots or sums.
        #[inline(always)]
        fn memory<const K: usize, const L: usize>() -> MaybeUninit<[[u64; L]; K]> {
            MaybeUninit::uninit()
        }

        /// The three products of (a0 + a1 i)(b0 + b1 i) to three slots: a0 b0, a1 b1, and that of the sums a0 + a1 and b0 + b1, which
        /// are given.
        ///
        /// # Safety
        /// As for `multiply`, for three slots and both coefficients.
        #[inline(always)]
        unsafe fn products(slots: Slots, [a, sum_a]: [*const Fp; 2], [b, sum_b]: [*const Fp; 2]) {
            // SAFETY: by the caller.
            unsafe {
                multiply(slots, a, b);
                multiply(slots.add(1), a.add(1), b.add(1));
                multiply(slots.add(2), sum_a, sum_b);
            }
        }

        /// Some elements of F_p2, each with the sum of its coefficients, as `products` takes them.
        ///
        /// # Safety
        /// Each pointer is valid for two elements, `sums` for as many as there are pointers.
        #[inline(always)]
        unsafe fn with_sums<const K: usize>(sums: Sums, elements: [*const Fp; K]) -> [[*const Fp; 2]; K] {
            core::array::from_fn(|k| {
                // SAFETY: by the caller.
                unsafe {
                    add(sums.add(k), elements[k], elements[k].add(1));
                    [elements[k], sums.add(k).cast_const()]
                }
            })
        }

        /// Slots of a product in F_p6, and its sums: 9 N words for what Karatsuba's method multiplies of each factor.
        const SLOTS_OF_6: usize = 18;
        const SUMS_OF_6: usize = 24;

        /// The sums x0 + x1, x0 + x2, x1 + x2 in F_p2, and for those and x0, x1, x2 that of both coefficients, twelve in all.
        ///
        /// # Safety
        /// `x` is valid for six elements, `sums` for twelve. Four elements sum up to less than R.
        #[inline(always)]
        unsafe fn sums_of(sums: Sums, x: *const Fp) {
            // SAFETY: by the caller.
            unsafe {
                for (k, [i, j]) in [[0, 1], [0, 2], [1, 2]].into_iter().enumerate() {
                    add(sums.add(2 * k), x.add(2 * i), x.add(2 * j));
                    add(sums.add(2 * k + 1), x.add(2 * i + 1), x.add(2 * j + 1));
                    add(sums.add(9 + k), sums.add(2 * k), sums.add(2 * k + 1));
                    add(sums.add(6 + k), x.add(2 * k), x.add(2 * k + 1));
                }
            }
        }

        /// Karatsuba's products of x0, x1, x2 and y0, y1, y2 in F_p2: v0 = x0 y0, v1 = x1 y1, v2 = x2 y2 with real parts in slots 0, 3, 6
        /// and imaginary parts in 2, 5, 8; from slot 9 on three each for those of x0 + x1, x0 + x2, x1 + x2 and the same of y.
        ///
        /// # Safety
        /// As for `multiply`, with `SLOTS_OF_6` slots and `SUMS_OF_6` sums. Four coefficients of a factor sum up to less than R.
        #[inline(always)]
        unsafe fn six_products(f: Slots, sums: Sums, x: *const Fp, y: *const Fp) {
            // SAFETY: by the caller; the slots that are summed have values before.
            unsafe {
                sums_of(sums, x);
                sums_of(sums.add(12), y);
                for k in 0..3 {
                    products(f.add(3 * k), [x.add(2 * k), sums.add(6 + k)], [y.add(2 * k), sums.add(18 + k)]);
                    let (a, b) =
                        ([sums.add(2 * k), sums.add(9 + k)], [sums.add(12 + 2 * k), sums.add(21 + k)]);
                    products(f.add(9 + 3 * k), a.map(<*mut Fp>::cast_const), b.map(<*mut Fp>::cast_const));
                }
                sum!(f, 2 = 2 - 0 - 1);
                sum!(f, 0 = 0 - 1);
                sum!(f, 5 = 5 - 3 - 4);
                sum!(f, 3 = 3 - 4);
                sum!(f, 8 = 8 - 6 - 7);
                sum!(f, 6 = 6 - 7);
            }
        }

        /// Karatsuba's products v0, v1, v2 as `six_products` leaves them, and x0 y1 + x1 y0 in slots 9 and 11, x0 y2 + x2 y0 in 12 and 14,
        /// x1 y2 + x2 y1 in 15 and 17.
        ///
        /// # Safety
        /// As for `six_products`.
        #[inline(always)]
        unsafe fn pairwise(f: Slots, sums: Sums, x: *const Fp, y: *const Fp) {
            // SAFETY: by the caller.
            unsafe {
                six_products(f, sums, x, y);
                sum!(f, 11 = 11 - 9 - 10 - 2 - 5);
                sum!(f, 9 = 9 - 10 - 0 - 3);
                sum!(f, 14 = 14 - 12 - 13 - 2 - 8);
                sum!(f, 12 = 12 - 13 - 0 - 6);
                sum!(f, 17 = 17 - 15 - 16 - 5 - 8);
                sum!(f, 15 = 15 - 16 - 3 - 6);
            }
        }
    };
}
