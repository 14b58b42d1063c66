import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capture, linesOf, sourceOf, tell } from '../../../tests/told-story.ts'
import { agents } from '../../agents/agents.ts'
import type { StoryTurn } from './story-schema.ts'
import { tellStory } from './tell-story.ts'

test.each([
  ['claude', 'tool_bash', 'Ran echo tool-ran > ran.txt; cat ran.txt -> tool-ran'],
  ['codex', 'tool_bash', 'Ran echo tool-ran > ran.txt; cat ran.txt -> tool-ran'],
  ['codex', 'tool_bash-as-text', 'Ran echo tool-ran > ran.txt; cat ran.txt ->  succeeded in 0ms:'],
  ['copilot', 'tool_bash', 'Ran echo tool-ran > ran.txt; cat ran.txt -> tool-ran'],
  ['gemini', 'tool_fail', 'Ran echo oops >&2; exit 3 -> oops'],
  [
    'goose',
    'tool_write',
    'Edited /home/dev/project/hello.txt -> Created /home/dev/project/hello.txt (1 lines)',
  ],
  ['opencode', 'tool_write', 'Edited /home/dev/project/hello.txt -> Wrote file successfully.'],
  [
    'qwen',
    'tool_write',
    'Edited /home/dev/project/hello.txt -> Successfully created and wrote to new file: /home/dev/project/hello.txt.',
  ],
])('%s tells its call of %s with the result', (agent, name, call) => {
  const { reads, turns } = tell(capture(agent, name))
  expect(reads).toBe(agent)
  const lines = linesOf(turns)
  expect(lines).toContain(`1 ${call}`)
  expect(lines).toContain('2 words: FAKE-DONE after 1 tool results')
})

test('a failed tool counts as an error of its turn', () => {
  const [first, second] = tell(capture('claude', 'tool_fail')).turns
  expect(first).toMatchObject({ turn: 1, calls: 1, errors: 1, tokens: 121, offset: 2815, line: 2 })
  expect(second).toMatchObject({ turn: 2, errors: 0 })
})

test('a retried request belongs to the turn that follows', () => {
  const { turns } = tell(capture('copilot', 'flaky529'))
  expect(turns.map(({ kind, waits }) => `${kind} ${waits}`)).toEqual(['prompt 0', 'turn 2'])
})

test('aider, OpenHands and the SWE agents tell their steps', () => {
  const aider =
    '#### fix it\n\nI change the file.\n\n> Tokens: 1.2k sent, 90 received. Cost: $0.01 message, $0.02 session.\n> Applied edit to a.py\n'
  expect(linesOf(tell(aider).turns)).toEqual([
    'prompt prompt: fix it',
    '1 words: I change the file.',
    '1 Edited a.py -> Applied edit to a.py',
  ])
  const openhands = [
    { id: 1, source: 'user', timestamp: '2026-11-12T04:00:00', action: 'message', args: { content: 'fix' } },
    { id: 2, source: 'agent', timestamp: '2026-11-12T04:00:01', action: 'run', args: { command: 'ls' } },
    {
      id: 3,
      cause: 2,
      source: 'agent',
      timestamp: '2026-11-12T04:00:02',
      observation: 'run',
      content: 'a.py',
    },
  ]
  expect(linesOf(tell(openhands.map((one) => JSON.stringify(one)).join('\n')).turns)).toEqual([
    'prompt prompt: fix',
    '1 Ran ls -> a.py',
  ])
  const step = { action: 'ls\n', observation: 'a.py', response: 'I look.', thought: 'I look.' }
  const swe = JSON.stringify({ trajectory: [step, step], info: { exit_status: 'submitted' } }, null, 2)
  expect(linesOf(tell(swe).turns)).toEqual([
    '1 words: I look.',
    '1 Ran ls -> a.py',
    '2 words: I look.',
    '2 Ran ls -> a.py',
    '2 notice: The agent ended: submitted.',
  ])
  const mini =
    'mini-swe-agent (step 1, $0.00):\nI look.\nUser:\na.py\nmini-swe-agent (step 2, $0.01):\nDone.\n'
  const told = tell(mini)
  expect(told.reads).toBe('mini-swe-agent')
  expect(linesOf(told.turns)).toContain('2 words: Done.')
})

test('the output of an unknown program is plain lines', () => {
  const { reads, turns } = tell('one\ntwo\n')
  expect(reads).toBeNull()
  expect(linesOf(turns)).toEqual(['note output: one'])
  expect(turns[0]?.entries[0]).toMatchObject({ text: 'one\ntwo', offset: 0, line: 1 })
})

