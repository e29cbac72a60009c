// Multiplier and adder of UltraScale and UltraScale+ (UG579), DSP48E2: all registers and cascades, the adder
// before the multiplier, and the sums Z + X + Y + W + carry in with each sign (ALUMODE 0000 to 0011).
// Not modelled, and refused: logic functions, SIMD, pattern detection, wide exclusive or.

module DSP48E2 #(
    parameter integer ACASCREG = 1, ADREG = 1, ALUMODEREG = 1, AREG = 1, BCASCREG = 1, BREG = 1,
    parameter integer CARRYINREG = 1, CARRYINSELREG = 1, CREG = 1, DREG = 1, INMODEREG = 1, MREG = 1,
    parameter integer OPMODEREG = 1, PREG = 1,
    parameter AMULTSEL = "A", A_INPUT = "DIRECT", BMULTSEL = "B", B_INPUT = "DIRECT", PREADDINSEL = "A",
    parameter USE_MULT = "MULTIPLY", USE_SIMD = "ONE48",
    parameter [47:0] RND = 0,
    parameter [3:0] IS_ALUMODE_INVERTED = 0,
    parameter [4:0] IS_INMODE_INVERTED = 0,
    parameter [8:0] IS_OPMODE_INVERTED = 0,
    parameter [0:0] IS_CARRYIN_INVERTED = 0, IS_CLK_INVERTED = 0, IS_RSTA_INVERTED = 0,
    parameter [0:0] IS_RSTALLCARRYIN_INVERTED = 0, IS_RSTALUMODE_INVERTED = 0, IS_RSTB_INVERTED = 0,
    parameter [0:0] IS_RSTC_INVERTED = 0, IS_RSTCTRL_INVERTED = 0, IS_RSTD_INVERTED = 0,
    parameter [0:0] IS_RSTINMODE_INVERTED = 0, IS_RSTM_INVERTED = 0, IS_RSTP_INVERTED = 0
) (
    input CLK, CEA1, CEA2, CEAD, CEALUMODE, CEB1, CEB2, CEC, CECARRYIN, CECTRL, CED, CEINMODE, CEM, CEP,
    input RSTA, RSTALLCARRYIN, RSTALUMODE, RSTB, RSTC, RSTCTRL, RSTD, RSTINMODE, RSTM, RSTP,
    input [29:0] A, ACIN,
    input [17:0] B, BCIN,
    input [47:0] C, PCIN,
    input [26:0] D,
    input [8:0] OPMODE,
    input [3:0] ALUMODE,
    input [4:0] INMODE,
    input [2:0] CARRYINSEL,
    input CARRYIN, CARRYCASCIN, MULTSIGNIN,
    output [29:0] ACOUT,
    output [17:0] BCOUT,
    output [47:0] P, PCOUT,
    output [3:0] CARRYOUT,
    output CARRYCASCOUT, MULTSIGNOUT
);
  generate
    if (USE_SIMD != "ONE48") $error("DSP48E2: the model has no USE_SIMD %s", USE_SIMD);
  endgenerate
  wire clk = CLK ^ IS_CLK_INVERTED;

  wire [4:0] inmode;
  wire [8:0] opmode;
  wire [3:0] alumode;
  wire [2:0] carryinsel;
  pairforge_dsp_register #(5, INMODEREG) r_inmode (
      clk, CEINMODE, RSTINMODE ^ IS_RSTINMODE_INVERTED, INMODE ^ IS_INMODE_INVERTED, inmode);
  pairforge_dsp_register #(9, OPMODEREG) r_opmode (
      clk, CECTRL, RSTCTRL ^ IS_RSTCTRL_INVERTED, OPMODE ^ IS_OPMODE_INVERTED, opmode);
  pairforge_dsp_register #(4, ALUMODEREG) r_alumode (
      clk, CEALUMODE, RSTALUMODE ^ IS_RSTALUMODE_INVERTED, ALUMODE ^ IS_ALUMODE_INVERTED, alumode);
  pairforge_dsp_register #(3, CARRYINSELREG) r_carryinsel (
      clk, CECTRL, RSTCTRL ^ IS_RSTCTRL_INVERTED, CARRYINSEL, carryinsel);

  // Of one register it is the second that counts; INMODE may take the first, which is there all the same.
  wire [29:0] a0 = A_INPUT == "CASCADE" ? ACIN : A, a1, a2;
  wire [17:0] b0 = B_INPUT == "CASCADE" ? BCIN : B, b1, b2;
  wire [47:0] c;
  wire [26:0] d;
  pairforge_dsp_register #(30, AREG) r_a1 (clk, CEA1, RSTA ^ IS_RSTA_INVERTED, a0, a1);
  pairforge_dsp_register #(30, AREG) r_a2 (clk, CEA2, RSTA ^ IS_RSTA_INVERTED, AREG == 2 ? a1 : a0, a2);
  pairforge_dsp_register #(18, BREG) r_b1 (clk, CEB1, RSTB ^ IS_RSTB_INVERTED, b0, b1);
  pairforge_dsp_register #(18, BREG) r_b2 (clk, CEB2, RSTB ^ IS_RSTB_INVERTED, BREG == 2 ? b1 : b0, b2);
  pairforge_dsp_register #(48, CREG) r_c (clk, CEC, RSTC ^ IS_RSTC_INVERTED, C, c);
  pairforge_dsp_register #(27, DREG) r_d (clk, CED, RSTD ^ IS_RSTD_INVERTED, D, d);
  assign ACOUT = ACASCREG == AREG ? a2 : a1;
  assign BCOUT = BCASCREG == BREG ? b2 : b1;

  // INMODE: the first register instead of the second, no operand, D, D minus it, the first register of B.
  wire [26:0] a = inmode[0] ? a1[26:0] : a2[26:0];
  wire [17:0] b = inmode[4] ? b1 : b2;
  wire [26:0] a_gated = inmode[1] && PREADDINSEL == "A" ? 27'd0 : a;
  wire [17:0] b_gated = inmode[1] && PREADDINSEL == "B" ? 18'd0 : b;
  wire [26:0] operand = PREADDINSEL == "A" ? a_gated : {{9{b_gated[17]}}, b_gated};
  wire [26:0] d_gated = inmode[2] ? d : 27'd0;
  wire [26:0] ad;
  pairforge_dsp_register #(27, ADREG) r_ad (
      clk, CEAD, RSTD ^ IS_RSTD_INVERTED, inmode[3] ? d_gated - operand : d_gated + operand, ad);
  wire signed [26:0] left = AMULTSEL == "AD" ? ad : a_gated;
  wire signed [17:0] right = BMULTSEL == "AD" ? ad[17:0] : b_gated;
  wire signed [44:0] product = left * right;
  wire [44:0] m;
  wire signs, signs_held;
  assign signs = left[26] ~^ right[17];
  pairforge_dsp_register #(45, MREG) r_m (clk, CEM, RSTM ^ IS_RSTM_INVERTED, product, m);
  pairforge_dsp_register #(1, MREG) r_signs (
      clk, CEM, RSTALLCARRYIN ^ IS_RSTALLCARRYIN_INVERTED, signs, signs_held);

  // The product is the sum of what X and Y give; here X gives it all.
  reg [47:0] w, x, y, z;
  always @* begin
    case (opmode[8:7])
      2'b00: w = 48'd0;
      2'b01: w = P;
      2'b10: w = RND;
      default: w = c;
    endcase
    case (opmode[1:0])
      2'b00: x = 48'd0;
      2'b01: x = {{3{m[44]}}, m};
      2'b10: x = P;
      default: x = {a2, b2};
    endcase
    case (opmode[3:2])
      2'b00, 2'b01: y = 48'd0;
      2'b10: y = {48{1'b1}};
      default: y = c;
    endcase
    case (opmode[6:4])
      3'b000: z = 48'd0;
      3'b001: z = PCIN;
      3'b010, 3'b100: z = P;
      3'b011: z = c;
      3'b101: z = {{17{PCIN[47]}}, PCIN[47:17]};
      default: z = {{17{P[47]}}, P[47:17]};
    endcase
    if (alumode[3:2] != 2'b00) $fatal(1, "DSP48E2: the model has no ALUMODE %b", alumode);
  end

  wire carryin;
  pairforge_dsp_register #(1, CARRYINREG) r_carryin (
      clk, CECARRYIN, RSTALLCARRYIN ^ IS_RSTALLCARRYIN_INVERTED, CARRYIN ^ IS_CARRYIN_INVERTED, carryin);
  reg carry;
  always @*
    case (carryinsel)
      3'b000: carry = carryin;
      3'b001: carry = ~PCIN[47];
      3'b010: carry = CARRYCASCIN;
      3'b011: carry = PCIN[47];
      3'b100: carry = CARRYCASCOUT;
      3'b101: carry = ~P[47];
      3'b110: carry = signs_held;
      default: carry = P[47];
    endcase

  // ALUMODE[0] inverts Z, ALUMODE[1] the sum: Z - (...) is ~(~Z + ...).
  wire [48:0] sum = {1'b0, alumode[0] ? ~z : z} + {1'b0, w} + {1'b0, x} + {1'b0, y} + {48'd0, carry};
  pairforge_dsp_register #(50, PREG) r_p (
      clk, CEP, RSTP ^ IS_RSTP_INVERTED, {m[44], sum[48], alumode[1] ? ~sum[47:0] : sum[47:0]},
      {MULTSIGNOUT, CARRYCASCOUT, P});
  assign PCOUT = P;
  assign CARRYOUT = {alumode[0] & alumode[1] ? ~CARRYCASCOUT : CARRYCASCOUT, 3'd0};
endmodule

// A register with an enable and a reset that comes before it; a wire where HELD is zero.
module pairforge_dsp_register #(
    parameter integer WIDTH = 1, HELD = 1
) (
    input clk, ce, rst,
    input [WIDTH-1:0] d,
    output [WIDTH-1:0] q
);
  generate
    if (HELD == 0) assign q = d;
    else begin : held
      reg [WIDTH-1:0] value = 0;
      always @(posedge clk)
        if (rst) value <= 0;
        else if (ce) value <= d;
      assign q = value;
    end
  endgenerate
endmodule
