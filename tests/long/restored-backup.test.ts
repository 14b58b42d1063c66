/** A restored backup of the database is older than the newest runs, through the real command. */
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CRASH_VARIABLE, STOP_PREFIX, type CrashPoint } from '../../src/supervision/crash-point.ts'
import { Board, cardText } from '../board-project.ts'
import { adopterOf, killRun, until, type Going } from '../running-mayday.ts'
import { orAll } from '../soak/size.ts'
import { inStore } from '../task-repository.ts'

async function backUp(board: Board): Promise<void> {
  using db = new DatabaseSync(board.project.inRecord('mayday.db'))
  await backup(db, board.project.file('backup.db'))
}

/** As docs/cards.md says. It replaces the file atomically: a live scheduler would fill a gap with a new database. */
function putBack(board: Board): void {
  const path = board.project.inRecord('mayday.db')
  copyFileSync(board.project.file('backup.db'), `${path}.new`)
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
  renameSync(`${path}.new`, path)
}

/** The output as a person sees it. */
async function recovered(board: Board): Promise<string> {
  const { code, stdout } = await board.mayday('recover')
  expect(code).toBe(0)
  return stdout
}

async function killScheduler(board: Board, ...args: readonly string[]): Promise<void> {
  const work = board.work(...args)
  await board.untilLive(1)
  work.child.kill('SIGKILL')
  await work.finished
}