test('the other stages of a run are told as blocks', () => {
  const agents = '{"type":"thread.started","thread_id":"t"}\n'
  const stage = { command: 'pytest -q', exitCode: 1, durationMs: 5, startedAt: null }
  const { turns } = tell(`${agents}1 failed\n`, {
    agent: 'codex',
    stages: [
      { ...stage, stage: 'agent_run', from: 0, to: agents.length },
      { ...stage, stage: 'final_test', from: agents.length, to: null },
    ],
  })
  expect(turns).toMatchObject([{ kind: 'stage', stage: 'final_test', command: 'pytest -q', line: 2 }])
})

/** A long story of Claude Code, as its stream. */
function longStory(turns: number): string {
  const lines: object[] = []
  for (let at = 1; at <= turns; at += 1) {
    const content = [
      { type: 'text', text: `step ${at}` },
      { type: 'tool_use', id: `t${at}`, name: 'Bash', input: { command: `run ${at}` } },
    ]
    lines.push({
      type: 'assistant',
      session_id: 's',
      parent_tool_use_id: null,
      message: { id: `msg_${at}`, content },
    })
    const result = [{ type: 'tool_result', tool_use_id: `t${at}`, content: `out ${at}\n`.repeat(at % 7) }]
    lines.push({ type: 'user', session_id: 's', parent_tool_use_id: null, message: { content: result } })
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** Asks for one part after the other. */
function partsOf(
  output: string,
  asked: { readonly turns: number; readonly bytes: number },
): readonly StoryTurn[] {
  const turns: StoryTurn[] = []
  for (let from: string | null = null; ;) {
    const part = tell(output, { agent: 'claude' }, { ...asked, from })
    turns.push(...part.turns)
    if (part.next === null) return turns
    expect(part.next).not.toBe(from)
    from = part.next
  }
}

test('the parts of a story are the whole story', () => {
  const output = longStory(40)
  const whole = linesOf(tell(output, { agent: 'claude' }).turns)
  for (const turns of [1, 3, 7]) {
    const parts = partsOf(output, { turns, bytes: 1e9 })
    expect(linesOf(parts)).toEqual(whole)
    expect(parts.map(({ turn }) => turn)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
  }
})

test('every entry leads to its line in the file', () => {
  const output = longStory(20)
  for (const { entries } of partsOf(output, { turns: 4, bytes: 1e9 }))
    for (const { offset, line } of entries) {
      expect(output.slice(0, offset).split('\n')).toHaveLength(line)
      expect(output[offset]).toBe('{')
    }
})

test('a live story continues where it stood', () => {
  const output = longStory(6)
  const cut = output.length - 30
  const first = tell(output.slice(0, cut), { agent: 'claude', isOver: false })
  expect(first).toMatchObject({ isEnd: true })
  const rest = tell(output, { agent: 'claude' }, { from: first.next })
  expect(rest.turns[0]).toMatchObject({ turn: 6, continues: true })
  expect(linesOf(rest.turns)).toEqual([expect.stringMatching(/^6 Used an earlier call -> out 6/)])
  expect(rest.next).toBeNull()
})

test('an overview has the turns without their entries', () => {
  const [first] = tell(longStory(3), {}, { isBrief: true }).turns
  expect(first).toMatchObject({ turn: 1, calls: 1, gist: 'step 1', entries: [] })
})

test('a long result keeps its beginning and its end', () => {
  const result = [{ type: 'tool_result', tool_use_id: 't1', content: `first\n${'x\n'.repeat(50_000)}last` }]
  const output = `${longStory(1).split('\n')[0] ?? ''}\n${JSON.stringify({ type: 'user', session_id: 's', message: { content: result } })}\n`
  const entry = tell(output, { agent: 'claude' }).turns[0]?.entries.at(-1)
  const shown = entry?.kind === 'tool' ? entry.result : null
  expect(shown?.text).toMatch(/^first[\s\S]*…[\s\S]*last$/)
  expect(shown).toMatchObject({ lines: 50_002 })
  expect(shown?.left).toBeGreaterThan(90_000)
})

test('no output makes a story throw', () => {
  const names = [null, ...agents.map(({ name }) => name)]
  const line = fc.oneof(fc.string(), fc.json(), fc.constantFrom(...longStory(2).split('\n')))
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom(...names), (lines, agent) => {
      const source = sourceOf(lines.join('\n'), { agent })
      const told = tellStory(source, { from: null, turns: 3, chars: 100, bytes: 50, isBrief: false })
      expect(told.turns.length).toBeLessThan(lines.length + 2)
    }),
  )
})
