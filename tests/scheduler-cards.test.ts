/** A person edits a card while it is worked on: through the real command. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Board, cardText } from './board-project.ts'

describe('a card’s own text', () => {
  it.each([
    ['running', 'implement', 'agent_status is running, and this record has no live run of it'],
    ['queued', 'implement', 'agent_status is queued, and this record does not have it in the queue'],
    ['paused', 'implement', "agent_status is 'paused', which is none of"],
    ['failed', 'null', 'agent_status is failed and agent_flow is missing'],
  ])('is refused if it cannot be true: %s (%s)', async (status, flow, why) => {
    await using board = await Board.open()
    const text = cardText('5.1')
      .replace('status: idle', `status: ${status}`)
      .replace('flow: null', `flow: ${flow}`)
    board.write('5.1', text)
    const { code, stderr } = await board.enqueue('5.1', '--', 'true')
    expect(code).toBe(2)
    expect(stderr).toContain(why)
    expect(stderr).toContain(`mayday reset ${board.path('5.1')}`)
    expect(board.text('5.1')).toBe(text)
    expect(board.locks()).toEqual([])
    await board.mayday('reset', board.path('5.1'), '--yes')
    expect((await board.enqueue('5.1', '--', 'true')).code).toBe(0)
  })

  it('survives when a person edits during a run', async () => {
    await using board = await Board.open('5.1')
    await board.enqueueWorker('5.1')
    const work = board.work()
    const [run] = await board.untilLive(1)
    const path = board.project.file(board.path('5.1'))
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('# 5.1', '# Another title').replace('owner: bri', 'owner: ada'),
    )
    if (run !== undefined) board.order(run, 'exit 0')
    expect((await work.finished).code).toBe(0)
    expect(board.text('5.1')).toContain('# Another title')
    expect(board.text('5.1')).toContain('owner: ada # the person')
    expect(board.told('5.1')).toMatch(
      /^implement\/succeeded\n.*queued.*\n.*started.*\n.*succeeded \(implement\); checked 0 items; tests: not run\.$/,
    )
  })

  it('is completed once a broken card is fixed', async () => {
    await using board = await Board.open('5.1')
    await board.enqueueWorker('5.1')
    const work = board.work()
    const [run] = await board.untilLive(1)
    const path = board.project.file(board.path('5.1'))
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('---\n', '---\n{ [\n'))
    if (run !== undefined) board.order(run, 'exit 0')
    expect((await work.finished).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(text.replace('---\n', '---\n{ [\n'))
    expect(board.locks()).toEqual([])
    writeFileSync(path, text)
    await board.mayday('queue')
    expect(board.told('5.1')).toMatch(/^implement\/succeeded\n/)
  })

  it('is found where a person moved the card', async () => {
    await using board = await Board.open('5.1')
    await board.enqueue('5.1', '--', 'false')
    await board.mayday('work', '--once')
    const moved = board.path('5.1').replace('in-progress', 'done')
    mkdirSync(board.project.file('project/phase-5-flows/done'))
    renameSync(board.project.file(board.path('5.1')), board.project.file(moved))
    expect((await board.mayday('enqueue', moved, '--', 'touch', 'done.txt')).stdout).toContain('as task 1')
    expect((await board.mayday('work')).code).toBe(0)
    expect(board.runs().map(({ task, card }) => [task, card])).toEqual([
      [1, board.path('5.1')],
      [1, moved],
    ])
  })
})
