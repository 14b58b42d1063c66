import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openProcesses } from '../src/supervision/processes/open-processes.ts'
import { testProject, until } from './running-mayday.ts'

const alive = (tag: string): number => openProcesses().tagged(tag).length

describe('mayday run', () => {
  it('records a worker that exits with 1', async () => {
    await using project = await testProject()
    const { code, stdout } = await project.mayday(['run', '--', 'sh', '-c', 'echo working; exit 1'])
    expect(code).toBe(1)
    expect(stdout).toContain('✗ run 1 failed')
    expect(stdout).toContain('mayday show 1')
    expect(project.result()).toMatchObject({
      format: 'mayday.result/2',
      run: 1,
      status: 'failed',
      reason: 'UNKNOWN',
      exitCode: 1,
      endSignal: null,
      ending: { kind: 'exit', code: 1 },
      rejection: null,
    })
    expect(project.log()).toBe('working\n')
    const history = await project.mayday(['history'])
    expect(history.stdout).toMatch(/^1 {2}✗ failed {2}/)
  })

  it('refuses a launch and starts nothing', async () => {
    await using project = await testProject()
    const { code, stdout } = await project.mayday(['run', '--', './no-agent.sh'])
    expect(code).toBe(1)
    expect(stdout).toContain('✗ run 1 failed (LAUNCH_REJECTED)')
    expect(project.result()).toMatchObject({
      status: 'failed',
      reason: 'LAUNCH_REJECTED',
      rejection: 'command not found: ./no-agent.sh',
      ending: { kind: 'never-started' },
      exitCode: null,
      bytesRead: null,
    })
    expect(project.log()).toBe('')
    expect((await project.mayday(['show', '1'])).stdout).toContain('command not found: ./no-agent.sh')
  })

  it('reports that the worker was killed', async () => {
    await using project = await testProject()
    const going = project.start(['run', '--', 'sh', '-c', 'echo $$ > worker.pid; exec sleep 600'])
    const pid = await until(
      'the worker',
      () => Number.parseInt(readOr(project.file('worker.pid')), 10) || null,
    )
    process.kill(pid, 'SIGKILL')
    const { code, stdout } = await going.finished
    expect(code).toBe(1)
    expect(stdout).toContain('✗ run 1 failed (WORKER_CRASHED)')
    expect(project.result()).toMatchObject({
      reason: 'WORKER_CRASHED',
      endSignal: 'SIGKILL',
      exitCode: null,
      ending: { kind: 'signal', signal: 'SIGKILL' },
    })
  })

  it('stops an agent that makes no progress', async () => {
    await using project = await testProject()
    const { code, stdout } = await project.mayday(['run', '--idle', '400ms', '--', 'sleep', '600'])
    expect(code).toBe(124)
    expect(stdout).toContain('✗ run 1 failed (STALLED)')
    expect(project.result()).toMatchObject({ reason: 'STALLED', ending: { kind: 'stopped', by: 'idle' } })
    expect((await project.mayday(['history', '--reason', 'STALLED'])).stdout).toContain('✗ failed (STALLED)')
  })

  it('ends the whole tree at the time limit', async () => {
    await using project = await testProject()
    const script =
      'trap "" TERM; (setsid sleep 601 &) ; (trap "" TERM; while :; do sleep 1; done) & while :; do sleep 1; done'
    const { code } = await project.mayday([
      'run',
      '--timeout',
      '700ms',
      '--grace',
      '300ms',
      '--',
      'bash',
      '-c',
      script,
    ])
    expect(code).toBe(124)
    const result = project.result()
    expect(result).toMatchObject({ reason: 'TIMEOUT', ending: { kind: 'stopped', by: 'timeout' } })
    expect(alive(result?.runId ?? '')).toBe(0)
  })

  it('succeeds only if verify passes', async () => {
    await using project = await testProject()
    const failing = await project.mayday([
      'run',
      '--verify',
      'echo "1 failed, 2 passed in 0.1s"; exit 1',
      '--',
      'true',
    ])
    expect(failing.code).toBe(1)
    expect(failing.stdout).toContain('(TESTS_FAILED)')
    expect(project.result()).toMatchObject({
      stage: 'final_test',
      verify: { passed: false, exitCode: 1, reason: 'TESTS_FAILED' },
    })
    const passing = await project.mayday(['run', '--verify', 'echo "3 passed in 0.1s"', '--', 'true'])
    expect(passing.code).toBe(0)
    expect(project.result()).toMatchObject({ status: 'succeeded', reason: null, verify: { passed: true } })
  })

  it('does not start the agent after a failed setup', async () => {
    await using project = await testProject()
    const { code } = await project.mayday(['run', '--setup', 'exit 3', '--', 'touch', 'started'])
    expect(code).toBe(1)
    expect(project.result()).toMatchObject({ reason: 'SETUP_FAILED', stage: 'setup', exitCode: 3 })
    expect(readOr(project.file('started'))).toBe('none')
    await project.mayday(['run', '--setup', 'sleep 600', '--setup-timeout', '300ms', '--', 'true'])
    expect(project.result()).toMatchObject({
      reason: 'SETUP_TIMEOUT',
      ending: { kind: 'stopped', by: 'timeout' },
    })
  })

  it('requires a baseline that fails', async () => {
    await using project = await testProject()
    await project.mayday(['run', '--baseline', 'echo "3 passed in 0.1s"', '--', 'touch', 'started'])
    expect(project.result()).toMatchObject({ reason: 'BASELINE_NOT_FAILING', stage: 'baseline_run' })
    expect(readOr(project.file('started'))).toBe('none')
    const { code } = await project.mayday(['run', '--baseline', 'exit 1', '--', 'touch', 'started'])
    expect(code).toBe(0)
    expect(project.result()?.changedFiles).toEqual(['started'])
  })

  it('gives each stage its part of the log', async () => {
    await using project = await testProject()
    await project.mayday([
      'run',
      '--setup',
      'printf "no newline"',
      '--verify',
      'echo checked; exit 1',
      '--',
      'echo',
      'done',
    ])
    const stages = project.result()?.stages ?? []
    const log = readFileSync(join(project.folders()[0] ?? '', 'worker.log'))
    expect(stages.map(({ stage, from, to }) => [stage, log.subarray(from, to).toString()])).toEqual([
      ['setup', 'no newline'],
      ['agent_run', 'done\n'],
      ['final_test', 'checked\n'],
    ])
  })

  it('points at the line in the whole log', async () => {
    await using project = await testProject()
    const claim = 'echo one; echo "[MAYDAY_FAILURE:TESTS_FAILED]"'
    await project.mayday(['run', '--setup', 'echo a; printf b', '--', 'sh', '-c', claim])
    const [evidence] = project.result()?.diagnosis?.evidence ?? []
    expect(evidence).toMatchObject({ line: 3, byteOffset: 7, excerpt: '[MAYDAY_FAILURE:TESTS_FAILED]' })
    expect(evidence?.file).toBe(`${project.result()?.logPath}/worker.log`)
  })

  it('gives the worker its prompt and variables', async () => {
    await using project = await testProject()
    await writeFile(project.file('task.md'), 'Fix the login.\n')
    const script =
      'cat; echo "$MAYDAY_RUN_ID $MAYDAY_ATTEMPT $MAYDAY_DIR"; cat "$MAYDAY_PROMPT_FILE"; test -t 1 || echo no terminal'
    await project.mayday(['run', '--prompt-file', 'task.md', '--', 'sh', '-c', script])
    const { runId } = project.result() ?? {}
    expect(project.log()).toBe(`Fix the login.\n${runId} 1 ${project.path}\nFix the login.\nno terminal\n`)
  })

  it('counts attempts at one task', async () => {
    await using project = await testProject()
    await project.mayday(['run', '--', 'false'])
    await project.mayday(['run', '--task', '1', '--', 'true'])
    expect(project.result()).toMatchObject({ run: 2, attempt: 2, status: 'succeeded' })
    const { code, stderr } = await project.mayday(['run', '--task', '7', '--', 'true'])
    expect(code).toBe(2)
    expect(stderr).toContain('There is no task 7')
  })

  it('gives a task to one of two runs', async () => {
    await using project = await testProject()
    await project.mayday(['run', '--', 'true'])
    const args = [
      'run',
      '--task',
      '1',
      '--',
      'sh',
      '-c',
      'touch started; while [ ! -e stop ]; do sleep 0.05; done',
    ]
    const both = [project.start(args), project.start(args)]
    const loser = await Promise.race(both.map(({ finished }) => finished))
    expect(loser.code).toBe(2)
    expect(loser.stderr).toMatch(/Run \d is still working on task 1/)
    await writeFile(project.file('stop'), '')
    const codes = await Promise.all(both.map(async ({ finished }) => (await finished).code))
    expect(new Set(codes)).toEqual(new Set([0, 2]))
  })

  it('prints its events as JSON lines', async () => {
    await using project = await testProject()
    const { stdout } = await project.mayday(['run', '--json', '--', 'true'])
    const lines = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(lines.map((line) => (line as { event?: string; format?: string }).event)).toEqual([
      'run:created',
      'stage:starting',
      'stage:started',
      'stage:ended',
      'run:ended',
      undefined,
    ])
    expect(lines.at(-1)).toMatchObject({ format: 'mayday.result/2', status: 'succeeded' })
  })

  it('expects changes only on request', async () => {
    await using project = await testProject()
    await project.mayday(['run', '--expect-changes', '--', 'true'])
    expect(project.result()).toMatchObject({ status: 'failed', reason: 'NO_CHANGES', changedFiles: [] })
    await project.mayday(['run', '--', 'true'])
    expect(project.result()).toMatchObject({ status: 'succeeded' })
  })

  it('requires a command, and says so', async () => {
    await using project = await testProject()
    const { code, stderr } = await project.mayday(['run'])
    expect(code).toBe(2)
    expect(stderr).toContain('Missing command: mayday run -- COMMAND')
    expect(project.folders()).toEqual([])
  })
})

