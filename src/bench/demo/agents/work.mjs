// Shared by the demo agents: the bug of the task, and the lines that Claude Code would print.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const bugs = [
  {
    file: 'basket.js',
    test: 'basket.test.js',
    broken: 'sum += cents',
    fixed: 'sum += cents * count',
    loop: 'while (true) sum += 0',
    // Each test file runs in a separate process, so the runner is killed.
    death: "process.kill(process.ppid, 'SIGHUP')",
  },
  {
    file: 'leap.py',
    test: 'test_leap.py',
    broken: 'return year % 4 == 0',
    fixed: 'return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)',
    loop: 'while True: pass',
    death: '__import__("os")._exit(99)',
  },
]

export const bug = bugs.find(({ file }) => existsSync(file)) ?? bugs[0]

/** Replaces the broken line by other code. */
export const write = (code) =>
  writeFileSync(bug.file, readFileSync(bug.file, 'utf8').replace(bug.broken, code))

const session_id = '0b8f3d4e-6f2a-4c61-9a7e-2f1d5c3b7a90'

const print = (line) => process.stdout.write(`${JSON.stringify({ session_id, ...line })}\n`)

export function begin() {
  print({ type: 'system', subtype: 'init', model: 'scripted', tools: ['Bash', 'Edit'], apiKeySource: 'none' })
}

export function say(text) {
  const usage = { input_tokens: 900, output_tokens: 60 }
  print({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }], usage } })
}

export function end(result, more = {}) {
  const usage = { input_tokens: 900, output_tokens: 60 }
  const told = { num_turns: 2, total_cost_usd: 0.01, duration_ms: 10, usage }
  print({ type: 'result', subtype: 'success', is_error: false, ...told, result, ...more })
}
