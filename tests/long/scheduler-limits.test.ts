/** Concurrency, order and waiting, through the real command. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../src/record/run.ts'
import { Board, cardText } from '../board-project.ts'
import { until } from '../running-mayday.ts'
import { agent, git, inStore, repository } from '../task-repository.ts'

const tasksOf = (runs: readonly RunRecord[]): readonly number[] => runs.map(({ task }) => task)

/** Sorted by number: the order of two runs that start together is random. */
const liveTasks = (runs: readonly RunRecord[]): readonly number[] => tasksOf(runs).toSorted((a, b) => a - b)

/** Parallelizable cards. */
async function parallelBoard(...names: readonly string[]): Promise<Board> {
  const board = await Board.open()
  for (const name of names) board.write(name, cardText(name, 'parallelizable: true\n'))
  for (const name of names) await board.enqueueWorker(name)
  return board
}

/** Ends every run as soon as it has started, until the scheduler ends. */
async function endAll(
  board: Board,
  work: { readonly finished: Promise<{ code: number | null }> },
): Promise<number | null> {
  let end: { code: number | null } | null = null
  void work.finished.then((finished) => (end = finished))
  await until('the end of all', () => {
    for (const run of board.live()) board.order(run, 'exit 0')
    return end !== null
  })
  return (await work.finished).code
}

describe('the scheduler', () => {
  it('respects its concurrency, first in first out', async () => {
    await using board = await parallelBoard('5.1', '5.2', '6.1', '6.2', '7.1')
    const work = board.work('--concurrency', '2')
    expect(liveTasks(await board.untilLive(2))).toEqual([1, 2])
    const second = board.live().find(({ task }) => task === 2)
    if (second !== undefined) board.order(second, 'exit 0')
    await until('the third', () => liveTasks(board.live()).join() === '1,3')
    expect(await endAll(board, work)).toBe(0)
    expect(tasksOf(board.runs()).slice(2)).toEqual([3, 4, 5])
  })

  it('accepts another limit while it works', async () => {
    await using board = await parallelBoard('5.1', '5.2', '5.3')
    const work = board.work()
    expect(liveTasks(await board.untilLive(1))).toEqual([1])
    expect((await board.mayday('queue', '--concurrency', '3')).code).toBe(0)
    expect(liveTasks(await board.untilLive(3))).toEqual([1, 2, 3])
    expect(await endAll(board, work)).toBe(0)
  })

  it('keeps a phase and flow serial, others parallel', async () => {
    await using board = new Board(await repository())
    const trees = ['5.1', '5.2', '6.1']
    for (const name of trees) board.write(name, cardText(name))
    board.write('5.3', cardText('5.3', 'parallelizable: true\n'))
    git(board.project, 'add', '.')
    git(board.project, 'commit', '--quiet', '--message=cards')
    for (const name of [...trees, '5.3']) await board.enqueueWorker(name, '--worktree')
    const work = board.work('--concurrency', '4')
    expect(new Set(tasksOf(await board.untilLive(3)))).toEqual(new Set([1, 3, 4]))
    expect((await board.mayday('queue')).stdout).toContain('task 1 works on phase 5, implement')
    expect(await endAll(board, work)).toBe(0)
    // Each worked in a separate tree on a separate branch, and no work is lost.
    for (const task of [1, 2, 3, 4])
      expect(readdirSync(board.project.inTrees(`task-${task}`)).join()).not.toBe('')
    expect(
      git(board.project, 'branch', '--list', 'mayday/task-*', '--format=%(refname:short)').trim().split('\n'),
    ).toEqual(['mayday/task-1', 'mayday/task-2', 'mayday/task-3', 'mayday/task-4'])
    expect(git(board.project, 'rev-parse', '--abbrev-ref', 'HEAD').trim()).toBe('main')
  })

  it('keeps work on the branch of its tree', async () => {
    await using project = await repository()
    const script =
      'echo $MAYDAY_TASK_ID > own.txt && git add own.txt && git -c user.name=A -c user.email=a@b commit -qm own; while [ $(ls "$MAYDAY_DIR"/met-* 2>/dev/null | wc -l) -lt 2 ]; do touch "$MAYDAY_DIR/met-$MAYDAY_TASK_ID"; sleep 0.05; done'
    for (const title of ['One', 'Two']) await project.mayday(['add', title, '--', 'sh', '-c', script])
    // Each waits for the other, so they end only if both run at once.
    const { code } = await project.mayday(['work', '--worktree', '--concurrency', '2'])
    expect(code).toBe(0)
    const texts = [1, 2].map((task) => git(project, 'show', `mayday/task-${task}:own.txt`).trim())
    expect(new Set(texts).size).toBe(2)
    expect(existsSync(project.file('own.txt'))).toBe(false)
  })

  it('defers excess cards and admits them automatically', async () => {
    const names = Array.from({ length: 18 }, (_, at) => `${at + 1}.1`)
    await using board = await Board.open(...names)
    const said: string[] = []
    for (const name of names) said.push((await board.enqueue(name, '--', 'true')).stdout)
    expect(
      said
        .map((one) => (one.includes('deferred') ? 'd' : one.includes('may take a while') ? 'l' : 'q'))
        .join(''),
    ).toBe('qqqqqqqqlllllllldd')
    expect(board.text('18.1')).toBe(cardText('18.1'))
    expect(inStore(board.project, (store) => store.lockedTasks())).toBe(16)
    // The first deferred card cannot be written. It does not block the next one.
    board.write('17.1', 'broken')
    await board.mayday('cancel', board.path('1.1'))
    expect(board.told('18.1')).toMatch(/^implement\/queued\n/)
    expect(board.taskStatus(17)).toBe('deferred')
  })
})

