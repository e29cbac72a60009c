# After a reset: a stack, zeros where they are wanted, main; its result is the exit status.
    .section .start, "ax"
    .globl _start
_start:
    la sp, stack_top
    la t0, bss_start
    la t1, bss_end
1:  bgeu t0, t1, 2f
    sw zero, 0(t0)
    addi t0, t0, 4
    j 1b
2:  call main
    ori a0, a0, 0x100
    li t0, 0x91000000
    sw a0, 0(t0)
3:  j 3b
