-- Neovim's own client against `buttress lsp`: open, edit, see the diagnostic, take quick fixes, rename.
local function say(text)
  io.stdout:write(text .. "\n")
end

local function wait(what, is_so)
  if not vim.wait(60000, is_so, 20) then
    error("waited for " .. what .. "; diagnostics: " .. vim.inspect(vim.diagnostic.get(0))
      .. "\ntext: " .. table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"))
  end
end

local function lines()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local function has(code)
  for _, it in ipairs(vim.diagnostic.get(0)) do
    if it.code == code then return true end
  end
  return false
end

-- Takes the first offered action whose title contains a text.
local function take(line, column, wanted)
  vim.api.nvim_win_set_cursor(0, { line, column })
  vim.ui.select = function(items, options, choose)
    for place, item in ipairs(items) do
      if options.format_item(item):find(wanted, 1, true) then
        return choose(item, place)
      end
    end
    error("not offered: " .. wanted)
  end
  vim.lsp.buf.code_action()
end

local function run()
  dofile(vim.env.BUTTRESS_LUA)
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.BUTTRESS_FILE))
  vim.cmd("setfiletype pi")
  if vim.bo.filetype ~= "pi" then error("the file is of type " .. vim.bo.filetype) end
  wait("a subscript that can be wrong", function() return has("PI0310") end)
  say("opened")

  vim.api.nvim_buf_set_text(0, 3, 9, 3, 13, { "b[i]" })
  wait("a name that is not known", function() return has("PI0101") end)
  say("edited")
  vim.api.nvim_buf_set_text(0, 3, 9, 3, 13, { "a[i]" })
  wait("the first message again", function() return has("PI0310") and not has("PI0101") end)
  say("mended")

  take(4, 11, "Add `0 <= i` to the precondition of Get")
  wait("the first bound", function() return lines():find("@pre 0 <= i\n", 1, true) end)
  wait("the other bound to be missing", function() return #vim.diagnostic.get(0) == 1 end)
  take(4, 11, "Add `i < |a|` to the precondition of Get")
  wait("both bounds", function() return lines():find("@pre 0 <= i && i < |a|\n", 1, true) end)
  wait("no message", function() return #vim.diagnostic.get(0) == 0 end)
  say("fixed")

  wait("the offer of the inferred fact", function()
    local params = vim.lsp.util.make_range_params()
    params.range = { start = { line = 12, character = 8 }, ["end"] = { line = 12, character = 8 } }
    params.context = { diagnostics = {} }
    local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 5000) or {}
    for _, answer in pairs(answers) do
      if answer.result and #answer.result > 0 then return true end
    end
    return false
  end)
  take(13, 8, "Accept")
  wait("the inferred fact", function() return lines():find("// inferred", 1, true) end)
  say("accepted")

  vim.api.nvim_win_set_cursor(0, { 9, 5 })
  vim.lsp.buf.rename("Twice")
  wait("the other name", function() return lines():find("int Twice(int n)", 1, true) end)
  say("renamed")
end

local ok, problem = pcall(run)
if not ok then
  say("failed: " .. tostring(problem))
  vim.cmd("cquit 1")
end
vim.cmd("qall!")
