import { expect, test } from 'vitest'
import { BROKEN, cardProject, LOCKS, namelessIn, QUEUE } from '../card-project.ts'

test('the board shows phases, folders, states and problems', async () => {
  await using project = await cardProject()
  project.write(BROKEN, 'no frontmatter\n')
  project.write(QUEUE, project.read(QUEUE).replace('agent_status: idle', 'agent_status: running'))
  expect(await project.say('cards')).toBe(`Phase 5: flows
  backlog
    5.3-queue.md  ● running  1/2  Queue
      agent_status is running and agent_flow is missing; mayday reset
      project/phase-5-flows/backlog/5.3-queue.md sets it back to idle.
    ✗ 5.9-broken.md cannot be read as a card
      line 1: a card begins with a '---' line, its keys and another '---' line;
      add them.
  in-progress
    5.2-locks.md    idle     1/2  Locks

3 cards, 1 in an impossible state, 1 cannot be read
`)
  expect(await project.say('cards', 'project/phase-5-flows', '--status', 'idle')).toBe(`Phase 5: flows
  in-progress
    5.2-locks.md    idle  1/2  Locks

1 idle card
`)
  expect(JSON.parse(await project.say('cards', '--json'))).toMatchObject({
    format: 'mayday.cards/2',
    folder: 'project',
    phases: [
      {
        number: 5,
        label: 'flows',
        columns: [
          {
            folder: 'backlog',
            cards: [
              { path: QUEUE, title: 'Queue' },
              { path: BROKEN, isMalformed: true },
            ],
          },
          { folder: 'in-progress', cards: [{ path: LOCKS, status: 'idle', problem: null }] },
          { folder: 'done', cards: [] },
        ],
      },
    ],
  })
})

test('a queued card shows everywhere and runs', async () => {
  await using project = await cardProject()
  expect(await project.say('queue')).toBe(
    'No scheduler is running here.\nNothing is queued, running or waiting.\n',
  )
  expect(await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './works.sh', '{prompt}')).toBe(
    `${LOCKS} is queued as task 1 (implement). Start: mayday work\n`,
  )
  expect(await project.say('queue')).toBe(`No scheduler is running here. Start one: mayday work

1  · queued  implement  5-2  Locks
     waits for its turn

1 queued
`)
  expect(await project.say('locks')).toBe(
    `card ${LOCKS}\n  task 1 (implement), taken just now, kept by the queue until it starts\n`,
  )
  expect(project.read(LOCKS)).toContain('agent_status: queued')
  const worked = await project.say('work')
  expect(worked).toContain('✓ succeeded: task 1 (5.2-locks.md)\nDone: 1 succeeded.\n')
  expect(project.read(LOCKS)).toContain('agent_status: succeeded')
  expect(await project.say('locks')).toBe('Nothing is locked.\n')
  expect(await project.say('status')).toMatch(
    /^Nothing to do\.\nNo scheduler is running here\.\n\nEnded last\n {2}1 {2}✓ succeeded {2}just now .*Locks\n$/,
  )
})

test('a card that cannot be queued is refused', async () => {
  await using project = await cardProject()
  const enqueue = async (path: string, ...args: string[]): Promise<string> =>
    namelessIn(project, await project.refusal('enqueue', path, ...args, '--', './works.sh'))
  expect(await enqueue('nowhere.md')).toBe('HERE/nowhere.md: there is no such file; check the path.')
  expect(await enqueue('/etc/hosts')).toBe(
    '/etc/hosts: it is outside the project HERE; name a card inside it.',
  )
  expect(await enqueue('project')).toBe('HERE/project: this is a folder; name a markdown file.')
  expect(await enqueue('7')).toBe("enqueue needs the path of one card, not '7'. See: mayday cards")
  expect(await enqueue(LOCKS, QUEUE)).toBe(
    `enqueue needs the path of one card, not '${LOCKS} ${QUEUE}'. See: mayday cards`,
  )
  expect(await enqueue(LOCKS, '--flow', 'two words')).toBe(
    "--flow needs one word of letters, digits, - and _, like implement, review or research, not 'two words'. See: mayday enqueue --help",
  )
  project.write(BROKEN, '---\nowner: [ada\n---\n')
  expect(await enqueue(BROKEN)).toContain(`HERE/${BROKEN}`)
  project.write(BROKEN, '---\nagent_flow: implement\nagent_status: sleeping\n---\n# Broken\n')
  expect(await enqueue(BROKEN)).toBe(
    `${BROKEN}: agent_status is 'sleeping', which is none of idle, queued, running, succeeded, failed, canceled; mayday reset ${BROKEN} sets it back to idle.`,
  )
})

