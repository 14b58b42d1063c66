import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cardProject, LOCKS, QUEUE, type CardProject } from '../card-project.ts'
import { testProject, until, type Going } from '../running-mayday.ts'
import { git } from '../task-repository.ts'

const lasting = ['--', './lasts.sh', '{prompt}'] as const

/** Lets every waiting agent end. */
const goOn = (project: CardProject): void => writeFileSync(project.file('go-on'), '')

/** A scheduler whose first run has started. */
async function working(project: CardProject, ...args: string[]): Promise<Going> {
  const going = project.start(['work', ...args], { MAYDAY_DIR: '' })
  await until('a run to start', () => /agent_run started/.test(going.printed()))
  return going
}

const statusIn = (project: CardProject, card: string): string | undefined =>
  /^agent_status: (\w+)$/m.exec(readFileSync(project.file(card), 'utf8'))?.[1]

test('one interrupt lets the run end normally', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, ...lasting)
  await project.say('enqueue', QUEUE, ...lasting)
  const going = await working(project)
  going.child.kill('SIGINT')
  await until('the draining to be said', () => going.printed().includes('1 run continues'))
  goOn(project)
  const { code, stdout } = await going.finished
  expect(code).toBe(130)
  expect(stdout).toContain('1 run continues; Ctrl+C again stops it\n')
  expect(stdout).toContain('Done: 1 succeeded. Left: 1 queued (mayday queue).\n')
  expect([statusIn(project, LOCKS), statusIn(project, QUEUE)]).toEqual(['succeeded', 'queued'])
})

test('two interrupts stop the run', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, ...lasting)
  const going = await working(project)
  going.child.kill('SIGINT')
  await until('the draining to be said', () => going.printed().includes('1 run continues'))
  going.child.kill('SIGTERM')
  const { code, stdout } = await going.finished
  expect(code).toBe(130)
  expect(stdout).toContain('stopping; Ctrl+C again ends it at once\n')
  expect(stdout).toContain('○ canceled: task 1 (5.2-locks.md)\n')
  expect(statusIn(project, LOCKS)).toBe('canceled')
  expect(await project.say('locks')).toBe('Nothing is locked.\n')
})

test('a second scheduler watches, then takes over', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, ...lasting)
  await project.say('enqueue', QUEUE, '--', './works.sh', '{prompt}')
  const first = await working(project)
  const once = await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })
  expect(once).toMatchObject({ code: 75, stdout: `Process ${first.child.pid} works here already.\n` })
  const second = project.start(['work'], { MAYDAY_DIR: '' })
  await until('the observer to see the run', () =>
    /task 1 \(5\.2-locks\.md\) ● running/.test(second.printed()),
  )
  first.child.kill('SIGINT')
  await until('the draining to be said', () => first.printed().includes('1 run continues'))
  goOn(project)
  expect((await first.finished).code).toBe(130)
  const { code, stdout } = await second.finished
  expect(code).toBe(0)
  expect(stdout).toContain(`Process ${first.child.pid} works here already.\n`)
  expect(stdout).toContain('The other process has ended. Continuing here.\n')
  expect(stdout).toContain('✓ succeeded: task 2 (5.3-queue.md)\n')
  expect([statusIn(project, LOCKS), statusIn(project, QUEUE)]).toEqual(['succeeded', 'succeeded'])
})

test('once waits for nothing and lists waiting tasks', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--', './fails.sh', '{prompt}')
  const { code, stdout } = await project.mayday(['work', '--once'], { MAYDAY_DIR: '' })
  expect(code).toBe(75)
  expect(stdout).toContain('Left: 1 waiting (mayday queue).\n')
  expect(await project.say('queue')).toMatch(
    /◷ waiting .*\n {5}waits to try again after TESTS_FAILED, in 0:\d\d\n/,
  )
  expect(statusIn(project, LOCKS)).toBe('failed')
  expect(await project.say('cancel', '1')).toBe(
    'run 1 has already ended: ✗ failed (TESTS_FAILED); task 1 would have continued and is canceled\n',
  )
  expect(statusIn(project, LOCKS)).toBe('canceled')
})

