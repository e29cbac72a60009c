// What docs/reference/bus.md says of the AXI wrapper: channels that pass a transfer every second cycle, around an
// endpoint.
module axi_model #(
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
  input wire aclk,
  input wire aresetn,
  input wire [7:0] s_axi_awaddr,
  input wire [2:0] s_axi_awprot,
  input wire s_axi_awvalid,
  output wire s_axi_awready,
  input wire [31:0] s_axi_wdata,
  input wire [3:0] s_axi_wstrb,
  input wire s_axi_wvalid,
  output wire s_axi_wready,
  output wire [1:0] s_axi_bresp,
  output wire s_axi_bvalid,
  input wire s_axi_bready,
  input wire [7:0] s_axi_araddr,
  input wire [2:0] s_axi_arprot,
  input wire s_axi_arvalid,
  output wire s_axi_arready,
  output wire [31:0] s_axi_rdata,
  output wire [1:0] s_axi_rresp,
  output wire s_axi_rvalid,
  input wire s_axi_rready,
  input wire [31:0] s_axis_tdata,
  input wire s_axis_tlast,
  input wire s_axis_tvalid,
  output wire s_axis_tready,
  output wire [31:0] m_axis_tdata,
  output wire m_axis_tlast,
  output wire [2:0] m_axis_tuser,
  output wire m_axis_tvalid,
  input wire m_axis_tready,
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
  wire rst = ~aresetn;
  wire [31:0] read_data, m_data;
  wire read_error, write_error, clear, m_last, m_off_curve, m_fault, m_valid;

  // What a channel has taken waits for the access; the answer waits for the manager. No access in a soft reset.
  reg has_address, has_word, has_answer, has_question, has_data;
  reg [7:0] address, question;
  reg [35:0] word;
  reg refused;
  reg [32:0] data;
  assign s_axi_awready = ~has_address & ~rst;
  assign s_axi_wready = ~has_word & ~rst;
  assign s_axi_arready = ~has_question & ~rst;
  assign s_axi_bvalid = has_answer & ~rst;
  assign s_axi_rvalid = has_data & ~rst;
  assign s_axi_bresp = {refused, 1'b0};
  assign s_axi_rresp = {data[32], 1'b0};
  assign s_axi_rdata = data[31:0];
  wire write = has_address & has_word & (~has_answer | s_axi_bready);
  wire read = has_question & (~has_data | s_axi_rready) & ~clear;
  always @(posedge aclk) begin
    if (s_axi_awvalid & s_axi_awready) address <= s_axi_awaddr;
    if (s_axi_wvalid & s_axi_wready) word <= {s_axi_wstrb, s_axi_wdata};
    if (s_axi_arvalid & s_axi_arready) question <= s_axi_araddr;
    if (write) refused <= write_error;
    if (read) data <= {read_error, read_data};
    if (rst) {has_address, has_word, has_answer, has_question, has_data} <= 0;
    else begin
      has_address <= s_axi_awvalid & s_axi_awready | has_address & ~write;
      has_word <= s_axi_wvalid & s_axi_wready | has_word & ~write;
      has_answer <= write | s_axi_bvalid & ~s_axi_bready;
      has_question <= s_axi_arvalid & s_axi_arready | has_question & ~read;
      has_data <= read | s_axi_rvalid & ~s_axi_rready;
    end
  end

  // A word on offer stays whatever happens; a packet that a soft reset has cut is ended by a word of zeros.
  reg offered, open, cut, off_curve, fault, last;
  reg [31:0] offer;
  wire free = ~offered | m_axis_tready;
  wire takes = m_valid & free & ~cut & ~clear;
  assign m_axis_tvalid = offered & ~rst;
  assign m_axis_tdata = offer;
  assign m_axis_tlast = last;
  reg broken;
  assign m_axis_tuser = {fault, broken, off_curve};
  always @(posedge aclk) begin
    if (free)
      {offer, last, broken, off_curve, fault} <= cut ? {32'd0, 4'b1100} : {m_data, m_last, 1'b0, m_off_curve, m_fault};
    if (rst) {offered, open, cut} <= 0;
    else begin
      if (free) offered <= takes | cut;
      if (takes) open <= ~m_last;
      else if (clear) open <= 0;
      if (clear & open) cut <= 1;
      else if (free) cut <= 0;
    end
  end

  endpoint_model #(
    .WORDS_IN(WORDS_IN), .WORDS_OUT(WORDS_OUT), .LOAD_WORDS(LOAD_WORDS), .LOG_IN(LOG_IN), .LOG_OUT(LOG_OUT),
    .VERSION(VERSION), .CAPABILITY(CAPABILITY), .LATENCY(LATENCY), .INTERVAL(INTERVAL)
  ) endpoint (
    .clk(aclk), .rst(rst), .streams(1'b1),
    .write(write), .write_address(address[7:2]), .write_data(word[31:0]), .write_strobe(word[35:32]),
    .read(read), .read_address(question[7:2]), .read_data(read_data), .read_error(read_error),
    .write_error(write_error), .irq(irq), .clear(clear),
    .s_data(s_axis_tdata), .s_last(s_axis_tlast), .s_valid(s_axis_tvalid), .s_ready(s_axis_tready),
    .m_data(m_data), .m_last(m_last), .m_off_curve(m_off_curve), .m_fault(m_fault), .m_valid(m_valid),
    .m_ready(free & ~cut & ~clear),
    .core_rst(core_rst), .core_in_data(core_in_data), .core_in_valid(core_in_valid), .core_in_ready(core_in_ready),
    .core_out_data(core_out_data), .core_out_valid(core_out_valid), .core_out_ready(core_out_ready),
    .core_out_off_curve(core_out_off_curve), .core_out_fault(core_out_fault)
  );
endmodule
