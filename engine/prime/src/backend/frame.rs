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