test('a card is not queued a second time', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--', './works.sh', '{prompt}')
  const before = project.read(LOCKS)
  expect(await project.refusal('enqueue', LOCKS, '--', './works.sh')).toBe(
    `${LOCKS} is already queued. Watch it: mayday status    Stop it: mayday cancel ${LOCKS}`,
  )
  expect(project.read(LOCKS)).toBe(before)
})

test('an agent is named, the default, or a command', async () => {
  await using project = await cardProject()
  expect(await project.refusal('enqueue', LOCKS)).toBe(
    `enqueue needs an agent or a command. Try: mayday enqueue ${LOCKS} --agent claude, or: mayday enqueue ${LOCKS} -- ./agent.sh '{prompt}'`,
  )
  expect(await project.refusal('enqueue', LOCKS, '--agent', 'nobody')).toMatch(
    /^Unknown agent 'nobody'\. Known: /,
  )
  expect(await project.refusal('enqueue', LOCKS, '--agent', 'claude', '--fallback', 'codex,claude')).toBe(
    '--fallback claude is the agent itself. Name another one, or leave it out.',
  )
  project.write('mayday.yaml', 'agent: codex\n')
  const enqueued: unknown = JSON.parse(
    await project.say('enqueue', LOCKS, '--fallback', 'claude', '--fallback', 'gemini,qwen', '--json'),
  )
  expect(enqueued).toMatchObject({
    format: 'mayday.enqueue/2',
    kind: 'queued',
    depth: 1,
    isDelayed: false,
    task: { task: 1, card: LOCKS, agent: 'codex', fallback: ['claude', 'gemini', 'qwen'], flow: 'implement' },
  })
})

test('a command without a prompt placeholder is warned about', async () => {
  await using project = await cardProject()
  expect(await project.say('enqueue', LOCKS, '--', './works.sh')).toContain(
    "\nThe prompt goes to the command's standard input, which the command may not read: put '{prompt}' where it belongs.\n",
  )
})

test('cancel takes a queued card out', async () => {
  await using project = await cardProject()
  expect(await project.refusal('cancel', LOCKS)).toBe(
    `Nothing is queued or running for ${LOCKS}, so there is nothing to cancel. See: mayday queue`,
  )
  await project.say('enqueue', LOCKS, '--', './works.sh', '{prompt}')
  expect(await project.say('cancel', LOCKS)).toBe(
    `${LOCKS} is canceled: nothing is started for it any more\n`,
  )
  expect(project.read(LOCKS)).toContain('agent_status: canceled')
  expect(await project.say('locks')).toBe('Nothing is locked.\n')
  expect(await project.say('cancel', LOCKS)).toBe(`${LOCKS} has already ended: ○ canceled\n`)
  expect(JSON.parse(await project.say('cancel', LOCKS, '--json'))).toEqual({
    format: 'mayday.cancel/1',
    run: null,
    task: 1,
    card: LOCKS,
    canceled: false,
    status: 'canceled',
  })
  expect(await project.refusal('cancel')).toBe(
    'cancel needs one card or the number of one run. See: mayday queue',
  )
})

