import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { benchProject, endsOf, type BenchProject } from '../bench-suite.ts'
import { killRun, until } from '../running-mayday.ts'

const FIXES = 'echo right >value'

/** Reports that it has started, and waits for permission to continue. */
const waiting = (folder: string): string =>
  `echo "$MAYDAY_BENCH_TASK" >>${folder}/begun; while [ ! -e ${folder}/go ]; do sleep 0.05; done; ${FIXES}`

/** The file exists, empty, a moment before its first line. */
const begun = ({ project }: BenchProject): readonly string[] =>
  existsSync(project.file('begun')) ? (readFileSync(project.file('begun'), 'utf8').match(/.+/g) ?? []) : []

type Hanging = {
  readonly keys?: (bench: BenchProject) => Readonly<Record<string, unknown>>
  readonly env?: (bench: BenchProject) => Record<string, string>
  readonly agent?: string
}

const hang = 'exec sleep 600'

const stages: Readonly<Record<string, Hanging>> = {
  git_clone: {
    keys: () => ({ repo: 'ssh://nowhere/repository' }),
    env: ({ program }) => ({ GIT_SSH_COMMAND: program('ssh', hang) }),
  },
  git_checkout: {
    env: ({ program, project }) => {
      program('post-checkout', hang)
      return { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.hooksPath', GIT_CONFIG_VALUE_0: project.path }
    },
  },
  setup: { keys: () => ({ setup: hang }) },
  baseline_run: { keys: () => ({ run: hang }) },
  agent_run: { agent: hang },
  final_test: { keys: () => ({ run: `[ "$(cat value)" = wrong ] || ${hang}; exit 1` }) },
}

it.each(Object.keys(stages))('Ctrl+C in %s leaves a record', async (stage) => {
  await using bench = await benchProject()
  const { keys, env, agent = FIXES } = stages[stage] ?? {}
  bench.task('one', keys?.(bench))
  bench.task('two', keys?.(bench))
  const command = ['run', 'suite', '--series', 's', '--', bench.program('agent.sh', agent)]
  const going = bench.start(command, env?.(bench))
  await until(stage, () => going.printed().includes(`one #1 ${stage}\n`))
  going.child.kill('SIGINT')
  const { code } = await going.finished
  expect(code).toBe(130)
  expect(bench.records('s')).toMatchObject([
    { task_id: 'one', passed: false, failure_reason: 'INTERRUPTED', reason: null, stage },
  ])
  expect(bench.trees()).toEqual([])
})

it('a killed series continues with running attempts', async () => {
  await using bench = await benchProject()
  for (const id of ['a', 'b', 'c']) bench.task(id)
  const agent = bench.program('agent.sh', waiting(bench.project.path))
  const command = ['run', 'suite', '--jobs', '2', '--', agent]
  const going = bench.start(command)
  await until('two agents', () => begun(bench).length === 2)
  going.child.kill('SIGKILL')
  await going.finished
  writeFileSync(bench.project.file('go'), '')
  const { code, stdout, stderr } = await bench.bench(command)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('a #1 was started before and still runs; waiting for it')
  expect(begun(bench).toSorted()).toEqual(['a', 'b', 'c'])
  expect(endsOf(bench.records('suite-1'))).toEqual({ a: 'passed', b: 'passed', c: 'passed' })
  expect(bench.trees()).toEqual([])
})

it('an attempt lost by the kill is repeated', async () => {
  await using bench = await benchProject()
  bench.task('a')
  const agent = bench.program('agent.sh', waiting(bench.project.path))
  const going = bench.start(['run', 'suite', '--series', 's', '--', agent])
  await until('the agent', () => begun(bench).length === 1)
  going.child.kill('SIGKILL')
  await going.finished
  const runId = bench.project.folders().at(-1)?.split('/').at(-1) ?? ''
  killRun(runId)
  writeFileSync(bench.project.file('go'), '')
  const { code, stdout, stderr } = await bench.bench(['run', '--resume', 's'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('a #1 was lost when Mayday was killed; it is repeated')
  expect(begun(bench)).toEqual(['a', 'a'])
  expect(bench.records('s')).toMatchObject([{ passed: true }])
  expect(bench.trees()).toEqual([])
})

it('only interrupted attempts are repeated', async () => {
  await using bench = await benchProject()
  bench.task('a')
  bench.task('b')
  const script = `[ $MAYDAY_BENCH_TASK = a ] && { echo a >>${bench.project.path}/begun; ${FIXES}; exit; }\n${waiting(bench.project.path)}`
  const command = ['run', 'suite', '--series', 's', '--', bench.program('agent.sh', script)]
  const going = bench.start(command)
  await until('b', () => begun(bench).includes('b'))
  going.child.kill('SIGINT')
  const stopped = await going.finished
  const left = '1 left (1 canceled). Continue: mayday bench run --resume s'
  expect(stopped.stdout).toContain(`s: 1 of 1 attempt passed; ${left}`)
  const report = await bench.bench(['report', 's'])
  expect(report.stdout.split('\n').slice(1, 3)).toEqual([
    expect.stringMatching(/^1 of 1 attempt passed: 100 %/) as unknown,
    left,
  ])
  writeFileSync(bench.project.file('go'), '')
  expect((await bench.bench(command)).code).toBe(0)
  expect(begun(bench)).toEqual(['a', 'b', 'b'])
  expect(endsOf(bench.records('s'))).toEqual({ a: 'passed', b: 'passed' })
})

it('a line cut off by a kill stays alone', async () => {
  await using bench = await benchProject()
  bench.task('a')
  const agent = bench.program('agent.sh', FIXES)
  await bench.bench(['run', 'suite', '--series', 's', '--', agent])
  appendFileSync(bench.project.inRecord('bench/s/attempts.jsonl'), '{"format":"mayday.att')
  bench.task('b')
  const { stdout } = await bench.bench(['run', 'suite', '--series', 't', '--', agent])
  expect(stdout).toContain('2 of 2 attempts passed')
  const lines = readFileSync(bench.project.inRecord('bench/s/attempts.jsonl'), 'utf8')
  writeFileSync(bench.project.inRecord('bench/t/attempts.jsonl'), lines)
  const { code, stderr } = await bench.bench(['run', '--resume', 't'])
  expect([code, stderr]).toEqual([0, ''])
  const names = bench.records('t').map(({ series, task_id }) => `${series} ${task_id}`)
  expect(names).toEqual(['s a', 't b'])
})

it('an unreadable series stops no other', async () => {
  await using bench = await benchProject()
  bench.task('a')
  const command = ['run', 'suite', '--', bench.program('agent.sh', FIXES)]
  await bench.bench(command)
  mkdirSync(bench.project.inRecord('bench/newer'))
  writeFileSync(bench.project.inRecord('bench/newer/series.json'), '{"format":"mayday.series/9"}')
  expect((await bench.bench(command)).stdout).toContain('suite-2: 1 of 1 attempt passed')
  const { code, stderr } = await bench.bench(['run', '--resume', 'newer'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('This version of Mayday cannot read ')])
})

it('a series has one process and one request', async () => {
  await using bench = await benchProject()
  bench.task('a')
  const agent = bench.program('agent.sh', waiting(bench.project.path))
  const going = bench.start(['run', 'suite', '--series', 's', '--', agent])
  await until('the agent', () => begun(bench).length === 1)
  const busy = await bench.bench(['run', '--resume', 's'])
  expect([busy.code, busy.stderr]).toEqual([
    2,
    `mayday: The series s is being run by process ${going.child.pid}. Wait for it, or choose another --series.\n`,
  ])
  writeFileSync(bench.project.file('go'), '')
  await going.finished
  const other = await bench.bench(['run', 'suite', '--series', 's', '--attempts', '2', '--', agent])
  expect(other.code).toBe(2)
  expect(other.stderr).toContain('The series s was started with another suite, agent or number of attempts.')
})