describe('canceling', () => {
  it('is polite at the first Ctrl+C', async () => {
    await using project = await testProject()
    const script = '$| = 1; $SIG{TERM} = sub { print "tidied\n"; exit 0 }; print "ready\n"; sleep 1 while 1'
    const going = project.start(['run', '--verify', 'touch verified', '--', 'perl', '-e', script])
    await until('the worker', () => project.log().includes('ready'))
    going.child.kill('SIGINT')
    expect((await going.finished).code).toBe(130)
    expect(project.log()).toBe('ready\ntidied\n')
    expect(project.result()).toMatchObject({
      status: 'canceled',
      reason: null,
      ending: { kind: 'stopped', by: 'cancel' },
    })
    expect(readOr(project.file('verified'))).toBe('none')
  })

  it('does not wait after the second Ctrl+C', async () => {
    await using project = await testProject()
    const script = 'trap "" TERM; echo ready; while :; do sleep 0.05; done'
    const going = project.start(['run', '--grace', '10m', '--', 'bash', '-c', script])
    await until('the worker', () => project.log().includes('ready'))
    going.child.kill('SIGINT')
    await until('the first', () => project.events().some(({ event }) => event === 'stage:stopping'))
    going.child.kill('SIGINT')
    expect((await going.finished).code).toBe(130)
    expect(project.result()).toMatchObject({ status: 'canceled', endSignal: 'SIGKILL' })
  })

  it('works from another command', async () => {
    await using project = await testProject()
    const going = project.start(['run', '--', 'sh', '-c', 'echo ready; sleep 600'])
    await until('the worker', () => project.log().includes('ready'))
    const { stdout } = await project.mayday(['cancel', '1'])
    expect(stdout).toBe('run 1 is canceled\n')
    expect((await going.finished).code).toBe(130)
    expect((await project.mayday(['cancel', '1'])).stdout).toContain('run 1 has already ended: ○ canceled')
  })
})

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return 'none'
  }
}
