/** The shell lines of action.yml and of the GitLab component, run as a runner runs them, and checked by its schema. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { parse, parseAllDocuments } from 'yaml'
import { freshFolder, type FreshFolder } from './run-mayday.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = v.object({ run: v.string(), env: v.optional(v.record(v.string(), v.string()), {}) })

const action = v.parse(
  v.object({
    inputs: v.record(v.string(), v.object({ default: v.string() })),
    outputs: v.record(v.string(), v.object({ value: v.string() })),
    runs: v.object({ using: v.literal('composite'), steps: v.array(run) }),
  }),
  parse(readFileSync(`${root}action.yml`, 'utf8')),
)

type Stepped = {
  readonly code: number | null
  readonly stdout: string
  readonly summary: string
  readonly outputs: Readonly<Record<string, string>>
}

/** As a runner does it: expressions are replaced in `env`, the script is a file, outputs are what it appended. */
function runAction(
  folder: FreshFolder,
  inputs: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Stepped {
  const files = { summary: folder.file('summary.md'), output: folder.file('output') }
  mkdirSync(folder.file('temp'), { recursive: true })
  let code: number | null = 0
  let stdout = ''
  for (const { run: script, env } of action.runs.steps) {
    writeFileSync(folder.file('step.sh'), script)
    const own = Object.entries(env).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => valueOf(input, inputs)),
    ])
    const done = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', folder.file('step.sh')], {
      cwd: folder.path,
      encoding: 'utf8',
      env: {
        PATH: `${process.execPath.replace(/\/node$/, '')}:${process.env['PATH']}`,
        HOME: folder.path,
        MAYDAY_STATE: process.env['MAYDAY_STATE'],
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: root,
        GITHUB_WORKSPACE: folder.path,
        GITHUB_STEP_SUMMARY: files.summary,
        GITHUB_OUTPUT: files.output,
        RUNNER_TEMP: folder.file('temp'),
        ...Object.fromEntries(own),
        ...more,
      },
    })
    stdout += done.stdout + done.stderr
    code = done.status
    if (code !== 0) break
  }
  return { code, stdout, summary: read(files.summary), outputs: outputsIn(read(files.output)) }
}

const valueOf = (input: string, given: Readonly<Record<string, string>>): string =>
  given[input] ?? action.inputs[input]?.default ?? `no input ${input}`

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const outputsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]),
  )

