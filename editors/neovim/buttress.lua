-- Buttress in Neovim: put this file into your configuration, or `dofile` it from there.
local start = vim.lsp.start or function(config) -- Neovim 0.7 has the parts of it
  vim.lsp.buf_attach_client(0, vim.lsp.start_client(config))
end
vim.filetype.add({ extension = { pi = "pi", smt2 = "smt2", vmt = "smt2" } })
vim.api.nvim_create_autocmd("FileType", { pattern = { "pi", "smt2" }, callback = function()
  start({ name = "buttress", cmd = { "buttress", "lsp" }, root_dir = vim.fn.getcwd() })
end })