describe('an account at its limit', () => {
  it('is waited for, then the card continues', async () => {
    await using board = await Board.open('5.1')
    const command = ['--agent', 'claude', '--', 'sh', agent('hits-a-limit.sh'), '2', '{prompt}']
    await board.enqueue('5.1', ...command)
    expect((await board.mayday('work')).code).toBe(0)
    expect(board.runs().map(({ status, reason }) => reason ?? status)).toEqual(['USAGE_LIMIT', 'succeeded'])
    expect(board.told('5.1')).toMatch(
      /^implement\/succeeded\n.*queued.*\n.*started.*\n.*reason=exit.*\n.*queued.*\n.*started.*\n.*succeeded.*$/,
    )
    expect(board.locks()).toEqual([])
  })

  it('is probed by one canary for ten tasks', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `5.${at + 1}`)
    await using board = await Board.open()
    for (const name of names) board.write(name, cardText(name, 'parallelizable: true\n'))
    const command = ['--agent', 'claude', '--', 'sh', agent('hits-a-limit.sh'), '4', '{prompt}']
    for (const name of names) await board.enqueue(name, ...command)
    expect((await board.mayday('work', '--concurrency', '3')).code).toBe(0)
    const runs = board.runs()
    const limited = runs.filter(({ reason }) => reason === 'USAGE_LIMIT')
    // Runs that had started before the limit was known.
    expect(limited.length).toBeLessThanOrEqual(3)
    expect(runs).toHaveLength(10 + limited.length)
    const [canary, ...others] = runs.slice(limited.length)
    for (const { startedAt } of others) expect(startedAt > (canary?.endedAt ?? '9')).toBe(true)
    expect(readFileSync(board.project.file('starts'), 'utf8').trim().split('\n')).toHaveLength(runs.length)
  })
})

describe('two processes and one task', () => {
  it('a task that a person runs is skipped', async () => {
    await using board = await Board.open('5.1', '5.2')
    await board.enqueue('5.1', '--', 'sh', '-c', 'kill -9 $$')
    await board.enqueueWorker('5.2')
    const byHand = board.project.start(['run', '--task', '1'])
    await until('its pause', () => board.taskStatus(1) === 'waiting')
    const work = board.work()
    const [run] = await board.untilLive(1)
    if (run !== undefined) board.order(run, 'exit 0')
    await until('the other card', () => board.told('5.2').startsWith('implement/succeeded'))
    expect(board.taskStatus(1)).toBe('waiting')
    byHand.child.kill('SIGKILL')
    work.child.kill('SIGKILL')
    await Promise.all([byHand.finished, work.finished])
  })
})