/** The messages of a run as claude-code-action keeps them: one array. */
const claudeArray = (): string =>
  JSON.stringify(
    readFileSync(`${root}examples/runs/claude-usage-limit.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
    null,
    2,
  )

test('the action reads what claude-code-action leaves', async () => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('temp'))
  writeFileSync(folder.file('temp/claude-execution-output.json'), claudeArray())
  const { code, stdout, summary, outputs } = runAction(folder, { outcome: 'failure' })
  expect(code).toBe(0)
  expect(outputs).toMatchObject({
    verdict: 'failed',
    reason: 'USAGE_LIMIT',
    class: 'provider',
    retryable: 'true',
    'reset-at': '2026-11-15T09:21:00.000Z',
  })
  expect(stdout).toContain('::error title=Mayday%3A ✗ USAGE_LIMIT::')
  expect(summary).toContain('## ✗ USAGE\\_LIMIT\n')
  expect(JSON.parse(readFileSync(outputs['json'] ?? '', 'utf8'))).toMatchObject({ reason: 'USAGE_LIMIT' })
})

test('the newest match of a pattern is read', async () => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('sessions/2026/11'), { recursive: true })
  const codex = readFileSync(`${root}examples/runs/codex-context-full.jsonl`)
  writeFileSync(folder.file('sessions/2026/11/rollout-old one.jsonl'), '{}\n')
  utimesSync(folder.file('sessions/2026/11/rollout-old one.jsonl'), 1, 1)
  writeFileSync(folder.file('sessions/2026/11/rollout-new one.jsonl'), codex)
  const { outputs } = runAction(folder, {
    file: `${folder.path}/sessions/**/rollout-*.jsonl`,
    agent: 'codex',
  })
  expect(outputs['reason']).toBe('CONTEXT_EXHAUSTED')
})

test('text of an output is explained with the outcome', async () => {
  await using folder = await freshFolder()
  const text = readFileSync(`${root}examples/runs/gemini-bad-key.log`, 'utf8')
  const { code, outputs } = runAction(folder, { text, outcome: 'failure', agent: 'gemini', check: 'true' })
  expect([code, outputs['reason']]).toEqual([1, 'AUTH_FAILED'])
})

test('a missing output is said and not invented', async () => {
  await using folder = await freshFolder()
  const { code, stdout, outputs } = runAction(folder, { outcome: 'failure', file: 'none.json' })
  expect([code, outputs['verdict'], outputs['reason']]).toEqual([0, 'failed', 'UNKNOWN'])
  expect(stdout).toContain('::warning title=Mayday::There is no output of the agent to read.')
})

test('the action runs a script and keeps its code', async () => {
  await using folder = await freshFolder()
  const script = 'echo "$GREETING"; cat "$CAPTURE"; exit 7'
  const { code, stdout, outputs } = runAction(
    folder,
    { run: script, junit: 'mayday.xml' },
    { GREETING: '$(touch harmed)', CAPTURE: `${root}examples/runs/claude-usage-limit.jsonl` },
  )
  expect([code, outputs['reason']]).toEqual([7, 'USAGE_LIMIT'])
  expect(stdout).toContain('\n$(touch harmed)\n')
  expect(stdout).toContain('→ Read /home/dev/shop/src/cart.ts\n')
  expect(readFileSync(folder.file('mayday.xml'), 'utf8')).toContain('<failure type="USAGE_LIMIT"')
})

test('no input can add to the script', async () => {
  await using folder = await freshFolder()
  const evil = '$(touch harmed)`touch harmed`";touch harmed;#'
  runAction(folder, { file: evil, agent: evil, outcome: evil, 'exit-code': evil, junit: evil, check: evil })
  runAction(folder, { text: evil, timeout: evil, verify: 'true' })
  expect(readdirSync(folder.path)).not.toContain('harmed')
  expect(action.runs.steps.filter(({ run: script }) => script.includes('${{'))).toEqual([])
})

test('every output of the action is written', async () => {
  await using folder = await freshFolder()
  const { outputs } = runAction(folder, { text: 'x' })
  expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(action.outputs).toSorted())
})

const workflows = readdirSync(`${root}examples/ci`).filter((name) => name.startsWith('github-'))

test.each(['action.yml', ...workflows.map((name) => `examples/ci/${name}`)])(
  '%s passes the action validator',
  (name) => {
    const validator = fileURLToPath(import.meta.resolve('@action-validator/cli/cli.mjs'))
    execFileSync(process.execPath, [validator, `${root}${name}`], { encoding: 'utf8' })
  },
)

test.each(workflows)('%s uses inputs that the action has', (name) => {
  const found = readFileSync(`${root}examples/ci/${name}`, 'utf8')
  const block = /uses: OWNER\/mayday@REF\n(?: {8}env:\n(?: {10}.*\n)+)? {8}with:\n((?: {10}.*\n)+)/.exec(
    found,
  )
  const names = Array.from((block?.[1] ?? '').matchAll(/^ {10}([\w-]+):/gm), ([, key = '']) => key)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((key) => !(key in action.inputs))).toEqual([])
})

const component = (): { readonly job: Record<string, unknown>; readonly script: readonly string[] } => {
  const [spec, jobs] = parseAllDocuments(readFileSync(`${root}templates/mayday.yml`, 'utf8')).map(
    (one): unknown => one.toJS(),
  )
  const inputs = v.parse(v.object({ spec: v.object({ inputs: v.record(v.string(), v.unknown()) }) }), spec)
  expect(Object.keys(inputs.spec.inputs)).toContain('command')
  const job = Object.values(v.parse(v.record(v.string(), v.record(v.string(), v.unknown())), jobs))[0] ?? {}
  return { job, script: v.parse(v.array(v.string()), job['script']) }
}

test('the GitLab component writes its reports', async () => {
  await using folder = await freshFolder()
  const { job, script } = component()
  const done = spawnSync('bash', ['-eo', 'pipefail', '-c', script.join('\n')], {
    cwd: folder.path,
    encoding: 'utf8',
    env: {
      PATH: `${process.execPath.replace(/\/node$/, '')}:${process.env['PATH']}`,
      HOME: folder.path,
      MAYDAY_STATE: process.env['MAYDAY_STATE'],
      GITLAB_CI: 'true',
      CI_PROJECT_DIR: folder.path,
      MAYDAY_HOME: root,
      MAYDAY_COMMAND: `cat ${root}examples/runs/claude-usage-limit.jsonl; exit 1`,
      MAYDAY_VERIFY: '',
      MAYDAY_TIMEOUT: '1m',
    },
  })
  expect([done.status, done.stderr]).toEqual([1, ''])
  const reports = v.parse(v.object({ reports: v.record(v.string(), v.string()) }), job['artifacts']).reports
  expect(Object.keys(reports)).toEqual(['junit', 'codequality', 'dotenv'])
  const [junit = '', quality = '', dotenv = ''] = Object.values(reports).map((path) =>
    readFileSync(folder.file(path), 'utf8'),
  )
  expect(junit).toContain('<failure type="USAGE_LIMIT"')
  expect(JSON.parse(quality)).toMatchObject([{ check_name: 'USAGE_LIMIT', severity: 'minor' }])
  expect(dotenv).toContain('MAYDAY_REASON=USAGE_LIMIT\nMAYDAY_CLASS=provider\nMAYDAY_RETRYABLE=true\n')
})
