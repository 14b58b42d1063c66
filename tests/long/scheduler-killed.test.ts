/** What survives a kill of the scheduler, through the real command. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { Board } from '../board-project.ts'
import { adopterOf, killRun, until } from '../running-mayday.ts'

describe('after kill -9 of the scheduler', () => {
  async function killed(): Promise<Board> {
    const board = await Board.open('5.1', '5.2', '5.3')
    await board.enqueueWorker('5.1')
    await board.enqueue('5.2', '--', 'touch', '2.txt')
    await board.enqueue('5.3', '--', 'touch', '3.txt')
    const work = board.work('--watch')
    await board.untilLive(1)
    work.child.kill('SIGKILL')
    await work.finished
    return board
  }
  const first = '5.1'

  it('a live worker is adopted and its card updated', async () => {
    await using board = await killed()
    // Any command notices that the run has no supervisor.
    await board.mayday('queue')
    await until('an adopter', () => adopterOf(board.project.path))
    expect(board.told(first)).toMatch(/^implement\/running\n/)
    const [run] = board.live()
    if (run !== undefined) board.order(run, 'exit 0')
    await until('the card to be told', () => board.told(first).startsWith('implement/succeeded'))
    expect((await board.mayday('work')).code).toBe(0)
    expect(board.runs().map(({ run: number, task, status }) => [number, task, status])).toEqual([
      [1, 1, 'succeeded'],
      [2, 2, 'succeeded'],
      [3, 3, 'succeeded'],
    ])
    expect(board.locks()).toEqual([])
  })

  it('a worker that has ended is diagnosed', async () => {
    await using board = await killed()
    const [run] = board.live()
    if (run === undefined) throw new Error('nothing runs')
    board.order(run, 'exit 1')
    await until('the worker to end', () => existsSync(join(board.project.record, run.logPath, 'exit')))
    expect((await board.mayday('work', '--once')).code).toBe(75)
    expect(board.told(first)).toMatch(/^implement\/failed\n.*\n.*started.*\n.*reason=exit/)
    expect(board.runs().map(({ status }) => status)).toEqual(['failed', 'succeeded', 'succeeded'])
    expect(board.locks()).toEqual([])
  })

  it('a worker that died without a status has crashed', async () => {
    await using board = await killed()
    const [run] = board.live()
    if (run === undefined) throw new Error('nothing runs')
    killRun(run.runId)
    expect((await board.mayday('work', '--once')).code).toBe(75)
    expect(board.told(first)).toMatch(/^implement\/failed\n.*\n.*started.*\n.*reason=crash/)
    expect(board.runs()[0]).toMatchObject({
      reason: 'WORKER_CRASHED',
      exitCode: null,
      ending: { kind: 'lost' },
    })
    expect(board.project.events(board.project.folders()[0])).toContainEqual(
      expect.objectContaining({ event: 'run:adopted', why: 'scheduler recovery' }),
    )
    expect(board.runs().map(({ task }) => task)).toEqual([1, 2, 3])
    expect(board.locks()).toEqual([])
  })

  it('a reboot proves that every owner is dead', async () => {
    await using board = await killed()
    const [run] = board.live()
    if (run === undefined) throw new Error('nothing runs')
    killRun(run.runId)
    rebooted(board)
    const { code, stdout } = await board.mayday('recover', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ ended: [1], orphans: 0, queued: 2 })
    expect(board.told(first)).toMatch(/^implement\/failed\n[^]*reason=crash/)
    expect(board.locks().filter((lock) => lock.includes('5.1'))).toEqual([])
    const work = await board.mayday('work', '--once')
    expect(work.code).toBe(75)
    expect(board.runs().map(({ task }) => task)).toEqual([1, 2, 3])
  })

  it('a queued task starts no second live run', async () => {
    await using board = await killed()
    const db = new DatabaseSync(board.project.inRecord('mayday.db'))
    db.exec("UPDATE tasks SET status = 'queued' WHERE number = 1; UPDATE locks SET owner = NULL")
    db.close()
    expect((await board.mayday('work', '--once')).code).toBe(75)
    expect(board.runs().filter(({ task }) => task === 1)).toHaveLength(1)
  })

  /** Simulates a reboot: this live process has the pid of the earlier owner. */
  function rebooted(board: Board): void {
    const db = new DatabaseSync(board.project.inRecord('mayday.db'))
    const sets = (column: string): string =>
      `${column} = json_set(${column}, '$.boot', 'another', '$.pid', ${process.pid})`
    db.exec(`UPDATE locks SET ${sets('owner')} WHERE owner IS NOT NULL`)
    db.exec(`UPDATE leases SET ${sets('owner')}`)
    db.exec(`UPDATE runs SET ${sets('supervisor')} WHERE supervisor IS NOT NULL`)
    db.close()
  }
})
