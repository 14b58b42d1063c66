import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { benchProject } from '../bench-suite.ts'
import { bwrapMissing } from '../bwrap-here.ts'
import { until } from '../running-mayday.ts'
import { sandboxedAttempt as attempt } from '../sandboxed-attempt.ts'

const missing = bwrapMissing()

describe.skipIf(missing !== null)(`a real sandbox ${missing ?? ''}`, () => {
  /** Processes with this word among their arguments. */
  const running = (word: string): readonly string[] =>
    readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && argumentsOf(pid).includes(word))

  function argumentsOf(pid: string): readonly string[] {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    } catch {
      // It has just ended.
      return []
    }
  }

  /** Without the variable by which Mayday finds strays. */
  const STRAY = 'env -i setsid sleep 98765.4321 & env -i sleep 98765.4321 &'

  it('a timeout ends everything inside', async () => {
    await using bench = await benchProject()
    const { record } = await attempt(bench, `${STRAY} sleep 600`, { keys: { timeouts: { agent: '1s' } } })
    expect([record?.stop_reason, running('98765.4321')]).toEqual(['MAX_TIME', []])
  })

  it('an agent inside gets TERM before KILL', async () => {
    await using bench = await benchProject()
    const script = `trap 'echo wound down; exit 7' TERM; ${STRAY} while :; do sleep 0.1; done`
    const { record, log } = await attempt(bench, script, { keys: { timeouts: { agent: '1s' } } })
    expect(log).toContain('wound down')
    expect([record?.exit_codes['agent_run'], running('98765.4321')]).toEqual([7, []])
  })

  it('a cancel ends everything inside', async () => {
    await using bench = await benchProject()
    bench.task('one', { sandbox: 'bwrap' })
    const agent = bench.program('agent.sh', `${STRAY} sleep 600`)
    const going = bench.start(['run', 'suite', '--series', 's', '--', agent])
    await until('the stray', () => running('98765.4321').length === 2)
    going.child.kill('SIGINT')
    expect((await going.finished).code).toBe(130)
    expect([bench.records('s')[0]?.failure_reason, running('98765.4321')]).toEqual(['INTERRUPTED', []])
  })

  it('a killed Mayday leaves the sandbox running', async () => {
    await using bench = await benchProject()
    bench.task('one', { sandbox: 'bwrap' })
    const agent = bench.program(
      'agent.sh',
      'touch started; until [ -e go ]; do sleep 0.05; done; echo right >value',
    )
    const going = bench.start(['run', 'suite', '--series', 's', '--', agent])
    const tree = (): string => {
      const [id = ''] = bench.trees()
      return bench.project.file(`temp/mayday-bench-${process.getuid?.() ?? 0}/${id}/tree`)
    }
    await until('the agent', () => existsSync(join(tree(), 'started')))
    going.child.kill('SIGKILL')
    await going.finished
    writeFileSync(join(tree(), 'go'), '')
    await bench.bench(['run', '--resume', 's'])
    expect(bench.records('s').map(({ passed, changed_files }) => [passed, changed_files])).toEqual([
      [true, 3],
    ])
  })
})

const refusals: readonly (readonly [string, string, RegExp])[] = [
  [
    'a machine without namespaces is reported',
    'bwrap: setting up uid map: Permission denied',
    /may not make its namespaces.*uid map/,
  ],
  ['a bubblewrap that is too old is reported', 'bwrap: Unknown option --disable-userns', /too old/],
]

for (const [title, said, expected] of refusals)
  it(title, async () => {
    await using bench = await benchProject()
    bench.task('one', { sandbox: 'bwrap' })
    bench.program('bwrap', `echo '${said}' >&2; exit 1`)
    const PATH = `${bench.project.path}:${process.env['PATH'] ?? ''}`
    await bench.bench(
      ['run', 'suite', '--series', 's', '--', bench.program('agent.sh', 'echo right >value')],
      { PATH },
    )
    expect(bench.records('s')[0]?.failure_reason).toBe('SANDBOX_ERROR')
    expect(bench.project.log()).toMatch(expected)
  })
