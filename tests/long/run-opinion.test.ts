import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askedRig, GOOD_ANSWER, ODD_LOG, type AskedRig } from '../asked-agent.ts'
import { testProject, until, type TestProject } from '../running-mayday.ts'

const CONFIG = 'diagnosis:\n  ask: unknown\n  agent: claude\n'

/** A run of a script that fails in a way that no rule knows. */
async function failingRun(project: TestProject, rig: AskedRig, env = {}): Promise<string> {
  writeFileSync(project.file('odd.log'), ODD_LOG)
  const { stderr, code } = await project.mayday(['run', '--', 'sh', '-c', 'cat odd.log; exit 1'], {
    ...rig.env,
    ...env,
  })
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  return project.folders().at(-1) ?? ''
}

const opinionOf = (folder: string): Promise<string> =>
  until('the opinion', () => {
    const path = join(folder, 'opinion.json')
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  })

test('an unknown failure automatically gets an opinion', async () => {
  await using rig = await askedRig()
  await using project = await testProject()
  rig.says(JSON.stringify(GOOD_ANSWER))
  writeFileSync(project.file('mayday.yaml'), CONFIG)
  const folder = await failingRun(project, rig)
  const opinion = JSON.parse(await opinionOf(folder))
  expect(opinion).toMatchObject({
    format: 'mayday.opinion/1',
    reason: 'SETUP_FAILED',
    evidence: { line: 3, excerpt: 'frobnicator: the widget is upside down' },
    asked: { agent: 'claude', outcome: 'counted', costUsd: 0.0123 },
  })
  expect(project.result(folder)).toMatchObject({ status: 'failed', reason: 'UNKNOWN' })
  const { stdout } = await project.mayday(['show', '1'], rig.env)
  expect(stdout).toContain('✗ UNKNOWN')
  expect(stdout).toContain('Second opinion claude · claude-test · $0.0123 · 140 tokens')
  expect(stdout).toMatch(/SETUP_FAILED \S+worker\.log:3\n/)
  const { stdout: shown } = await project.mayday(['show', '1', '--json'], rig.env)
  expect(JSON.parse(shown).opinion).toEqual(opinion)
})

test('a run does not wait for the asked agent', async () => {
  await using rig = await askedRig()
  await using project = await testProject()
  rig.says(JSON.stringify(GOOD_ANSWER))
  rig.does('until [ -e "$NOTES/go" ]; do sleep 0.05; done; cat "$NOTES/output"')
  writeFileSync(project.file('mayday.yaml'), CONFIG)
  const folder = await failingRun(project, rig)
  expect(project.result(folder)).toMatchObject({ reason: 'UNKNOWN' })
  expect(existsSync(join(folder, 'opinion.json'))).toBe(false)
  writeFileSync(rig.file('go'), '')
  expect(await opinionOf(folder)).toContain('SETUP_FAILED')
})

test('attempts of a task are asked about too', async () => {
  await using rig = await askedRig()
  await using project = await testProject()
  rig.says(JSON.stringify(GOOD_ANSWER))
  writeFileSync(project.file('mayday.yaml'), CONFIG)
  writeFileSync(project.file('odd.log'), ODD_LOG)
  await project.mayday(
    ['add', 'Odd work', '--attempts', '1', '--', 'sh', '-c', 'cat odd.log; exit 1'],
    rig.env,
  )
  await project.mayday(['run', '--task', '1', '--no-wait'], rig.env)
  expect(project.result()).toMatchObject({ reason: 'UNKNOWN' })
  expect(await opinionOf(project.folders().at(-1) ?? '')).toContain('SETUP_FAILED')
})

test('no agent is asked without the setting', async () => {
  await using rig = await askedRig()
  await using project = await testProject()
  rig.says(JSON.stringify(GOOD_ANSWER))
  writeFileSync(project.file('mayday.yaml'), 'diagnosis:\n  agent: claude\n')
  const folder = await failingRun(project, rig)
  // By hand, after everything that the run may have started.
  const { stdout } = await project.mayday(['ask', '1'], rig.env)
  expect(stdout).toContain('SETUP_FAILED')
  expect(rig.asks()).toBe(1)
  expect(await opinionOf(folder)).toContain('"cached": false')
})

test("a person asks with the agent's name", async () => {
  await using rig = await askedRig()
  await using project = await testProject()
  rig.says('No idea.')
  await failingRun(project, rig)
  const { stdout, code } = await project.mayday(['ask', '--agent', 'claude', '--json', '1'], rig.env)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ run: 1, reason: null, asked: { outcome: 'thrown-away' } })
  const { stderr } = await project.mayday(['ask', '1'], rig.env)
  expect(stderr).toContain('ask needs an agent: --agent claude, or diagnosis.agent in mayday.yaml.')
})

test('asking without an agent is a config error', async () => {
  await using project = await testProject()
  writeFileSync(project.file('mayday.yaml'), 'diagnosis:\n  ask: unknown\n')
  const { code, stderr } = await project.mayday(['run', '--', 'true'])
  expect(code).toBe(2)
  expect(stderr).toContain('diagnosis.ask')
})

test('an untrusted config asks no agent', async () => {
  await using rig = await askedRig()
  await using project = await testProject()
  rig.says(JSON.stringify(GOOD_ANSWER))
  writeFileSync(project.file('mayday.yaml'), CONFIG)
  const { code, stderr } = await project.mayday(['run', '--', 'false'], { ...rig.env, MAYDAY_TRUST: '' })
  expect(code).toBe(2)
  expect(stderr).toContain('diagnosis.agent: claude')
  expect(rig.asks()).toBe(0)
})
