// Multiplier of Lattice ECP5 (FPGA-TN-02205): 18 by 18 bits, each signed or not, with registers for the inputs,
// between the partial products (one register of the product here, which is the same from outside) and for the
// output, each on one of four clocks, enables and synchronous resets; and the cascades of its inputs. Signs go
// through registers with their operands. Not modelled: the third input (C), bypass, asynchronous resets.

module MULT18X18D #(
    parameter REG_INPUTA_CLK = "NONE", REG_INPUTA_CE = "CE0", REG_INPUTA_RST = "RST0",
    parameter REG_INPUTB_CLK = "NONE", REG_INPUTB_CE = "CE0", REG_INPUTB_RST = "RST0",
    parameter REG_PIPELINE_CLK = "NONE", REG_PIPELINE_CE = "CE0", REG_PIPELINE_RST = "RST0",
    parameter REG_OUTPUT_CLK = "NONE", REG_OUTPUT_CE = "CE0", REG_OUTPUT_RST = "RST0",
    parameter CLK0_DIV = "ENABLED", CLK1_DIV = "ENABLED", CLK2_DIV = "ENABLED", CLK3_DIV = "ENABLED",
    parameter GSR = "ENABLED", RESETMODE = "SYNC", MULT_BYPASS = "DISABLED", SOURCEB_MODE = "B_SHIFT"
) (
    input CLK0, CLK1, CLK2, CLK3, CE0, CE1, CE2, CE3, RST0, RST1, RST2, RST3,
    input SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
    input
    A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0,
    input
    B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0,
    input
    C17, C16, C15, C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2, C1, C0,
    input
    SRIA17, SRIA16, SRIA15, SRIA14, SRIA13, SRIA12, SRIA11, SRIA10, SRIA9, SRIA8, SRIA7, SRIA6, SRIA5,
    SRIA4, SRIA3, SRIA2, SRIA1, SRIA0,
    input
    SRIB17, SRIB16, SRIB15, SRIB14, SRIB13, SRIB12, SRIB11, SRIB10, SRIB9, SRIB8, SRIB7, SRIB6, SRIB5,
    SRIB4, SRIB3, SRIB2, SRIB1, SRIB0,
    output
    SROA17, SROA16, SROA15, SROA14, SROA13, SROA12, SROA11, SROA10, SROA9, SROA8, SROA7, SROA6, SROA5,
    SROA4, SROA3, SROA2, SROA1, SROA0,
    output
    SROB17, SROB16, SROB15, SROB14, SROB13, SROB12, SROB11, SROB10, SROB9, SROB8, SROB7, SROB6, SROB5,
    SROB4, SROB3, SROB2, SROB1, SROB0,
    output SIGNEDP,
    output
    P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16,
    P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
);
  generate
    if (RESETMODE != "SYNC" || MULT_BYPASS != "DISABLED" || SOURCEB_MODE != "B_SHIFT")
      $error("MULT18X18D: the model has no RESETMODE %s, MULT_BYPASS %s, SOURCEB_MODE %s",
             RESETMODE, MULT_BYPASS, SOURCEB_MODE);
  endgenerate
  wire [17:0] a = SOURCEA ? {
      SRIA17, SRIA16, SRIA15, SRIA14, SRIA13, SRIA12, SRIA11, SRIA10, SRIA9, SRIA8, SRIA7, SRIA6, SRIA5,
      SRIA4, SRIA3, SRIA2, SRIA1, SRIA0
  } : {
      A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0
  };
  wire [17:0] b = SOURCEB ? {
      SRIB17, SRIB16, SRIB15, SRIB14, SRIB13, SRIB12, SRIB11, SRIB10, SRIB9, SRIB8, SRIB7, SRIB6, SRIB5,
      SRIB4, SRIB3, SRIB2, SRIB1, SRIB0
  } : {
      B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0
  };
  wire [3:0] clocks = {CLK3, CLK2, CLK1, CLK0};
  wire [3:0] enables = {CE3, CE2, CE1, CE0};
  wire [3:0] resets = {RST3, RST2, RST1, RST0};
  wire [18:0] a_in, b_in;
  wire signed [18:0] left = {a_in[18] & a_in[17], a_in[17:0]}, right = {b_in[18] & b_in[17], b_in[17:0]};
  wire signed [37:0] product = left * right;
  wire [36:0] between, out;
  pairforge_mult_register #(19, REG_INPUTA_CLK, REG_INPUTA_CE, REG_INPUTA_RST) register_a (
      clocks, enables, resets, {SIGNEDA, a}, a_in);
  pairforge_mult_register #(19, REG_INPUTB_CLK, REG_INPUTB_CE, REG_INPUTB_RST) register_b (
      clocks, enables, resets, {SIGNEDB, b}, b_in);
  pairforge_mult_register #(37, REG_PIPELINE_CLK, REG_PIPELINE_CE, REG_PIPELINE_RST) pipeline (
      clocks, enables, resets, {a_in[18] | b_in[18], product[35:0]}, between);
  pairforge_mult_register #(37, REG_OUTPUT_CLK, REG_OUTPUT_CE, REG_OUTPUT_RST) register_p (
      clocks, enables, resets, between, out);
  assign {
      SIGNEDP,
      P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17,
      P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
  } = out;
  assign {
      SROA17, SROA16, SROA15, SROA14, SROA13, SROA12, SROA11, SROA10, SROA9, SROA8, SROA7, SROA6, SROA5,
      SROA4, SROA3, SROA2, SROA1, SROA0
  } = a_in[17:0];
  assign {
      SROB17, SROB16, SROB15, SROB14, SROB13, SROB12, SROB11, SROB10, SROB9, SROB8, SROB7, SROB6, SROB5,
      SROB4, SROB3, SROB2, SROB1, SROB0
  } = b_in[17:0];
endmodule

// A register on the clock, enable and reset that are named; none where the clock is NONE.
module pairforge_mult_register #(
    parameter integer WIDTH = 1,
    parameter CLK = "NONE", CE = "CE0", RST = "RST0"
) (
    input [3:0] clocks, enables, resets,
    input [WIDTH-1:0] d,
    output [WIDTH-1:0] q
);
  generate
    if (CLK == "NONE") assign q = d;
    else begin : held
      wire clk = clocks[CLK == "CLK3" ? 3 : CLK == "CLK2" ? 2 : CLK == "CLK1" ? 1 : 0];
      wire enable = enables[CE == "CE3" ? 3 : CE == "CE2" ? 2 : CE == "CE1" ? 1 : 0];
      wire reset = resets[RST == "RST3" ? 3 : RST == "RST2" ? 2 : RST == "RST1" ? 1 : 0];
      reg [WIDTH-1:0] value = 0;
      always @(posedge clk)
        if (reset) value <= 0;
        else if (enable) value <= d;
      assign q = value;
    end
  endgenerate
endmodule
