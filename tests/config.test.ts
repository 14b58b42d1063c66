import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testProject, type TestProject } from './running-mayday.ts'

let project: TestProject
/** No user config applies here. */
const nobody = (): Record<string, string> => ({ XDG_CONFIG_HOME: join(project.path, 'nobody') })

beforeEach(async () => {
  project = await testProject()
})
afterEach(async () => {
  await project[Symbol.asyncDispose]()
})

const config = (text: string): void => writeFileSync(project.file('mayday.yaml'), text)

test('a run takes its stages and limits from the file', async () => {
  config(
    'stages:\n  setup: touch prepared\n  verify: test -e prepared && exit 3\nlimits: {grace: 3s, verify: 1m}\n',
  )
  const { code } = await project.mayday(['run', '--', 'true'], nobody())
  expect(code).toBe(1)
  expect(project.result()?.stages.map(({ stage }) => stage)).toEqual(['setup', 'agent_run', 'final_test'])
  const spec = JSON.parse(readFileSync(join(project.folders().at(-1) ?? '', 'run.json'), 'utf8'))
  expect(spec).toMatchObject({ graceMs: 3000, stages: [{}, {}, { timeoutMs: 60_000 }] })
})

test('a command line wins over the file', async () => {
  config('stages: {verify: "false"}\nlimits: {grace: 3s}\n')
  const { code } = await project.mayday(['run', '--verify', 'true', '--grace', '5s', '--', 'true'], nobody())
  expect(code).toBe(0)
  const spec = JSON.parse(readFileSync(join(project.folders().at(-1) ?? '', 'run.json'), 'utf8'))
  expect(spec.graceMs).toBe(5000)
})

test('a limit of the file stops an agent', async () => {
  config('limits: {timeout: 1s, grace: 1s}\n')
  const { code } = await project.mayday(['run', '--', 'sleep', '600'], nobody())
  expect(code).toBe(124)
  expect(project.result()).toMatchObject({ ending: { kind: 'stopped', by: 'timeout' } })
})

test('a marker of the project is recognised', async () => {
  const agent = ['run', '--', 'sh', '-c', 'echo "[ACME_FAILURE:TESTS_FAILED]"; exit 1']
  await project.mayday(agent, nobody())
  expect(project.result()?.reason).not.toBe('TESTS_FAILED')
  config('markers: [ACME]\n')
  await project.mayday(agent, nobody())
  expect(project.result()?.reason).toBe('TESTS_FAILED')
  const { stdout } = await project.mayday(['rediagnose', '2', '--json'], nobody())
  expect(JSON.parse(stdout)).toMatchObject({ judged: 1, differ: 0 })
})

test('a variable configured as secret is masked everywhere', async () => {
  config('secrets: [DEPLOY_PIN]\n')
  const env = { ...nobody(), DEPLOY_PIN: 'plainword', OTHER_PIN: 'otherword' }
  await project.mayday(['run', '--', 'sh', '-c', 'echo pin $DEPLOY_PIN and $OTHER_PIN; exit 1'], env)
  expect(project.log()).toBe('pin ********* and otherword\n')
  const files = readdirSync(project.record, { recursive: true, withFileTypes: true })
  const holding = files.filter(
    (file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes('plainword'),
  )
  expect(holding.map(({ name }) => name)).toEqual([])
})

test('the agent of the file reads a script', async () => {
  config('agent: claude\n')
  await project.mayday(['run', '--', 'sh', '-c', 'exit 1'], nobody())
  expect(project.result()?.agent).toBe('claude')
})

test('clean keeps files as configured', async () => {
  config('retention: {olderThan: 3d, keepBytes: none}\n')
  const { stdout } = await project.mayday(['clean', '--json'], nobody())
  expect(JSON.parse(stdout)).toMatchObject({ olderThanMs: 259_200_000, keepBytes: null })
})

test('the main branch comes from the file', async () => {
  execFileSync('git', ['init', '-q', '-b', 'trunk'], { cwd: project.path })
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '-q', '--allow-empty', '-m', 'x'],
    {
      cwd: project.path,
    },
  )
  config('git: {main: trunk}\n')
  const { stdout, code } = await project.mayday(['unmerged', '--json'], nobody())
  expect([code, JSON.parse(stdout).main]).toEqual([0, 'trunk'])
})

test('a bad file stops its readers once', async () => {
  config('limits:\n  timout: 3m\n')
  for (const args of [['run', '--', 'true'], ['clean'], ['unmerged'], ['config']]) {
    const { code, stderr, stdout } = await project.mayday(args, nobody())
    expect([args[0], code, stdout, stderr]).toEqual([
      args[0],
      2,
      '',
      `mayday: ${project.file('mayday.yaml')}:2:3: unknown key 'timout' under limits. Did you mean 'timeout'?\n`,
    ])
  }
  expect(project.folders()).toEqual([])
})

test('explaining a log ignores an invalid config', async () => {
  config('limits: [\n')
  writeFileSync(project.file('run.log'), 'npm ERR! missing script: test\n')
  const { code } = await project.mayday(['explain', 'run.log'], nobody())
  expect(code).toBe(0)
})

test('every value is printed with its origin', async () => {
  config('# ours\nlimits:\n  timeout: 45m\nnotify: {webhook: "https://u:pass-9fQ2xZ81@example.org/hook"}\n')
  const { stdout } = await project.mayday(['config'], nobody())
  const line = (key: string): string => stdout.split('\n').find((one) => one.startsWith(key)) ?? ''
  expect(line('limits.timeout')).toMatch(/^limits\.timeout +45m +.*mayday\.yaml:3$/)
  expect(line('limits.idle')).toMatch(/^limits\.idle +10m +default$/)
  const json = await project.mayday(['config', '--json'], nobody())
  expect(JSON.parse(json.stdout)).toMatchObject({
    format: 'mayday.config/1',
    files: [{ found: false }, { path: project.file('mayday.yaml'), found: true }],
    settings: expect.arrayContaining([
      {
        key: 'limits.timeout',
        value: 2_700_000,
        shown: '45m',
        from: { file: project.file('mayday.yaml'), line: 3 },
        executes: false,
      },
      { key: 'limits.idle', value: 600_000, shown: '10m', from: null, executes: false },
    ]),
  })
  expect(stdout + json.stdout).not.toContain('9fQ2xZ81')
})