describe('runs missing in the backup', () => {
  it('a succeeded card is not started again', async () => {
    await using board = await Board.open('5.1', '5.2')
    await board.enqueue('5.1', '--', 'touch', '1.txt')
    await board.enqueue('5.2', '--', 'touch', '2.txt')
    await backUp(board)
    expect((await board.mayday('work')).code).toBe(0)
    const before = [board.text('5.1'), board.text('5.2')]
    putBack(board)
    expect(board.runs()).toEqual([])
    expect(await recovered(board)).toContain('runs 1 and 2 are imported again from their files')
    expect(board.runs().map(({ run, task, status }) => [run, task, status])).toEqual([
      [1, 1, 'succeeded'],
      [2, 2, 'succeeded'],
    ])
    expect([board.taskStatus(1), board.taskStatus(2)]).toEqual(['succeeded', 'succeeded'])
    expect((await board.mayday('work')).code).toBe(0)
    expect(board.runs()).toHaveLength(2)
    expect([board.text('5.1'), board.text('5.2')]).toEqual(before)
    expect(board.locks()).toEqual([])
    expect(inStore(board.project, (store) => store.integrity())).toEqual([])
  })

  it('the scheduler imports them automatically', async () => {
    await using board = await Board.open('5.1', '5.2')
    await board.enqueue('5.1', '--', 'touch', '1.txt')
    await backUp(board)
    await board.mayday('work')
    putBack(board)
    await board.enqueue('5.2', '--', 'touch', '2.txt')
    expect((await board.mayday('work')).code).toBe(0)
    expect(board.runs().map(({ task, status }) => [task, status])).toEqual([
      [1, 'succeeded'],
      [2, 'succeeded'],
    ])
  })

  it('a live worker is adopted and keeps its lock', async () => {
    await using board = await Board.open('5.1', '5.2')
    await board.enqueueWorker('5.1')
    await board.enqueue('5.2', '--', 'touch', '2.txt')
    await backUp(board)
    await killScheduler(board)
    putBack(board)
    expect(await recovered(board)).toContain('1 run without a supervisor is watched again')
    await until('an adopter', () => adopterOf(board.project.path))
    expect(board.told('5.1')).toMatch(/^implement\/running\n/)
    expect(board.locks()).toContain('phase phase 5, implement')
    // 5.2 has the same phase and flow. It waits behind the imported worker.
    expect((await board.mayday('work', '--once', '--concurrency', '2')).code).not.toBe(0)
    const [run] = await board.untilLive(1)
    expect(board.runs()).toHaveLength(1)
    if (run !== undefined) board.order(run, 'exit 0')
    await until('the card to be told', () => board.told('5.1').startsWith('implement/succeeded'))
    expect((await board.mayday('work')).code).toBe(0)
    expect(board.runs().map(({ task, status }) => [task, status])).toEqual([
      [1, 'succeeded'],
      [2, 'succeeded'],
    ])
    expect(board.text('5.1').match(/Run \S+ started/g)).toHaveLength(1)
    expect(board.locks()).toEqual([])
  })

  it('a worker that died without a status has crashed', async () => {
    await using board = await Board.open('5.1')
    await board.enqueueWorker('5.1')
    await backUp(board)
    await killScheduler(board)
    killRun(board.runs()[0]?.runId ?? '')
    putBack(board)
    await recovered(board)
    expect(board.runs()).toMatchObject([{ reason: 'WORKER_CRASHED', ending: { kind: 'lost' } }])
    expect(board.told('5.1')).toMatch(/^implement\/failed\n[^]*reason=crash/)
    expect(board.taskStatus(1)).toBe('waiting')
    expect(board.locks()).toEqual([])
  })

  it('a task added later is restored completely', async () => {
    await using board = await Board.open('5.1')
    await board.enqueue('5.1', '--', 'touch', 'done.txt')
    await backUp(board)
    await board.mayday('work')
    const script = 'test -e go || { echo "Error: cannot find go" >&2; exit 1; }; touch gone'
    await board.mayday('add', 'fetch it', '--', 'sh', '-c', script)
    await board.mayday('work', '--once')
    const before = inStore(board.project, (store) => store.task(2))
    expect(before?.status).toBe('waiting')
    putBack(board)
    expect(inStore(board.project, (store) => store.task(2))).toBe(null)
    await recovered(board)
    const after = inStore(board.project, (store) => store.task(2))
    expect(after).toMatchObject({ taskId: before?.taskId, title: 'fetch it', argv: before?.argv })
    writeFileSync(board.project.file('go'), '')
    expect((await board.mayday('retry', '2')).code).toBe(0)
    expect((await board.mayday('work')).code).toBe(0)
    expect(existsSync(board.project.file('gone'))).toBe(true)
    expect(board.taskStatus(2)).toBe('succeeded')
  })

  it('their lessons are imported again', async () => {
    await using board = await Board.open('5.1')
    const script = 'echo "FAILURE_REASON: TESTS_FAILED the sum is wrong"; exit 1'
    await board.enqueue('5.1', '--', 'sh', '-c', script)
    await backUp(board)
    await board.mayday('work', '--once')
    const lessons = (): readonly string[] =>
      inStore(board.project, (store) => store.lessons({}).map(({ error }) => error))
    const before = lessons()
    expect(before).toHaveLength(1)
    putBack(board)
    expect(lessons()).toEqual([])
    await recovered(board)
    expect(lessons()).toEqual(before)
  })

  it('a reused number stays with its run', async () => {
    await using board = await Board.open('5.1')
    await board.enqueue('5.1', '--', 'touch', 'done.txt')
    await backUp(board)
    await board.mayday('work')
    putBack(board)
    await board.mayday('run', '--', 'echo', 'another')
    await recovered(board)
    expect(board.runs().map(({ run, task }) => [run, task])).toEqual([
      [1, 2],
      [2, 1],
    ])
    expect(board.runs()[0]?.command).toBe('echo another')
    expect(board.taskStatus(1)).toBe('succeeded')
  })

  it('a task with a secret is not kept', async () => {
    await using board = await Board.open()
    await board.mayday('add', 'x', '--', 'sh', '-c', 'echo token=ghp_abcdefghijklmnopqrstuvwxyz0123456789')
    await board.mayday('work', '--once')
    const [folder = ''] = board.project.folders()
    expect(readFileSync(join(folder, 'run.json'), 'utf8')).not.toContain('ghp_')
  })
})

