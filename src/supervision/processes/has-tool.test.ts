import { expect, test } from 'vitest'
import { hasTool } from './has-tool.ts'
import type { FoundProcess } from './processes.ts'

const WRAPPER = 10

const process = (pid: number, parent: number, group: number): FoundProcess => ({
  pid,
  parent,
  group,
  startedAt: '1',
  boot: 'boot',
  namespace: null,
  host: 'here',
})

const agent = process(11, WRAPPER, WRAPPER)

test.each([
  ['an agent alone', [agent], false],
  ['a tool', [agent, process(12, 11, 12)], true],
  [
    'a tool beside helpers',
    [agent, process(12, 11, WRAPPER), process(13, 11, WRAPPER), process(14, 11, 14)],
    true,
  ],
  ['a tool of an agent behind a launcher', [agent, process(12, 11, WRAPPER), process(13, 12, 13)], true],
  [
    'helpers, one of them with a child',
    [agent, process(12, 11, WRAPPER), process(13, 11, WRAPPER), process(14, 12, 14)],
    false,
  ],
  ['a process left behind by a tool', [agent, process(13, 1, 12)], false],
  ['an empty tree', [], false],
] as const)('%s', (_, tree, expected) => {
  expect(hasTool(tree, WRAPPER)).toBe(expected)
})
