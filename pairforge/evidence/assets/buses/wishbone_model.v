// What docs/reference/bus.md says of the Wishbone wrapper: a request is taken, and answered in the next cycle, in
// which none is taken.
module wishbone_model #(
  parameter WORDS_IN = 1,
  parameter WORDS_OUT = 1,
  parameter LOAD_WORDS = 0,
  parameter LOG_IN = 4,
  parameter LOG_OUT = 4,
  parameter [31:0] VERSION = 0,
  parameter [31:0] CAPABILITY = 0,
  parameter [31:0] LATENCY = 0,
  parameter [31:0] INTERVAL = 0
) (
  input wire clk,
  input wire rst,
  input wire wb_cyc_i,
  input wire wb_stb_i,
  input wire wb_we_i,
  input wire [7:0] wb_adr_i,
  input wire [31:0] wb_dat_i,
  input wire [3:0] wb_sel_i,
  output wire [31:0] wb_dat_o,
  output wire wb_ack_o,
  output wire wb_err_o,
  output wire wb_stall_o,
  output wire irq,
  output wire core_rst,
  output wire [31:0] core_in_data,
  output wire core_in_valid,
  input wire core_in_ready,
  input wire [31:0] core_out_data,
  input wire core_out_valid,
  output wire core_out_ready,
  input wire core_out_off_curve,
  input wire core_out_fault
);
  reg done, refused;
  reg [31:0] word;
  wire request = wb_cyc_i & wb_stb_i & ~wb_stall_o & ~rst;
  wire [31:0] read_data;
  wire read_error, write_error;
  wire error = wb_we_i ? write_error : read_error;
  assign wb_stall_o = done | refused;
  assign wb_ack_o = done & wb_cyc_i & ~rst;
  assign wb_err_o = refused & wb_cyc_i & ~rst;
  assign wb_dat_o = word;
  always @(posedge clk) begin
    done <= request & ~error;
    refused <= request & error;
    if (request & ~wb_we_i) word <= read_data;
  end

  endpoint_model #(
    .WORDS_IN(WORDS_IN), .WORDS_OUT(WORDS_OUT), .LOAD_WORDS(LOAD_WORDS), .LOG_IN(LOG_IN), .LOG_OUT(LOG_OUT),
    .VERSION(VERSION), .CAPABILITY(CAPABILITY), .LATENCY(LATENCY), .INTERVAL(INTERVAL)
  ) endpoint (
    .clk(clk), .rst(rst), .streams(1'b0),
    .write(request & wb_we_i), .write_address(wb_adr_i[7:2]), .write_data(wb_dat_i), .write_strobe(wb_sel_i),
    .read(request & ~wb_we_i), .read_address(wb_adr_i[7:2]), .read_data(read_data), .read_error(read_error),
    .write_error(write_error), .irq(irq), .clear(),
    .s_data(32'd0), .s_last(1'b0), .s_valid(1'b0), .s_ready(),
    .m_data(), .m_last(), .m_off_curve(), .m_fault(), .m_valid(), .m_ready(1'b0),
    .core_rst(core_rst), .core_in_data(core_in_data), .core_in_valid(core_in_valid), .core_in_ready(core_in_ready),
    .core_out_data(core_out_data), .core_out_valid(core_out_valid), .core_out_ready(core_out_ready),
    .core_out_off_curve(core_out_off_curve), .core_out_fault(core_out_fault)
  );
endmodule