describe('during a live scheduler', () => {
  it('its live run and its lease are restored', async () => {
    await using board = await Board.open('5.1', '5.2', '5.3')
    await board.enqueue('5.1', '--', 'touch', '1.txt')
    await board.enqueueWorker('5.2')
    await board.enqueue('5.3', '--', 'touch', '3.txt')
    await backUp(board)
    const work = board.work()
    await board.untilLive(1)
    putBack(board)
    await until('both runs to be known', () => board.runs().length === 2)
    const [run] = await board.untilLive(1)
    await until('the lease', () => inStore(board.project, (store) => store.lease('scheduler')) !== null)
    if (run !== undefined) board.order(run, 'exit 0')
    expect((await work.finished).code).toBe(0)
    expect(board.runs().map(({ task, status }) => [task, status])).toEqual([
      [1, 'succeeded'],
      [2, 'succeeded'],
      [3, 'succeeded'],
    ])
    for (const name of ['5.1', '5.2', '5.3'])
      expect(board.text(name).match(/Run \S+ started/g)).toHaveLength(1)
    expect(board.locks()).toEqual([])
    expect(inStore(board.project, (store) => store.integrity())).toEqual([])
  })
})

/** The scheduler stops once at this point. The test continues after that. */
async function stoppedAt(point: CrashPoint, board: Board, ...args: readonly string[]): Promise<Going> {
  const going = board.project.start(args, { [CRASH_VARIABLE]: STOP_PREFIX + point })
  await until(`a stop at ${point}`, () => stateOf(going) === 'T')
  return going
}

/** The process state as one letter, as the system shows it. */
const stateOf = ({ child }: Going): string | undefined =>
  /\) (\w) /.exec(readFileSync(`/proc/${child.pid}/stat`, 'utf8'))?.[1]

