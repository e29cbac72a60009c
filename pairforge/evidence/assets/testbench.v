@HEADER@
// Self-checking test bench of @TOP@. It needs nothing but a Verilog simulator: `make` in this folder.
//
//   pass 0  streaming: every input, words always offered, outputs always taken; measures and checks
//           latency and interval
//   pass 1  stress: gaps between inputs and back-pressure on outputs, from a shift register
//   pass 2  reset: a reset in mid-run, then a whole run
//
// Plain Verilog-2001 but for $fatal, which gives the simulator a non-zero exit status.
`default_nettype none

module tb_@TOP@;
  parameter [31:0] INPUTS = @INPUTS@;     // of pass 0: at most @INPUTS@
  parameter [1:0] PASSES = 2'd3;      // 1: streaming only, 2: and stress, 3: and reset
  parameter [31:0] TIMEOUT = @TIMEOUT@;  // cycles without a transfer

  localparam [31:0] THREADS = @THREADS@;      // inputs that share the core, round-robin
  localparam [31:0] WORDS_IN = @WORDS_IN@;   // 32-bit words of an input
  localparam [31:0] WORDS_OUT = @WORDS_OUT@;  // 32-bit words of a result
  localparam [31:0] LOAD = @LOAD@;       // 32-bit words after a reset, before the first input
  localparam [31:0] LATENCY = @LATENCY@;    // cycles expected; 0: only measured
  localparam [31:0] INTERVAL = @INTERVAL@;   // cycles expected; 0: only measured
  localparam [31:0] STRESS = INPUTS < 2 * THREADS ? INPUTS : 2 * THREADS;
  localparam [31:0] AFTER = INPUTS < THREADS ? INPUTS : THREADS;
  localparam [31:0] DRAIN = 32'd32;  // cycles watched for stray outputs after each pass

  reg clk;
  reg rst;
  reg [31:0] in_data;
  reg in_valid;
  wire in_ready;
  wire [31:0] out_data;
  wire out_valid;
  reg out_ready;@OFF_NET@

  @TOP@ dut (
    .clk(clk),
    .rst(rst),
    .in_data(in_data),
    .in_valid(in_valid),
    .in_ready(in_ready),
    .out_data(out_data),
    .out_valid(out_valid),
    .out_ready(out_ready)@OFF_PORT@
  );

  reg [31:0] vectors_in [0:@LAST_IN@];
  reg [31:0] vectors_out [0:@LAST_OUT@];
  reg [31:0] words_first [0:@LAST_LOAD@];

  reg [1:0] pass;
  reg aborted;            // pass 2: the reset in mid-run is over
  reg [31:0] cycle;       // rising edges since the start
  reg [31:0] loaded;      // words accepted since the reset, of those before the first input
  reg [31:0] sent;        // words accepted in this pass
  reg [31:0] got;         // words received in this pass
  reg [31:0] since;       // cycles since the last transfer
  reg [31:0] drain;       // cycles since the last result of the pass
  reg [31:0] begun;       // cycle of the first input word of this pass
  reg [31:0] latency;
  reg [31:0] interval;
  reg [31:0] round_end;   // cycle of the last word of the last whole round of the threads
  reg waiting;            // a word was offered to us and not taken
  reg [31:0] waiting_data;
  reg [15:0] lfsr;        // x^16 + x^14 + x^13 + x^11 + 1
@OFF_VECTORS@
  initial begin
    clk = 1'b0;
    rst = 1'b1;
    in_data = 32'd0;
    in_valid = 1'b0;
    out_ready = 1'b0;
    pass = 2'd0;
    aborted = 1'b0;
    cycle = 32'd0;
    loaded = 32'd0;
    sent = 32'd0;
    got = 32'd0;
    since = 32'd0;
    drain = 32'd0;
    begun = 32'd0;
    latency = 32'd0;
    interval = 32'd0;
    round_end = 32'd0;
    waiting = 1'b0;
    waiting_data = 32'd0;
    lfsr = 16'hace1;
    $readmemh("vectors_in.hex", vectors_in);
    $readmemh("vectors_out.hex", vectors_out);@OFF_READ@
    words_first[0] = 32'd0;
    if (LOAD != 32'd0) $readmemh("load.hex", words_first);
  end
  always #5 clk = ~clk;

  wire [31:0] quota = pass == 2'd0 ? INPUTS : pass == 2'd1 ? STRESS : AFTER;
  wire [31:0] all_in = quota * WORDS_IN;
  wire [31:0] all_out = quota * WORDS_OUT;
  wire take = in_valid & in_ready & ~rst;
  wire give = out_valid & out_ready & ~rst;
  wire stress = pass == 2'd1;
  wire loading = loaded != LOAD;
  wire [31:0] next_loaded = loaded + {31'd0, take & loading};
  wire [31:0] next_sent = sent + {31'd0, take & ~loading};
  wire [31:0] next_got = got + {31'd0, give};
  wire first = next_loaded != LOAD;
  wire more = next_sent < all_in;
  wire [@LOAD_BITS@:0] place_first = next_loaded[@LOAD_BITS@:0];
  wire [@IN_BITS@:0] place_in = next_sent[@IN_BITS@:0];
  wire [@OUT_BITS@:0] place_out = got[@OUT_BITS@:0];
  wire [31:0] wanted = vectors_out[place_out];
  wire round_done = give & next_got % (THREADS * WORDS_OUT) == 32'd0;
  wire abort = pass == 2'd2 & ~aborted & sent != 32'd0 & cycle - begun >= latency / 2;

  always @(posedge clk) begin
    cycle <= cycle + 32'd1;
    lfsr <= {lfsr[14:0], lfsr[15] ^ lfsr[13] ^ lfsr[12] ^ lfsr[10]};
    rst <= cycle == 32'd0 | abort;

    // The side that offers: a word that is not taken stays.
    if (rst | ~in_valid | in_ready) begin
      in_valid <= ~abort & (first | more) & ~(stress & lfsr[0]);
      in_data <= first ? words_first[place_first] : more ? vectors_in[place_in] : {lfsr, ~lfsr};
    end
    // The side that takes.
    out_ready <= ~stress | (lfsr[3] & lfsr[7]);

    loaded <= next_loaded;
    sent <= next_sent;
    got <= next_got;
    since <= rst | take | give ? 32'd0 : since + 32'd1;
    waiting <= out_valid & ~out_ready & ~rst;
    waiting_data <= out_data;
    if (take & ~loading & sent == 32'd0) begun <= cycle;
    if (pass == 2'd0 & give & next_got == WORDS_OUT) latency <= cycle - begun;
    if (pass == 2'd0 & round_done) begin
      round_end <= cycle;
      if (got >= THREADS * WORDS_OUT) interval <= (cycle - round_end + THREADS - 32'd1) / THREADS;
    end

    if (abort) begin
      aborted <= 1'b1;
      in_valid <= 1'b0;
      loaded <= 32'd0;
      sent <= 32'd0;
      got <= 32'd0;
      waiting <= 1'b0;
    end else if (next_got == all_out) begin
      drain <= drain + 32'd1;
      if (drain == DRAIN) begin
        drain <= 32'd0;
        sent <= 32'd0;
        got <= 32'd0;
        since <= 32'd0;
        pass <= pass + 2'd1;
        in_valid <= 1'b0;
      end
    end

    if (~rst & cycle > 32'd1) begin
      // A large core takes minutes: a sign of life.
      if (cycle[13:0] == 14'd0)
        $display("cycle %0d: pass %0d, %0d words in, %0d out", cycle, pass, sent, got);
      if ((in_ready ^ in_ready) !== 1'b0 | (out_valid ^ out_valid) !== 1'b0) begin
        $display("FAIL: cycle %0d, pass %0d: in_ready or out_valid is unknown", cycle, pass);
        $fatal(1);
      end else if (waiting & (~out_valid | out_data !== waiting_data)) begin
        $display("FAIL: cycle %0d, pass %0d: a word changed before it was taken", cycle, pass);
        $fatal(1);
      end else if (out_valid & (got >= all_out | sent == 32'd0)) begin
        $display("FAIL: cycle %0d, pass %0d: an output word too many", cycle, pass);
        $fatal(1);@OFF_TEST@
      end else if (give@OFF_GATE@ & out_data !== wanted) begin
        $display("FAIL: cycle %0d, pass %0d, input %0d, word %0d: expected %h, got %h", cycle, pass,
                 got / WORDS_OUT, got % WORDS_OUT, wanted, out_data);
        $fatal(1);
      end else if (since > TIMEOUT) begin
        $display("FAIL: cycle %0d, pass %0d: no transfer for %0d cycles, %0d words in, %0d out", cycle, pass,
                 TIMEOUT, sent, got);
        $fatal(1);
      end else if (pass == 2'd1 & LATENCY != 32'd0 & latency != LATENCY) begin
        $display("FAIL: latency %0d cycles, expected %0d", latency, LATENCY);
        $fatal(1);
      end else if (pass == 2'd1 & INTERVAL != 32'd0 & interval != INTERVAL & INPUTS > @FULL@) begin
        $display("FAIL: interval %0d cycles, expected %0d", interval, INTERVAL);
        $fatal(1);
      end else if (pass == PASSES) begin
        $display("PASS: %0d inputs streaming, %0d under stress, %0d after a reset", INPUTS,
                 PASSES > 2'd1 ? STRESS : 32'd0, PASSES > 2'd2 ? AFTER : 32'd0);
        $display("      latency %0d cycles, interval %0d cycles (0: not measured), %0d cycles in all", latency,
                 interval, cycle);
        $finish;
      end
    end
  end
endmodule

`default_nettype wire
