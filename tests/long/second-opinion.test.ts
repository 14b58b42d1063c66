import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { askedRig, GOOD_ANSWER, ODD_LOG } from '../asked-agent.ts'
import { mayday } from '../run-mayday.ts'

const json = JSON.stringify

test('a good answer decides an unknown failure', async () => {
  await using rig = await askedRig()
  rig.says(json(GOOD_ANSWER))
  const found = await rig.explained(ODD_LOG)
  expect(found).toMatchObject({
    verdict: 'failed',
    reason: 'SETUP_FAILED',
    class: 'setup',
    rule: 'asked.claude',
    confidence: 'medium',
    evidence: [
      { file: 'run.log', line: 3, byteOffset: 21, excerpt: 'frobnicator: the widget is upside down' },
    ],
    plan: { kind: 'retry' },
    asked: {
      agent: 'claude',
      outcome: 'counted',
      why: null,
      answer: GOOD_ANSWER,
      model: 'claude-test',
      costUsd: 0.0123,
      tokens: 140,
      cached: false,
    },
  })
})

test('the text names the agent and its cost', async () => {
  await using rig = await askedRig()
  rig.says(json(GOOD_ANSWER))
  const { stdout, code } = await rig.explain(ODD_LOG, ['--exit-code', '1', '--check'])
  expect(code).toBe(1)
  expect(stdout).toContain('✗ SETUP_FAILED')
  expect(stdout).toContain('Second opinion claude · claude-test · $0.0123 · 140 tokens')
  expect(stdout).toContain('  The widget must be turned.')
})

test('the same question is paid for only once', async () => {
  await using rig = await askedRig()
  rig.says(json(GOOD_ANSWER))
  const first = await rig.explained(ODD_LOG)
  const second = await rig.explained(ODD_LOG)
  expect(rig.asks()).toBe(1)
  expect(second).toEqual({ ...first, asked: { ...first.asked, cached: true } })
  await rig.explained(`${ODD_LOG}more\n`)
  expect(rig.asks()).toBe(2)
})

test('cached answers are in a private folder', async () => {
  await using rig = await askedRig()
  rig.says(json(GOOD_ANSWER))
  await rig.explained(ODD_LOG)
  const folder = rig.file('home/cache/mayday/answers')
  const [name = ''] = readdirSync(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(`${folder}/${name}`).mode & 0o777).toBe(0o600)
})

test('a cached answer is checked against the log', async () => {
  await using rig = await askedRig()
  rig.says(json(GOOD_ANSWER))
  await rig.explained(ODD_LOG)
  const folder = rig.file('home/cache/mayday/answers')
  const said = json({ ...GOOD_ANSWER, quote: 'nothing of the kind' })
  for (const name of readdirSync(folder))
    writeFileSync(
      `${folder}/${name}`,
      json({ format: 'mayday.answer/1', said, model: null, costUsd: null, tokens: null }),
    )
  expect(await rig.explained(ODD_LOG)).toMatchObject({
    reason: 'UNKNOWN',
    asked: { outcome: 'thrown-away', cached: true },
  })
})

const worthless: readonly (readonly [string, string, string])[] = [
  [
    'a made-up quote',
    json({ ...GOOD_ANSWER, quote: 'the gadget is upside down' }),
    'line 3 does not contain the quote',
  ],
  ['a wrong line', json({ ...GOOD_ANSWER, line: 2 }), 'line 2 does not contain the quote'],
  [
    'a line that is not there',
    json({ ...GOOD_ANSWER, line: 40 }),
    'line 40 is not among the lines that it was shown',
  ],
  ['no line', json({ ...GOOD_ANSWER, line: null }), 'it names no line'],
  ['a quote of one letter', json({ ...GOOD_ANSWER, quote: 'w' }), 'the quote is too short to prove anything'],
  [
    'an invented reason',
    json({ ...GOOD_ANSWER, reason: 'WIDGET_FLIPPED' }),
    'the reason "WIDGET_FLIPPED" is not in the table',
  ],
  ['a success', json({ ...GOOD_ANSWER, reason: null }), 'the reason null is not in the table'],
  ['no knowledge', json({ ...GOOD_ANSWER, reason: 'UNKNOWN' }), 'it does not know the reason either'],
  ['prose', 'The widget is upside down, I think.', 'the answer is not the JSON object that was asked for'],
]

test.each(worthless)('%s is rejected and reported', async (_title, words, why) => {
  await using rig = await askedRig()
  rig.says(words)
  const found = await rig.explained(ODD_LOG)
  expect(found).toMatchObject({ reason: 'UNKNOWN', asked: { outcome: 'thrown-away', why, costUsd: 0.0123 } })
  expect(found.rule).not.toContain('asked')
  const { stdout } = await rig.explain(ODD_LOG, ['--exit-code', '1'])
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`Thrown away: ${why}.`)
})

test('an answer in a fence is read', async () => {
  await using rig = await askedRig()
  rig.says(`Here it is:\n\`\`\`json\n${JSON.stringify(GOOD_ANSWER, null, 2)}\n\`\`\`\n`)
  expect(await rig.explained(ODD_LOG)).toMatchObject({ rule: 'asked.claude' })
})