describe.runIf(process.platform === 'linux')('between two steps of a scheduler that lives', () => {
  const all = [
    'folder written',
    'stage ended',
    'before result',
    'result written',
    'log masked',
    'run recorded',
    'run settled',
    'plan recorded',
  ] as const
  it.each(orAll<CrashPoint>(['stage ended', 'result written'], all))(
    'nothing runs twice if stopped at: %s',
    async (point) => {
      await using board = await Board.open('5.1', '5.2')
      await board.enqueue('5.1', '--', 'sh', '-c', 'echo once >> 1.txt')
      await board.enqueue('5.2', '--', 'sh', '-c', 'echo once >> 2.txt')
      await backUp(board)
      const work = await stoppedAt(point, board, 'work')
      putBack(board)
      work.child.kill('SIGCONT')
      expect(await work.finished).toMatchObject({ code: 0 })
      expect(board.runs().map(({ task, status }) => [task, status])).toEqual([
        [1, 'succeeded'],
        [2, 'succeeded'],
      ])
      expect([board.taskStatus(1), board.taskStatus(2)]).toEqual(['succeeded', 'succeeded'])
      for (const name of ['5.1', '5.2']) expect(board.text(name).match(/Run \S+ started/g)).toHaveLength(1)
      expect(readFileSync(board.project.file('1.txt'), 'utf8')).toBe('once\n')
      expect(board.locks()).toEqual([])
      expect(inStore(board.project, (store) => store.integrity())).toEqual([])
    },
  )

  it('a run about to start starts once', async () => {
    await using board = await Board.open('5.1', '5.2')
    await board.enqueue('5.1', '--', 'sh', '-c', 'echo once >> 1.txt')
    await backUp(board)
    const work = await stoppedAt('attempt prepared', board, 'work')
    putBack(board)
    work.child.kill('SIGCONT')
    expect(await work.finished).toMatchObject({ code: 0 })
    expect(board.runs().map(({ task, status }) => [task, status])).toEqual([[1, 'succeeded']])
    expect(readFileSync(board.project.file('1.txt'), 'utf8')).toBe('once\n')
    expect(board.locks()).toEqual([])
  })

  it('a free slot starts no finished run', async () => {
    await using board = await Board.open()
    for (const name of ['5.1', '6.1', '5.2']) board.write(name, cardText(name, 'parallelizable: true\n'))
    writeFileSync(board.project.file('mayday.yaml'), 'version: 1\nschedule:\n  concurrency: 3\n')
    await board.enqueue('5.1', '--', 'sh', '-c', 'echo once >> 1.txt')
    await board.enqueueWorker('6.1')
    await backUp(board)
    const work = board.work()
    await until('the first to end', () => board.taskStatus(1) === 'succeeded')
    const [run] = await board.untilLive(1)
    putBack(board)
    // A write of another process wakes the scheduler before its own periodic check.
    await board.enqueue('5.2', '--', 'sh', '-c', 'echo once >> 2.txt')
    await until('the third to end', () => board.taskStatus(3) === 'succeeded')
    if (run !== undefined) board.order(run, 'exit 0')
    expect((await work.finished).code).toBe(0)
    expect(readFileSync(board.project.file('1.txt'), 'utf8')).toBe('once\n')
    expect(board.runs().map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })
})

describe('without a scheduler', () => {
  it('a finished task is not started again', async () => {
    await using board = await Board.open('5.1')
    await board.enqueue('5.1', '--', 'sh', '-c', 'echo once >> 1.txt')
    await backUp(board)
    await board.mayday('work')
    putBack(board)
    expect(await board.mayday('run', '--task', '1')).toMatchObject({ code: 0 })
    expect(board.runs().map(({ run, task, status }) => [run, task, status])).toEqual([[1, 1, 'succeeded']])
    expect(readFileSync(board.project.file('1.txt'), 'utf8')).toBe('once\n')
  })

  it('a task missing in the backup is found', async () => {
    await using board = await Board.open()
    await board.mayday('run', '--', 'true')
    await backUp(board)
    await board.mayday('add', 'once', '--', 'sh', '-c', 'echo once >> 1.txt')
    await board.mayday('work')
    putBack(board)
    expect(await board.mayday('run', '--task', '2')).toMatchObject({ code: 0 })
    expect(readFileSync(board.project.file('1.txt'), 'utf8')).toBe('once\n')
  })
})

describe('cards in the backup', () => {
  it('a run that ended since uses its files', async () => {
    await using board = await Board.open('5.1', '5.2')
    await board.enqueueWorker('5.1')
    await board.enqueue('5.2', '--', 'touch', '2.txt')
    const work = board.work()
    const [run] = await board.untilLive(1)
    await backUp(board)
    if (run !== undefined) board.order(run, 'exit 0')
    expect((await work.finished).code).toBe(0)
    const before = board.text('5.1')
    putBack(board)
    await recovered(board)
    expect(board.runs().map(({ task, status }) => [task, status])).toEqual([
      [1, 'succeeded'],
      [2, 'succeeded'],
    ])
    expect([board.taskStatus(1), board.taskStatus(2)]).toEqual(['succeeded', 'succeeded'])
    expect(board.text('5.1')).toBe(before)
    expect(board.locks()).toEqual([])
  })

  it('a retry keeps its original instant', async () => {
    await using board = await Board.open('5.1')
    await board.enqueue('5.1', '--', 'sh', '-c', 'exit 1')
    await board.mayday('work', '--once')
    const waitUntil = (): string | null | undefined =>
      inStore(board.project, (store) => store.task(1)?.waitUntil)
    const before = waitUntil()
    expect(before).toEqual(expect.any(String))
    await backUp(board)
    putBack(board)
    expect(await recovered(board)).toContain('In the queue: 1 waiting')
    expect([board.taskStatus(1), waitUntil()]).toEqual(['waiting', before])
    expect((await board.mayday('work', '--once')).code).toBe(75)
    expect(board.runs()).toHaveLength(1)
  })

  it('a card that progressed is not set back', async () => {
    await using board = await Board.open('5.1')
    await board.enqueue('5.1', '--', 'touch', 'done.txt')
    await backUp(board)
    await board.mayday('work')
    await board.enqueue('5.1', '--', 'touch', 'done.txt')
    const queued = board.text('5.1')
    putBack(board)
    await recovered(board)
    // No database knows the second run any more. The card says so, and a person decides.
    expect(board.text('5.1')).toBe(queued)
    const { stdout } = await board.mayday('cards', 'project')
    expect(stdout).toContain('does not have it in the queue')
  })

  it('nothing is imported twice', async () => {
    await using board = await Board.open('5.1')
    await board.enqueue('5.1', '--', 'touch', 'done.txt')
    await backUp(board)
    await board.mayday('work')
    putBack(board)
    await recovered(board)
    expect(await recovered(board)).toBe('Nothing needed a repair.\nThe queue is empty.\n')
    await until('no adopter', () => adopterOf(board.project.path) === null)
  })
})
