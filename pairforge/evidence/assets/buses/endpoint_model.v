// What docs/reference/bus.md says of registers, queues, ways and resets, for a core whose pins are ports here.
module endpoint_model #(
  parameter WORDS_IN = 1,
  parameter WORDS_OUT = 1,
  parameter LOAD_WORDS = 0,
  parameter LOG_IN = 4,  // the queues hold 2^LOG_IN and 2^LOG_OUT words
  parameter LOG_OUT = 4,
  parameter [31:0] VERSION = 0,
  parameter [31:0] CAPABILITY = 0,  // but for the bit `streams`
  parameter [31:0] LATENCY = 0,
  parameter [31:0] INTERVAL = 0
) (
  input wire clk,
  input wire rst,
  input wire streams,
  input wire write,
  input wire [5:0] write_address,
  input wire [31:0] write_data,
  input wire [3:0] write_strobe,
  input wire read,
  input wire [5:0] read_address,
  output reg [31:0] read_data,
  output reg read_error,
  output reg write_error,
  output reg irq,
  output reg clear,
  input wire [31:0] s_data,
  input wire s_last,
  input wire s_valid,
  output wire s_ready,
  output wire [31:0] m_data,
  output wire m_last,
  output wire m_off_curve,
  output wire m_fault,
  output wire m_valid,
  input wire m_ready,
  output reg core_rst,
  output wire [31:0] core_in_data,
  output wire core_in_valid,
  input wire core_in_ready,
  input wire [31:0] core_out_data,
  input wire core_out_valid,
  output wire core_out_ready,
  input wire core_out_off_curve,
  input wire core_out_fault
);
  localparam CONTROL = 8'h18, INTERRUPT_ENABLE = 8'h20, INTERRUPT_STATUS = 8'h24, SCRATCH = 8'h34,
    DATA_IN = 8'h40, DATA_OUT = 8'h44;
  wire [7:0] to = {write_address, 2'b00};
  wire [7:0] from = {read_address, 2'b00};
  wire discard = rst | clear;

  // Bytes that are not strobed stay.
  function [31:0] written(input [31:0] old);
    integer k;
    for (k = 0; k < 32; k = k + 1) written[k] = write_strobe[k / 8] ? write_data[k] : old[k];
  endfunction

  // registers that keep what is written; bits that no field has ignore writes
  reg [31:0] scratch;
  reg [6:0] enabled, happened;
  reg [2:0] ways;
  wire by_register_in = ways[1] | ~streams;
  wire by_register_out = ways[2] | ~streams;
  wire [31:0] now_control = written({29'd0, ways});
  wire [31:0] now_enabled = written({25'd0, enabled});
  wire [31:0] cleared = written(32'd0);
  wire [6:0] events;
  always @(posedge clk) begin
    if (rst) {scratch, enabled, ways} <= 0;
    else if (write)
      case (to)
        SCRATCH: scratch <= written(scratch);
        CONTROL: ways <= {now_control[2:1], 1'b0};
        INTERRUPT_ENABLE: enabled <= now_enabled[6:0];
        default: ;
      endcase
    clear <= ~rst & write & to == CONTROL & write_strobe[0] & write_data[0];
    if (discard) happened <= 0;
    else happened <= events | happened & ~(write & to == INTERRUPT_STATUS ? cleared[6:0] : 7'd0);
    irq <= ~rst & |(enabled & happened);
  end

  // words in: of the load, then of one input after the other
  localparam MOST = WORDS_IN > LOAD_WORDS ? WORDS_IN : LOAD_WORDS;
  localparam IN_BITS = MOST > 1 ? $clog2(MOST) : 1;
  reg [IN_BITS-1:0] place;
  reg loading, filling, way_in;
  wire [IN_BITS-1:0] last_place = loading ? LOAD_WORDS - 1 : WORDS_IN - 1;
  wire way_in_now = place == 0 ? by_register_in : way_in;
  wire [LOG_IN:0] waiting_in;
  wire [LOG_IN:0] room = (1 << LOG_IN) - waiting_in;
  wire has_room = ~waiting_in[LOG_IN];
  wire open_in = way_in_now & has_room & ~filling;
  assign s_ready = ~way_in_now & has_room & ~filling & ~discard;
  wire from_stream = s_valid & s_ready;
  wire pushed = write & to == DATA_IN & write_strobe == 4'hf & open_in;
  wire enters = pushed | from_stream | filling & has_room;
  wire cut = from_stream & s_last & place != last_place;
  always @(posedge clk) begin
    way_in <= way_in_now;
    if (discard) begin
      place <= 0;
      loading <= LOAD_WORDS != 0;
      filling <= 0;
    end else begin
      if (cut) filling <= 1;
      if (enters) begin
        place <= place + 1;
        if (place == last_place) {place, loading, filling} <= 0;
      end
    end
  end
  wire [31:0] word_in = way_in_now ? write_data : filling ? 32'd0 : s_data;
  queue_model #(.LOG(LOG_IN), .WIDTH(32)) queue_in (
    clk, discard, enters, word_in, core_in_valid & core_in_ready, core_in_data, waiting_in);
  assign core_in_valid = waiting_in != 0;
  always @(posedge clk) core_rst <= discard;

  // words out
  localparam OUT_BITS = WORDS_OUT > 1 ? $clog2(WORDS_OUT) : 1;
  reg [OUT_BITS-1:0] place_out;
  reg begun_out, way_out;
  wire [LOG_OUT:0] waiting_out;
  wire [34:0] head;
  wire leaves;
  assign core_out_ready = ~waiting_out[LOG_OUT];
  wire arrives = core_out_valid & core_out_ready;
  wire complete = arrives & place_out == WORDS_OUT - 1;
  queue_model #(.LOG(LOG_OUT), .WIDTH(35)) queue_out (
    clk, discard, arrives, {core_out_fault, core_out_off_curve, place_out == WORDS_OUT - 1, core_out_data},
    leaves, head, waiting_out);
  assign {m_fault, m_off_curve, m_last, m_data} = head;
  wire way_out_now = begun_out ? way_out : by_register_out;
  reg [LOG_OUT:0] whole;  // results whose last word is in the queue
  wire open_out = whole != 0 & way_out_now;
  assign m_valid = waiting_out != 0 & ~way_out_now & ~discard;
  assign leaves = m_valid & m_ready | read & from == DATA_OUT & open_out;
  always @(posedge clk) begin
    way_out <= way_out_now;
    if (discard) {place_out, begun_out, whole} <= 0;
    else begin
      if (arrives) place_out <= complete ? 0 : place_out + 1;
      if (leaves) begun_out <= ~m_last;
      whole <= whole + complete - (leaves & m_last);
    end
  end

  // counters and events
  reg [31:0] inputs, results;
  reg was_busy;
  wire busy = place != 0 | inputs != results;
  wire refused_in = write & to == DATA_IN & ~pushed;
  wire refused_out = read & from == DATA_OUT & ~open_out;
  assign events = {
    complete & core_out_fault, was_busy & ~busy, refused_out, refused_in, cut, complete & core_out_off_curve, complete};
  always @(posedge clk)
    if (discard) {inputs, results, was_busy} <= 0;
    else begin
      inputs <= inputs + (enters & place == last_place & ~loading);
      results <= results + (leaves & m_last);
      was_busy <= busy;
    end

  // answers
  wire [15:0] room_in = room;
  wire [1:0] marks = whole != 0 ? {m_fault, m_off_curve} : 2'd0;
  wire [31:0] status = {room_in, 10'd0, marks[1], loading, marks[0], whole != 0, room >= WORDS_IN, busy};
  always @* begin
    read_error = 0;
    case (from)
      8'h00: read_data = "PFRG";
      8'h04: read_data = VERSION;
      8'h08: read_data = CAPABILITY | {streams, 6'd0};
      8'h0c: read_data = {WORDS_OUT[15:0], WORDS_IN[15:0]};
      8'h10: read_data = LATENCY;
      8'h14: read_data = INTERVAL;
      CONTROL: read_data = {by_register_out, by_register_in, 1'b0};
      8'h1c: read_data = status;
      INTERRUPT_ENABLE: read_data = enabled;
      INTERRUPT_STATUS: read_data = happened;
      8'h28: read_data = results;
      8'h2c: read_data = inputs;
      8'h30: read_data = LOAD_WORDS;
      SCRATCH: read_data = scratch;
      DATA_OUT: {read_error, read_data} = open_out ? {1'b0, m_data} : {1'b1, 32'd0};
      default: {read_error, read_data} = {1'b1, 32'd0};
    endcase
    if (~read) {read_error, read_data} = 0;
    write_error = write & to != CONTROL & to != INTERRUPT_ENABLE & to != INTERRUPT_STATUS & to != SCRATCH & ~pushed;
  end
endmodule

// Words in their order; nobody puts one into a full queue, or takes one where there is none.
module queue_model #(
  parameter LOG = 4,
  parameter WIDTH = 32
) (
  input wire clk,
  input wire rst,
  input wire put,
  input wire [WIDTH-1:0] d,
  input wire take,
  output wire [WIDTH-1:0] y,
  output reg [LOG:0] waiting
);
  reg [WIDTH-1:0] words [0:(1<<LOG)-1];
  reg [LOG-1:0] first, next;
  assign y = words[first];
  always @(posedge clk) begin
    if (put) words[next] <= d;
    if (rst) {first, next, waiting} <= 0;
    else begin
      next <= next + put;
      first <= first + take;
      waiting <= waiting + put - take;
    end
  end
endmodule
