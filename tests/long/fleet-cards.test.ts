/** Cards on a fleet: any node works on them, and one node writes them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetRig, gitIn, type TestNode, STEADY_LEASE_S } from '../fleet-rig.ts'
import { isPostgresHere, testPostgres, type TestPostgres } from '../postgres-here.ts'
import { agent } from '../task-repository.ts'

let server: TestPostgres

const CARD = 'board/phase-5/backlog/5.2-locks.md'

const TEXT = `---
title: Locks
phase: 5.2
agent_status: idle
---
# Locks

## Acceptance criteria
- [ ] A lock is released
- [ ] A test shows it
`

function putCard(node: TestNode, path = CARD): string {
  const file = join(node.path, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, TEXT)
  return file
}

const statusOf = (file: string): string =>
  /^agent_status: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 'none'

/** What the History says, without days and ids. */
const historyOf = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^- \d{4}-/.test(line))
    .map((line) =>
      line
        .replace(/^- \S+ /, '')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
        .replace(/logs\/\S+(?=\.)/, 'LOGS'),
    )

async function must(node: TestNode, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await node.mayday(words)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

describe.skipIf(!isPostgresHere)('cards on a fleet', () => {
  beforeAll(async () => {
    server = await testPostgres()
  })
  afterAll(() => server[Symbol.dispose]())

  test('a card is worked on elsewhere and written here', async () => {
    await using rig = await FleetRig.open(server, STEADY_LEASE_S)
    rig.makeRemote()
    const [board, worker] = [await rig.node('board'), await rig.node('worker')]
    const file = putCard(board)
    const script = `echo '{"checkedCriteria":[0]}'; echo done > made.txt; cat "$MAYDAY_PROMPT_FILE" > prompt.txt`
    expect(await must(board, 'enqueue', CARD, '--flow', 'implement', '--', 'sh', '-c', script)).toContain(
      'is queued as task 1 (implement). A node of the fleet will start it.',
    )
    expect(statusOf(file)).toBe('queued')
    const twice = await board.mayday(['enqueue', CARD, '--flow', 'implement', '--', 'true'])
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('already queued') })
    await must(worker, 'work', '--fleet', '--once')
    expect(gitIn(rig.remote ?? '', 'show', 'mayday/task-1:prompt.txt')).toContain('A lock is released')
    // The worker has no card. The node with the board writes it.
    expect(statusOf(file)).toBe('queued')
    expect(await must(worker, 'fleet', 'cards')).toContain(
      'Node board writes the cards, in its checkout. 2 lines',
    )
    expect(await must(board, 'fleet', 'cards')).toContain('All lines are written.')
    expect(statusOf(file)).toBe('succeeded')
    expect(historyOf(file)).toEqual([
      'Run ID queued (implement) on branch main.',
      'Run ID started (implement).',
      'Run ID succeeded (implement); checked 1 item; tests: not run.',
    ])
    expect(readFileSync(file, 'utf8')).toContain('- [x] A lock is released\n- [ ] A test shows it')
    const { tasks } = JSON.parse(await must(worker, 'tasks', '--json'))
    expect(tasks).toMatchObject([{ card: CARD, status: 'succeeded' }])
  })

  test.each(['run recorded', 'run settled'] as const)(
    'a worker killed at "%s" leaves its own card file alone',
    async (point) => {
      await using rig = await FleetRig.open(server)
      const [board, worker] = [await rig.node('board'), await rig.node('worker')]
      const [file, copy] = [putCard(board), putCard(worker)]
      await must(board, 'enqueue', CARD, '--flow', 'implement', '--', 'sh', '-c', 'echo done > made.txt')
      expect((await worker.mayday(['work', '--fleet', '--once'], { MAYDAY_CRASH_AT: point })).code).not.toBe(
        0,
      )
      await must(worker, 'logs', '1')
      await must(worker, 'work', '--fleet', '--once')
      await must(board, 'fleet', 'cards')
      expect(readFileSync(copy, 'utf8')).toBe(TEXT)
      expect(statusOf(file)).toBe('succeeded')
      expect(historyOf(file).map((line) => line.split(' ')[2])).toEqual(['queued', 'started', 'succeeded'])
    },
  )

  test('a node that works writes its own board', async () => {
    await using rig = await FleetRig.open(server)
    const [board, worker] = [await rig.node('board'), await rig.node('worker', ['--allow', 'true'])]
    const file = putCard(board)
    await must(
      board,
      'enqueue',
      CARD,
      '--flow',
      'implement',
      '--',
      agent('leaves-traces.sh'),
      rig.traces,
      '1',
    )
    board.start()
    await rig.until('the card to be written', () => Promise.resolve(statusOf(file) === 'succeeded'))
    expect(historyOf(file).map((line) => line.split(' ')[2])).toEqual(['queued', 'started', 'succeeded'])
    expect(await must(worker, 'queue')).toBeTruthy()
  })

  test('a failed card is retried and reset from the board', async () => {
    await using rig = await FleetRig.open(server)
    const [board, worker] = [await rig.node('board'), await rig.node('worker')]
    const file = putCard(board)
    await must(board, 'enqueue', CARD, '--flow', 'implement', '--attempts', '1', '--', 'sh', '-c', 'exit 4')
    await must(worker, 'work', '--fleet', '--once')
    await must(board, 'fleet', 'cards')
    expect(statusOf(file)).toBe('failed')
    await must(board, 'retry', CARD)
    expect(statusOf(file)).toBe('queued')
    expect(await must(board, 'cancel', CARD)).toContain('Task 1 is canceled.')
    expect(statusOf(file)).toBe('canceled')
    expect(await must(board, 'reset', CARD, '--yes')).toContain('is idle again')
    expect(statusOf(file)).toBe('idle')
    // With another agent it is in another queue.
    await must(
      board,
      'enqueue',
      CARD,
      '--flow',
      'review',
      '--verify',
      'true',
      '--',
      'sh',
      '-c',
      'date > made.txt',
    )
    await must(worker, 'work', '--fleet', '--once')
    await must(board, 'fleet', 'cards')
    expect(statusOf(file)).toBe('succeeded')
    expect(historyOf(file)).toEqual([
      'Run ID queued (implement) on branch main.',
      'Run ID started (implement).',
      'Run ID failed (implement); reason=exit; see logs at LOGS.',
      'Run ID queued (implement) on branch main.',
      'Run ID canceled (implement).',
      'Agent state reset to idle by user (previous flow/status: implement/canceled).',
      'Run ID queued (review) for main.',
      'Run ID started (review).',
      'Run ID succeeded (review); findings blocking/warn/info: 0/0/0; overall=none.',
    ])
  })

  test('a lost run is reported on its card', async () => {
    await using rig = await FleetRig.open(server)
    const [board, worker] = [await rig.node('board'), await rig.node('worker')]
    const file = putCard(board)
    await must(board, 'enqueue', CARD, '--flow', 'implement', '--', 'sh', '-c', 'date > made.txt')
    await worker.mayday(['work', '--fleet', '--once'], { MAYDAY_CRASH_AT: 'fleet outcome kept' })
    await must(board, 'fleet', 'lost', 'worker')
    await must(board, 'fleet', 'cards')
    expect(statusOf(file)).toBe('failed')
    expect(historyOf(file).at(-1)).toBe('Run ID failed (implement); reason=crash; see logs at node worker.')
  })

  test('only one node writes the cards', async () => {
    await using rig = await FleetRig.open(server)
    const [one, two] = [await rig.node('one'), await rig.node('two')]
    const [here, there] = [putCard(one), putCard(two)]
    await must(one, 'enqueue', CARD, '--flow', 'implement', '--', 'sh', '-c', 'date > made.txt')
    expect([statusOf(here), statusOf(there)]).toEqual(['queued', 'idle'])
    expect(await must(two, 'fleet', 'cards', '--take')).toContain('Node two writes the cards')
    await must(one, 'work', '--fleet', '--once')
    // The earlier writer writes nothing more.
    expect(statusOf(here)).toBe('queued')
    await must(two, 'fleet', 'cards')
    expect(statusOf(there)).toBe('succeeded')
    expect(await rig.query('select epoch::int from card_writer')).toEqual([{ epoch: 2 }])
  })

  test('a card that somebody edits is written later', async () => {
    await using rig = await FleetRig.open(server)
    const [board, worker] = [await rig.node('board'), await rig.node('worker')]
    const file = putCard(board)
    putCard(board, 'board/phase-5/backlog/5.3-other.md')
    const other = join(board.path, 'board/phase-5/backlog/5.3-other.md')
    for (const card of [CARD, 'board/phase-5/backlog/5.3-other.md'])
      await must(board, 'enqueue', card, '--flow', 'implement', '--', 'sh', '-c', 'date >> made.txt')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, '---\nbroken: [\n---\n')
    await must(worker, 'work', '--fleet', '--once')
    expect(await must(board, 'fleet', 'cards')).toMatch(/2 lines are still to be written: .*5\.2-locks\.md/)
    expect(statusOf(other)).toBe('succeeded')
    writeFileSync(file, text)
    await must(board, 'fleet', 'cards')
    expect(statusOf(file)).toBe('succeeded')
  })
})
