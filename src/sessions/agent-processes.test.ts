import { expect, test } from 'vitest'
import { isProgramOf, programIn } from './agent-processes.ts'

test.each([
  ['claude', 'claude'],
  ['codex', 'codex-linux-x64'],
  ['pi', '/usr/local/bin/pi'],
  ['gemini', '/opt/node_modules/@google/gemini-cli/bundle/gemini.js'],
  ['qwen', '/opt/node_modules/@qwen-code/qwen-code/cli.js'],
  ['pi', '/opt/node_modules/@earendil-works/pi-coding-agent/dist/cli.js'],
])('%s is the agent of the program %s', (agent, program) => {
  expect(isProgramOf(agent, program)).toBe(true)
})

test.each([
  ['pi', 'copilot'],
  ['pi', 'pip'],
  ['pi', '/home/dev/api/server.js'],
  ['goose', '/home/dev/goose-shop/node_modules/vite/bin/vite.js'],
  ['claude', 'claudette'],
])('%s is not the agent of the program %s', (agent, program) => {
  expect(isProgramOf(agent, program)).toBe(false)
})

test.each([
  ['/usr/bin/node\0--max-old-space-size=8192\0/usr/local/bin/gemini\0-p\0Hi', '/usr/local/bin/gemini'],
  ['/opt/bin/claude\0--resume\0x', 'claude'],
])('the program of %j is %s', (cmdline, program) => {
  expect(programIn(cmdline)).toBe(program)
})
