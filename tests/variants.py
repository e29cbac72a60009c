"""Tests with many variants that take long: those that `make test` runs; the others wait for `make test-all`.

By file and function the ids of parameters. A variant that is not listed is slow. Of each kind of statement,
and of each characteristic where it makes a difference, something is left.
"""

FAST = {
    "algebra/test_seed_search.py::test_published_seeds_are_found": (
        *("BLS12-381", "BLS12-377", "KSS16", "BW6-761"),
    ),
    "cli/test_pair.py::test_the_model_gives_the_published_values": (
        *("eta-f2-239", "tate-f2-239", "eta-f3-97", "eta-f3-167", "tate-ss512"),
        *("ate-bn254", "ate-bn462", "ate-bls12-381", "ate-kss18-508", "ate-bls48-581", "ate-mnt4-298"),
    ),
    "compiler/test_cores.py::test_results_are_those_of_the_model_in_their_order": (
        "beuchat-f2-5-{'cores': '2'}-shared",
        "beuchat-f2-5-{'cores': '2'}-own",
        "beuchat-f2-5-{'cores': '3', 'interleave': '2'}-shared",
        "beuchat-f2-5-{'cores': '3', 'interleave': '2'}-own",
    ),
    "compiler/test_small.py::test_the_small_machine_is_right_on_random_pairs_of_points": ("three threads",),
    "compiler/test_tiny.py::test_the_coprocessor_is_right_on_every_pair_of_points": (
        "as it ships",
        "three threads",
        "one small machine on distributed memory, four threads",
        "one small machine, no passes",
        "one small machine with two of each",
        "one small machine with a fast clock",
        "one small machine with a slow clock",
        "digits of two",
        "distributed memory",
        "a clock, so three threads",
    ),
    "compiler/test_tiny_ate.py::test_the_coprocessor_is_right_on_random_points": (
        "as it ships",
        "MNT4, quadratic twist over F_p2",
    ),
    "compiler/test_tiny_ate.py::test_the_text_of_least_work_depends_on_the_machine": (
        "ate-fp-727-m1-1-paired+paired",
        "ate-fp-727-m1-4-paired+karatsuba",
    ),
    "compiler/test_tiny_prime.py::test_the_coprocessor_is_right_on_every_pair_of_points": (
        "as it ships",
        "an ordinary curve",
    ),
    "compiler/test_tiny_tate.py::test_the_coprocessor_is_right_on_every_pair_of_points": (
        "as it ships",
        "algorithm 1, no passes",
    ),
    "compiler/test_tiny_ternary.py::test_the_coprocessor_is_right_on_many_pairs_of_points": ("wide sums",),
    "engine/test_constant_time.py::test_addresses_of_two_secrets": ("scalar", "bls"),
    "engine/test_model_agreement.py::test_values_are_the_models": (
        *("eta-f2-239", "eta-f2-457", "eta-f2-557", "eta-f3-97", "eta-f3-193", "tate-ss512", "tate-ss1536"),
        *("ate-bn254", "ate-bn258", "ate-bn462", "ate-bls12-377", "ate-bls12-381", "ate-bw6-761"),
        "ate-bls24-317",
    ),
    "engine/test_points.py::test_many_encodings_are_decoded_or_the_first_bad_one_is_named": (
        *("eta-f2-239", "eta-f3-97", "eta-f3-509", "tate-ss512", "ate-bn254", "ate-bls12-381"),
        *("ate-bls24-315", "ate-kss18-508", "ate-bw6-761"),
    ),
    "evidence/handshakes/test_loading.py::test_a_bug_in_loading_is_found": (
        "if (rst) words_left <= WORDS_TO_LOAD;\n    else if-if-barenghi_fp_163_loader does not take",
    ),
    "evidence/handshakes/test_wrappers.py::test_a_wrapper_does_what_its_model_does": ("axi",),
    "evidence/identity/test_definition.py::test_a_wrong_value_is_seen": (
        *("eta-f2-239", "eta-f2-313", "eta-f3-97", "ate-bls12-13"),
    ),
    "evidence/words/test_coefficients.py::test_what_is_proven_is_so": (
        "polynomial_adder_fp_258_8165707c_u",
        "polynomial_converter_fp_258_8165707c_u",
    ),
    "evidence/words/test_compression.py::test_proven": ("0-1", "500-2"),
    "evidence/words/test_select.py::test_of_a_hundred_bits": ("80-0",),
    "evidence/words/test_select.py::test_planted_bugs_are_refused_where_words_come_first": (
        "m_r4_0[23:0]-{m_r4_0[23:1], 1'd0}",
        "15'd7125-15'd7127",
    ),
    "evidence/words/test_serial.py::test_units_whose_sums_take_two_cycles": (
        "montgomery_fp_31_61da5ff7_w8_d3_c8",
        "inverter_fp_64_fb5c6e8b_w32_kogge_stone_c8",
    ),
    "jobs/test_canonical.py::test_a_core_refuses_them_and_goes_on": ("2",),
    "jobs/test_cores.py::test_the_core_is_right_on_inputs_right_and_wrong": (
        *("g1-add-as it ships", "g1-subgroup-one thread", "g2-decompress-as it ships", "g1-mul-as it ships"),
    ),
    "jobs/test_multiplication.py::test_every_point_of_the_curve_has_a_status": ("ate-bls12-13",),
    "jobs/test_products.py::test_random_inputs_right_and_wrong": (
        *("ate-fp-103-PairingCheck2", "ate-bls12-13-PairingCheck2", "ate-bls12-381-PairingCheck2"),
        *("ate-bn254-PairingCheck4", "ate-fp-103-ProductTerm", "ate-bls12-13-ProductCheck"),
        "ate-bls12-13-ProductTerm",
    ),
    "program/test_lazy.py::test_the_integers_of_a_pairing_stay_in_their_bounds": (
        *("ate-fp-103", "ate-fp-727"),
    ),
    "program/test_quadratic.py::test_the_pairing_is_that_of_the_model": ("ate-fp-103", "ate-fp-727"),
    "program/test_sums.py::test_a_pairing_means_the_same_with_fewer_operations": (
        *("None-ate-fp-727", "128-ate-fp-727"),
    ),
    "synth/test_refine.py::test_the_blocks_of_a_clocked_multiplier_are_whole_and_in_cascade": ("xc7-24",),
    "synth/test_yosys.py::test_a_memory_that_is_meant_to_be_block_ram_and_cannot_be": (
        *("ecp5", "nexus", "xc7"),
    ),
    "synth/test_yosys.py::test_a_delay_line_alone_is_shift_registers_between_flip_flops": ("xc7", "xc2vp"),
    "targets/test_counts.py::test_a_register_is_its_flip_flops": ("ecp5", "xc7"),
    "units/test_polynomial.py::test_multiplier_blocks_on_virtex_6": ("serial-False", "pipelined-True"),
}
