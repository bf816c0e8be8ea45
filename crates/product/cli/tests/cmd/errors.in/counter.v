module counter(input clk);
