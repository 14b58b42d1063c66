import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Board } from '../board-project.ts'
import { sized } from './size.ts'

const turns = sized(100)

it(`two schedulers never run one card twice, ${turns} times`, async () => {
  await using board = await Board.open('5.1')
  for (let turn = 1; turn <= turns; turn += 1) {
    await board.enqueue(
      '5.1',
      '--',
      'sh',
      '-c',
      'echo $MAYDAY_RUN_ID >> starts; mkdir alone && sleep 0.1 && rmdir alone',
    )
    const both = [board.work(), board.work()]
    for (const { finished } of both) expect((await finished).code).toBe(0)
    expect(board.runs()).toHaveLength(turn)
    expect(board.runs().every(({ status }) => status === 'succeeded')).toBe(true)
  }
  expect(new Set(readFileSync(board.project.file('starts'), 'utf8').trim().split('\n')).size).toBe(
    board.runs().length,
  )
  expect(board.locks()).toEqual([])
}, 600_000)