test('reset asks, and keeps what it lists', async () => {
  await using project = await cardProject()
  await project.say('enqueue', LOCKS, '--', './works.sh', '{prompt}')
  await project.say('cancel', LOCKS)
  const before = project.read(LOCKS)
  expect(await project.refusal('reset', LOCKS)).toBe(
    `reset sets ${LOCKS} from canceled (implement) to idle and releases its locks, and without a terminal it cannot ask first. Its History gets one more line; its folder, branch, files and logs stay as they are. To do it: mayday reset ${LOCKS} --yes`,
  )
  expect(await project.refusal('reset', LOCKS, '--json')).toContain('without a terminal it cannot ask first')
  expect(project.read(LOCKS)).toBe(before)
  expect(JSON.parse(await project.say('reset', LOCKS, '--yes', '--json'))).toEqual({
    format: 'mayday.reset/1',
    card: LOCKS,
    before: { flow: 'implement', status: 'canceled' },
    released: [],
  })
  expect(project.read(LOCKS)).toContain('agent_flow: null\nagent_status: idle\n')
  expect(project.read(LOCKS).trimEnd()).toMatch(
    /Agent state reset to idle by user \(previous flow\/status: implement\/canceled\)\.$/,
  )
  expect(await project.refusal('reset', '3')).toBe(
    "reset needs the path of one card, not '3'. See: mayday cards",
  )
})

test('retry queues a card again, or runs it', async () => {
  await using project = await cardProject()
  expect(await project.refusal('retry', LOCKS)).toBe(
    `${LOCKS} was never enqueued, so there is nothing to retry. Start it: mayday enqueue ${LOCKS} --flow implement`,
  )
  await project.say('enqueue', LOCKS, '--', './works.sh', '{prompt}')
  await project.say('work')
  expect(await project.say('retry', LOCKS, '--queue')).toBe(
    `${LOCKS} is queued again. Run it: mayday run --task 1\n`,
  )
  await project.say('cancel', LOCKS)
  expect(await project.say('retry', LOCKS)).toContain('run 2 succeeded')
  expect(project.read(LOCKS)).toContain('agent_status: succeeded')
})

test('commands without arguments refuse any argument', async () => {
  await using project = await cardProject()
  for (const command of ['work', 'queue', 'locks', 'status', 'recover'])
    expect(await project.refusal(command, 'word')).toMatch(
      new RegExp(`^${command} takes only options, not 'word'\\. `),
    )
  expect(await project.refusal('queue', '--concurrency', '0')).toBe(
    "--concurrency needs a number from 1 to 1000, not '0'. See: mayday queue --help",
  )
  expect(await project.refusal('queue', '--concurrency', '2')).toBe(
    'No scheduler is running here, so there is no limit to change. Start one: mayday work --concurrency 2',
  )
  expect(await project.refusal('work', '--once', '--watch')).toBe(
    '--once and --watch contradict each other. Give only one of them.',
  )
  expect(await project.refusal('cards', 'nowhere')).toMatch(
    /nowhere: there is no such file; check the path\.$/,
  )
  expect(await project.refusal('cards', '--status', 'sleeping')).toMatch(
    /^--status needs one of idle, .+, not 'sleeping'\. See: mayday cards --help$/,
  )
})

test('a missing board is a clear error', async () => {
  await using project = await cardProject()
  expect(await project.say('cards', 'project/phase-5-flows/backlog/..')).toContain('Phase 5: flows')
  expect(await project.say('cards', 'project/phase-5-flows/backlog')).toBe(
    "There are no phases in 'project/phase-5-flows/backlog'. A card is in a folder like phase-1-start/backlog/1.1-first.md\n",
  )
})

test('recover does nothing if nothing is wrong', async () => {
  await using project = await cardProject()
  expect(await project.say('recover')).toBe('Nothing needed a repair.\nThe queue is empty.\n')
  await project.say('enqueue', LOCKS, '--', './works.sh', '{prompt}')
  expect(await project.say('recover')).toBe(
    'Nothing needed a repair.\nIn the queue: 1 queued. Continue: mayday work\n',
  )
})
