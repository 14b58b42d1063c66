/** Cards through the real command: how they fail, are canceled, retried and reset. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Board } from '../board-project.ts'
import { until } from '../running-mayday.ts'
import { git, inStore } from '../task-repository.ts'

const endings = [
  {
    mode: 'a worker that exits with 1',
    command: ['--', 'sh', '-c', 'echo half > half.txt; exit 1'],
    line: '- <date>: Run <id> failed (implement); reason=exit; see logs at logs/<day>/<id>.',
    record: { reason: 'UNKNOWN', ending: { kind: 'exit', code: 1 }, status: 'failed' },
    started: true,
    task: 'waiting',
  },
  {
    mode: 'a program that does not exist',
    command: ['--', './no-such-program'],
    line: '- <date>: Run <id> failed (implement); supervisor rejected payload: command not found: ./no-such-program.',
    record: { reason: 'LAUNCH_REJECTED', ending: { kind: 'never-started' }, status: 'failed' },
    started: false,
    task: 'escalated',
  },
  {
    mode: 'a worker that is killed',
    command: ['--', 'sh', '-c', 'echo half > half.txt; kill -9 $$'],
    line: '- <date>: Run <id> failed (implement); reason=crash; see logs at logs/<day>/<id>.',
    record: { reason: 'WORKER_CRASHED', ending: { kind: 'signal', signal: 'SIGKILL' }, status: 'failed' },
    started: true,
    task: 'waiting',
  },
  {
    mode: 'a worker that hangs',
    command: ['--idle', '1s', '--', 'sh', '-c', 'echo half > half.txt; exec sleep 600'],
    line: '- <date>: Run <id> failed (implement); reason=timeout; see logs at logs/<day>/<id>.',
    record: { reason: 'STALLED', ending: { kind: 'stopped', by: 'idle' }, status: 'failed' },
    started: true,
    task: 'waiting',
  },
]

describe('a card that fails', () => {
  it.each(endings)(
    'records it once and is unlocked: $mode',
    async ({ command, line, record, started, task }) => {
      await using board = await Board.open('5.1')
      await board.enqueue('5.1', ...command)
      const { code } = await board.mayday('work', '--once')
      expect(code).toBe(task === 'waiting' ? 75 : 3)
      expect(board.told('5.1')).toBe(
        [
          'implement/failed',
          '- <date>: Run <id> queued (implement).',
          ...(started ? ['- <date>: Run <id> started (implement).'] : []),
          line,
        ].join('\n'),
      )
      expect(board.locks()).toEqual([])
      expect(board.runs()).toMatchObject([record])
      expect(board.taskStatus(1)).toBe(task)
      expect(board.project.result()).toMatchObject({ ...record, card: board.path('5.1') })
      expect(existsSync(join(board.project.folders()[0] ?? '', 'worker.log'))).toBe(true)
      // The worker's changes stay where they are.
      expect(existsSync(board.project.file('half.txt'))).toBe(started)
    },
  )

  it('reports that it cannot be prepared', async () => {
    await using board = await Board.open('5.1')
    // In a repository without commits no work tree can be made.
    git(board.project, 'init', '--quiet')
    await board.enqueue('5.1', '--worktree', '--', 'true')
    expect((await board.mayday('work', '--once')).code).toBe(3)
    expect(board.told('5.1')).toMatch(
      /^implement\/failed\n.* queued .*\n- <date>: Run <id> failed \(implement\); supervisor rejected payload: .+\.$/,
    )
    expect(board.locks()).toEqual([])
  })
})

describe('cancel', () => {
  it('takes a queued card out of the queue', async () => {
    await using board = await Board.open('5.1')
    await board.enqueue('5.1', '--', 'true')
    expect((await board.mayday('cancel', board.path('5.1'))).code).toBe(0)
    expect(board.told('5.1')).toBe(
      'implement/canceled\n- <date>: Run <id> queued (implement).\n- <date>: Run <id> canceled (implement).',
    )
    expect(board.locks()).toEqual([])
    expect((await board.mayday('work')).code).toBe(0)
    expect(board.runs()).toEqual([])
  })

  it('ends a running card as canceled, not failed', async () => {
    await using board = await Board.open('5.1')
    await board.enqueueWorker('5.1')
    const work = board.work()
    await board.untilLive(1)
    expect((await board.mayday('cancel', board.path('5.1'))).stdout).toContain('run 1 is canceled')
    expect((await work.finished).code).toBe(0)
    expect(board.told('5.1')).toMatch(
      /^implement\/canceled\n.* queued .*\n.* started .*\n- <date>: Run <id> canceled \(implement\)\.$/,
    )
    expect(board.locks()).toEqual([])
    expect(board.runs()).toMatchObject([{ status: 'canceled', reason: null }])
  })

  it('drops the timer of a card in backoff', async () => {
    await using board = await Board.open('5.1')
    await board.enqueue('5.1', '--', 'false')
    expect((await board.mayday('work', '--once')).code).toBe(75)
    await board.mayday('cancel', board.path('5.1'))
    expect(board.told('5.1')).toMatch(
      /^implement\/canceled\n[^]* failed [^]*\n- <date>: Run <id> canceled \(implement\)\.$/,
    )
    expect(inStore(board.project, (store) => store.task(1))).toMatchObject({
      status: 'canceled',
      waitUntil: null,
    })
    expect((await board.mayday('work')).code).toBe(0)
    expect(board.runs()).toHaveLength(1)
  })
})

describe('retry and reset', () => {
  it('a retry during backoff starts at once', async () => {
    await using board = await Board.open('5.1')
    await board.enqueue(
      '5.1',
      '--',
      'sh',
      '-c',
      'test -e tried && touch done.txt || { touch tried; exit 1; }',
    )
    await board.mayday('work', '--once')
    expect(inStore(board.project, (store) => store.task(1)?.waitUntil)).not.toBeNull()
    await board.mayday('retry', board.path('5.1'), '--queue')
    const queued = inStore(board.project, (store) => store.task(1))
    expect(queued).toMatchObject({ status: 'queued', waitUntil: null, sinceRun: 1 })
    expect((await board.mayday('work', '--once')).code).toBe(0)
    expect(board.told('5.1')).toMatch(/^implement\/succeeded\n/)
    expect(inStore(board.project, (store) => store.plansOf(1))[0]).toMatchObject({ state: 'dropped' })
  })

  it('a reset needs a person’s yes', async () => {
    await using board = await Board.open('5.1')
    await board.enqueue('5.1', '--', 'true')
    const before = board.text('5.1')
    expect((await board.mayday('reset', board.path('5.1'))).code).toBe(2)
    expect(board.text('5.1')).toBe(before)
    expect(board.locks()).not.toEqual([])
    expect((await board.mayday('reset', board.path('5.1'), '--yes')).code).toBe(0)
    expect(board.told('5.1')).toBe(
      'null/idle\n- <date>: Run <id> queued (implement).\n- <date>: Agent state reset to idle by user (previous flow/status: implement/queued).',
    )
    expect(board.locks()).toEqual([])
    expect((await board.mayday('work')).code).toBe(0)
    expect(board.runs()).toEqual([])
  })

  it('a card in progress is not reset', async () => {
    await using board = await Board.open('5.1')
    await board.enqueueWorker('5.1')
    board.work()
    const [run] = await board.untilLive(1)
    const { code, stderr } = await board.mayday('reset', board.path('5.1'), '--yes')
    expect([code, stderr]).toEqual([2, expect.stringContaining('Run 1 works on')])
    if (run !== undefined) board.order(run, 'exit 0')
    await until('the end', () => board.told('5.1').startsWith('implement/succeeded'))
  })
})