test('a proven verdict is not asked about', async () => {
  await using rig = await askedRig()
  rig.says(json(GOOD_ANSWER))
  const found = await rig.explained('No space left on device (os error 28)\n')
  expect(found).toMatchObject({ reason: 'DISK_FULL', asked: { outcome: 'not-asked', costUsd: null } })
  const good = await rig.explained('all well\n', ['--exit-code', '0'])
  expect(good).toMatchObject({ verdict: 'succeeded', asked: { outcome: 'not-asked' } })
  expect(rig.asks()).toBe(0)
})

test('an undetermined log fails with low confidence', async () => {
  await using rig = await askedRig()
  rig.says(json(GOOD_ANSWER))
  expect(await rig.explained(ODD_LOG, [])).toMatchObject({
    verdict: 'failed',
    reason: 'SETUP_FAILED',
    confidence: 'low',
    rule: 'asked.claude',
  })
})

test('a silent agent is stopped after its time', async () => {
  await using rig = await askedRig()
  rig.does('echo $$ > "$NOTES/pid"; exec tail -f /dev/null')
  const found = await rig.explained(ODD_LOG, ['--exit-code', '1', '--ask-timeout', '1s'])
  expect(found).toMatchObject({
    reason: 'UNKNOWN',
    asked: { outcome: 'no-answer', why: 'it did not answer within 1.0 s' },
  })
  expect(existsSync(`/proc/${rig.noted('pid').trim()}`)).toBe(false)
  expect(readdirSync(rig.file('tmp'))).toEqual([])
})

test('the failure of the asked agent is explained', async () => {
  await using rig = await askedRig()
  rig.does('echo "error: unknown option --safe-mode" >&2; exit 1')
  const { asked } = await rig.explained(ODD_LOG)
  expect(asked).toMatchObject({ outcome: 'no-answer', why: expect.stringContaining('unknown option') })
  expect(existsSync(rig.file('home/cache/mayday/answers'))).toBe(true)
  await rig.explained(ODD_LOG)
  expect(rig.asks()).toBe(2)
})

test('the agent works in an empty private folder', async () => {
  await using rig = await askedRig()
  rig.does('pwd > "$NOTES/where"; ls -A > "$NOTES/held"; ls -ld . > "$NOTES/mode"')
  await rig.explained(ODD_LOG)
  expect(rig.noted('where')).toContain(rig.file('tmp/mayday-ask-'))
  expect(rig.noted('held')).toBe('')
  expect(rig.noted('mode')).toMatch(/^drwx------/)
  expect(existsSync(rig.noted('where').trim())).toBe(false)
})

test('only the question contains the log', async () => {
  await using rig = await askedRig()
  rig.says(json(GOOD_ANSWER))
  await rig.explained(ODD_LOG)
  expect(rig.noted('question')).toContain('3| frobnicator: the widget is upside down')
  expect(rig.noted('words')).not.toContain('widget')
})

test('standard input can be asked about', async () => {
  await using rig = await askedRig()
  rig.says(json(GOOD_ANSWER))
  const args = ['explain', '--exit-code', '1', '--json', '--ask', 'claude', '-']
  const { stdout } = await mayday(args, { input: ODD_LOG, cwd: rig.file('work'), env: rig.env })
  expect(JSON.parse(stdout)).toMatchObject({ rule: 'asked.claude', evidence: [{ file: '-', line: 3 }] })
})

test('a quote is compared without colours', async () => {
  await using rig = await askedRig()
  rig.says(json(GOOD_ANSWER))
  const log = ODD_LOG.replace('widget', '\u001B[31mwidget\u001B[0m')
  expect(await rig.explained(log)).toMatchObject({ rule: 'asked.claude', evidence: [{ line: 3 }] })
})

test.each([
  ['opencode', /^mayday: opencode cannot be asked: Mayday knows no way to run it without tools/],
  ['nobody', /^mayday: Unknown agent to ask 'nobody'\. Ask one of: claude, codex, gemini\./],
  ['codex', /^mayday: codex cannot be asked: there is no program of that name on PATH/],
])('%s is a clear error', async (agent, sentence) => {
  await using rig = await askedRig()
  const { code, stderr, stdout } = await mayday(['explain', '--ask', agent, 'run.log'], {
    cwd: rig.file('work'),
    env: { ...rig.env, PATH: rig.file('bin') },
  })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(sentence)
})

test("only a person's arguments reach the agent", async () => {
  await using rig = await askedRig()
  rig.says(json(GOOD_ANSWER))
  mkdirSync(rig.file('config/mayday'), { recursive: true })
  writeFileSync(
    rig.file('config/mayday/mayday.yaml'),
    'diagnosis:\n  agent: claude\n  args: [--model, haiku]\n',
  )
  writeFileSync(
    rig.file('work/mayday.yaml'),
    'diagnosis:\n  agent: claude\n  args: [--mcp-config, evil.json]\n',
  )
  await rig.explain(ODD_LOG, ['--exit-code', '1'], { XDG_CONFIG_HOME: rig.file('config') })
  expect(rig.noted('words')).toMatch(/--model\nhaiku\n$/)
  expect(rig.noted('words')).not.toContain('evil')
})
