import { describe, expect, test } from 'vitest'
import { exampleTask } from '../../tests/examples/records.ts'
import type { TaskSpec } from '../record/task.ts'
import { choicesFor, needsOf, queueOf, serialKey, type NodeAbilities } from './needs.ts'

const plain = { agent: 'claude', argv: null, fallback: [], setup: null, baseline: null, verify: null }
const task = (more: Partial<TaskSpec>): TaskSpec => exampleTask({ ...plain, ...more })

const node = (more: Partial<NodeAbilities> = {}): NodeAbilities => ({
  accounts: { claude: 'team', './mine.sh': 'own' },
  commands: ['npm test'],
  anyAccount: null,
  labels: ['gpu'],
  ...more,
})

const agentsFor = (
  more: Partial<TaskSpec>,
  { labels = [], of = node() }: { labels?: readonly string[]; of?: NodeAbilities } = {},
): readonly string[] => choicesFor(needsOf(task(more), labels), of).map(({ agent }) => agent)

describe('a node may do', () => {
  test('an agent that it allows', () => expect(agentsFor({})).toEqual(['claude']))
  test('a program that it allows', () =>
    expect(agentsFor({ agent: null, argv: ['./mine.sh', 'x'] })).toEqual(['mine.sh']))
  test('a fallback where the first choice is missing', () =>
    expect(agentsFor({ agent: 'codex', fallback: ['claude'] })).toEqual(['claude']))
  test('anything where it says so', () =>
    expect(agentsFor({ agent: 'codex', verify: 'make' }, { of: node({ anyAccount: 'all' }) })).toEqual([
      'codex',
    ]))
  test('what needs its labels', () => expect(agentsFor({}, { labels: ['gpu'] })).toEqual(['claude']))
})

describe('a node may not do', () => {
  test('another agent', () => expect(agentsFor({ agent: 'codex' })).toEqual([]))
  test('an agent that is not installed', () => {
    expect(agentsFor({}, { of: node({ missing: ['claude'] }) })).toEqual([])
    expect(agentsFor({}, { of: node({ anyAccount: 'all', missing: ['claude'] }) })).toEqual([])
  })
  test('another program of the same name', () =>
    expect(agentsFor({ agent: null, argv: ['/tmp/mine.sh'] })).toEqual([]))
  test('a command that only begins alike', () =>
    expect(agentsFor({ verify: 'npm test; rm -rf /' })).toEqual([]))
  test('what needs another label', () => expect(agentsFor({}, { labels: ['gpu', 'arm'] })).toEqual([]))
})

test('equal needs share a queue, others do not', () => {
  const queue = (more: Partial<TaskSpec>, labels: readonly string[] = []): string =>
    queueOf(needsOf(task(more), labels))
  expect(queue({ title: 'One' })).toBe(queue({ title: 'Two' }))
  expect(queue({}, ['a', 'b'])).toBe(queue({}, ['b', 'a']))
  expect(new Set([queue({}), queue({ agent: 'codex' }), queue({ verify: 'x' }), queue({}, ['a'])]).size).toBe(
    4,
  )
})

test('only a phase and flow share a serial key', () => {
  const key = (more: Partial<TaskSpec>): string => serialKey({ ...task(more), taskId: 'own' })
  expect(key({ phase: '12-01' })).toBe(key({ phase: '12-02' }))
  expect(key({ phase: '12', flow: 'review' })).not.toBe(key({ phase: '12', flow: 'implement' }))
  expect(key({ phase: '12', isParallel: true })).toBe('own')
  expect(key({ phase: null })).toBe('own')
})