test('output of parallel tasks is distinguished', async () => {
  await using project = await cardProject()
  await project.say('add', 'First', '--parallel', '--', './works.sh', '{prompt}')
  await project.say('add', 'Second', '--parallel', '--', './fails.sh', '{prompt}')
  const { stdout } = await project.mayday(['work', '--once', '--concurrency', '2'], { MAYDAY_DIR: '' })
  expect(stdout).toMatch(/^task 1 \(First\) │ ✓ run \d succeeded/m)
  expect(stdout).toMatch(/^task 2 \(Second\) │ ✗ run \d failed \(TESTS_FAILED\)/m)
  const lines = stdout.trimEnd().split('\n')
  expect(lines.filter((line) => !/^task \d \(\w+\) │ /.test(line))).toEqual([
    'Done: 1 succeeded. Left: 1 waiting (mayday queue).',
  ])
})

test('work prints its events as JSON lines', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--', './works.sh', '{prompt}')
  const lines = (await project.say('work', '--json'))
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ event: 'stage:starting', task: 1, run: 1 }))
  expect(lines).toContainEqual({ event: 'task:ended', task: 1, status: 'succeeded' })
  expect(lines.at(-1)).toEqual({
    event: 'work:ended',
    running: 0,
    queued: 0,
    waiting: 0,
    deferred: 0,
    ended: { succeeded: 1 },
  })
})

test('a live card is busy, limited and canceled', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, ...lasting)
  const going = await working(project)
  const pid = going.child.pid
  expect(await project.say('locks')).toContain(`process ${pid} is alive\n`)
  expect(await project.say('queue', '--concurrency', '3')).toMatch(
    new RegExp(`^Process ${pid} works here, 3 at a time\\.\\n\\n1  ● running  run 1 `),
  )
  expect(await project.refusal('enqueue', LOCKS, ...lasting)).toBe(
    `${LOCKS} is being worked on by run 1. Watch it: mayday status    Stop it: mayday cancel ${LOCKS}`,
  )
  expect(await project.refusal('reset', LOCKS, '--yes')).toContain(`Run 1 works on ${LOCKS}.`)
  // On a busy machine it also says on standard error what it waits for.
  expect((await project.mayday(['cancel', LOCKS])).stdout).toBe(`run 1 is canceled (${LOCKS})\n`)
  expect((await going.finished).code).toBe(0)
  expect(statusIn(project, LOCKS)).toBe('canceled')
})

test('a watched status prints changes', async () => {
  await using project = await cardProject()
  const watching = project.start(['status', '--watch'], { MAYDAY_DIR: '' })
  await project.say('enqueue', LOCKS, ...lasting)
  await until('the card to be seen', () => /task 1 \(5\.2-locks\.md\) · queued/.test(watching.printed()))
  const going = await working(project)
  await until('the run to be seen', () =>
    /task 1 \(5\.2-locks\.md\) ● running \(run 1\)/.test(watching.printed()),
  )
  goOn(project)
  expect((await going.finished).code).toBe(0)
  await until('the end to be seen', () => /run 1 ✓ succeeded: Locks/.test(watching.printed()))
  watching.child.kill('SIGINT')
  const { code, stdout } = await watching.finished
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n')).toSatisfy((lines: string[]) =>
    lines.every((line) => /^\d\d:\d\d:\d\d \S/.test(line)),
  )
})

test('a closed terminal leaves the run to an adopter', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, ...lasting)
  const going = await working(project)
  going.child.kill('SIGHUP')
  expect((await going.finished).code).toBe(129)
  goOn(project)
  await until('the adopter to end it', () => project.result()?.status === 'succeeded')
  await until('the card to be told', () => statusIn(project, LOCKS) === 'succeeded')
})

test('every task gets a separate work tree', async () => {
  await using project = await cardProject()
  git(project, 'add', '.')
  git(project, 'commit', '--quiet', '--message=agents')
  await project.say('add', 'First', '--', './works.sh', '{prompt}')
  await project.say('work', '--worktree')
  expect(existsSync(project.inTrees('task-1/made-by-the-agent'))).toBe(true)
  expect(existsSync(project.file('made-by-the-agent'))).toBe(false)
})

test('a separate work tree needs a repository', async () => {
  await using project = await testProject()
  for (const words of [['work'], ['add', 'First', '--agent', 'claude']]) {
    const { code, stderr } = await project.mayday([...words, '--worktree'], { MAYDAY_DIR: '' })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `mayday: --worktree needs a git repository, and ${project.path} is in none. Leave it out, or: git init\n`,
    })
  }
})
