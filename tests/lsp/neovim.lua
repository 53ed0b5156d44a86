-- Run by tests/lsp.rs in `nvim --headless`: the language server in an editor, from opening a file to the diagnostics of its bug.
-- Needs vim.env.SYMIR, the program, and vim.env.FILE; prints what it sees, a line for each thing.
local function say(words)
  io.stdout:write(words:gsub("\n", " ") .. "\n")
end

local function await(what, condition)
  if not vim.wait(600000, condition, 20) then
    say("NEVER " .. what)
    vim.cmd("cquit")
  end
end

vim.cmd("edit " .. vim.env.FILE)
local root = vim.fn.fnamemodify(vim.env.FILE, ":h")
local ended = nil
local client_id = vim.lsp.start_client({
  name = "symir",
  cmd = { vim.env.SYMIR, "lsp" },
  root_dir = root,
  init_options = { arguments = { "--time", "300s" } },
  handlers = { ["symir/ended"] = function(_, result) ended = result end },
})
vim.lsp.buf_attach_client(0, client_id)
local client = vim.lsp.get_client_by_id(client_id)
await("initialised", function() return client.initialized end)

local function ask(method, params)
  local answer, trouble = client.request_sync(method, params, 600000, 0)
  if not answer or answer.err then
    say("NO ANSWER " .. method .. " " .. vim.inspect(trouble or answer.err))
    vim.cmd("cquit")
  end
  return answer.result
end

local document = { uri = vim.uri_from_bufnr(0) }
for _, lens in ipairs(ask("textDocument/codeLens", { textDocument = document })) do
  say("lens " .. lens.range.start.line .. " " .. lens.command.title)
end
ask("workspace/executeCommand", { command = "symir.generate", arguments = { document.uri, "ratio" } })
await("ended", function() return ended end)
say("ended " .. ended["end"])
await("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
for _, it in ipairs(vim.diagnostic.get(0)) do
  say("diagnostic " .. it.lnum .. " " .. it.severity .. " " .. it.message)
end
local hover = ask("textDocument/hover", { textDocument = document, position = { line = 8, character = 4 } })
say("hover " .. hover.contents.value)
vim.cmd("qall!")
