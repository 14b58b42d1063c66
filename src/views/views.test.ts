import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openSample } from '../../tests/sample-project.ts'
import { answered, asked, limited, sessionHome } from '../../tests/session-home.ts'
import { exampleTask } from '../../tests/examples/records.ts'
import { cardKey } from '../cards/card-place.ts'
import { readBoard } from '../cards/read-board.ts'
import type { FleetCounts, NodeRecord } from '../fleet/port.ts'
import type { Project } from '../record/project.ts'
import type { RunRecord } from '../record/run.ts'
import { Store } from '../record/store.ts'
import { wallClock } from '../scheduling/sleep-until.ts'
import { knownAgents } from '../agents/known-agents.ts'
import { agentProfiles } from '../agents/profiles.ts'
import { Sessions } from '../sessions/sessions.ts'
import { filesOfRun } from '../supervision/files-of-run.ts'
import { openProcesses } from '../supervision/processes/open-processes.ts'
import { readAgents } from './agents.ts'
import { compareAttempts } from './attempts.ts'
import { boardRow } from './board-row.ts'
import { showCard } from './card.ts'
import { cardBoard, cardFacts, readCards } from './cards.ts'
import { changesOf, fileDiffOf, type Changes } from './changes.ts'
import { readEscalations } from './escalations.ts'
import { showFailure } from './failure.ts'
import { readFailures } from './failures.ts'
import { formats } from './formats.ts'
import { readHistory } from './history.ts'
import { readLessons } from './lessons.ts'
import { LiveRuns } from './live-runs.ts'
import { readLocks } from './locks.ts'
import { readNodes } from './nodes.ts'
import { readQueue } from './queue.ts'
import { readReasons } from './reasons.ts'
import { showRun } from './show-run.ts'
import { showTask } from './show-task.ts'
import { cardsIn, readState } from './state.ts'
import { readSessions, readSessionStats, showSession } from './sessions.ts'
import { readStats } from './stats.ts'
import { readStatus } from './status.ts'
import { readRunStory } from './story/run-story.ts'
import type { Story } from './story/story-schema.ts'
import { headOf, rowFacts } from './task-row.ts'
import { readTasks } from './tasks.ts'
import type { ViewContext } from './view.ts'
import { views } from './views.ts'
import { readWaits } from './waits.ts'

const contextOf = (project: Project, store: Store): ViewContext => ({
  store,
  project,
  processes: openProcesses(),
  knownAgents,
  clock: wallClock,
  schedule: {},
  overrides: {},
})

const exampleNode: NodeRecord = {
  id: 'n1',
  name: 'build-1',
  labels: ['gpu'],
  abilities: { accounts: { claude: 'team-a' }, commands: ['npm test'], anyAccount: null, labels: ['gpu'] },
  concurrency: 2,
  isDraining: true,
  hasLeft: false,
  silentMs: 1200,
  isLost: false,
  logs: null,
  runs: [{ run: 7, task: 3, account: 'team-a' }],
}

const exampleCounts: FleetCounts = {
  leaseMs: 120_000,
  tasks: { queued: 1 },
  stranded: [{ task: 4, needs: 'codex' }],
  gates: 0,
  accounts: [{ account: 'team-a', most: 3, used: 1 }],
  late: 0,
}

/** One answer of every view that needs no work tree. */
function answersOf(context: ViewContext): readonly { readonly format: string }[] {
  const { store, project } = context
  const read = readBoard(join(project.root, 'project'), project.root)
  const board = cardBoard(read, cardFacts(project.root, store))
  const heads = store.heads(500)
  const live = new LiveRuns(project.record).look(heads, Date.now())
  const counts = store.statusCounts()
  const state = readState(context, { counts, heads, board, live, isDemo: false })
  const facts = { ...rowFacts(context), live, problems: new Map() }
  const agents = agentProfiles.map((profile) => ({
    profile,
    isKnown: true,
    isConfigured: false,
    isTrusted: true,
    command: profile.argvFor('{prompt}'),
  }))
  return [
    readAgents({ agents, default: null, cwd: project.root, env: {} }),
    readCards(read, cardFacts(project.root, store)),
    state,
    ...cardsIn(board).map((card) => showCard(card, { root: project.root, task: null, agent: null })),
    readEscalations(store, { all: true }),
    readFailures('30d', context, state),
    ...store.causes().map(({ cause }) => showFailure(cause, context)),
    readHistory({ limit: 500, counts: true, dialect: 'gza' }, store),
    readLessons({}, store),
    readLocks(context),
    readNodes({ nodes: [exampleNode], counts: exampleCounts, address: 'postgres://db/mayday', self: null }),
    readQueue(context),
    readReasons({ custom: [], overrides: {}, dialect: 'bench' }),
    readStats({ sinceAt: null, overrides: {} }, store),
    readStatus(context),
    readTasks({}, context),
    readWaits(context),
    ...store.history({ limit: 500 }).map((run) => showRun(run, context)),
    ...store.history({ limit: 500 }).flatMap((run) => storyOf(run, context)),
    ...store.history({ limit: 500 }).map((run) => changesIn(run)),
    fileDiffOf({ run: 1, against: 'start' }, { file: DIFFED, patch: { text: PATCH, isCut: false } }),
    ...store.tasks().map(({ task }) => compareAttempts(task, context)),
    ...store.tasks().map((task) => showTask(boardRow(headOf(task, store), facts), context)),
  ]
}

/** Of a home folder with one session that failed. */
async function sessionAnswers(): Promise<readonly { readonly format: string }[]> {
  await using home = await sessionHome()
  home.claude(1, asked('Port the parser.'), answered('Half of it.'), asked('Go on.'), limited())
  const look = { env: home.env, here: home.project.path }
  using sessions = Sessions.open({ look, nowMs: Date.now(), secrets: [] })
  const shown = await Promise.all([...sessions.rows({})].map((at) => showSession(at, sessions)))
  expect(shown).toHaveLength(1)
  return [readSessions({}, 10, sessions), readSessionStats({}, sessions), ...shown]
}

const PART = { from: null, turns: 5, chars: 10_000, bytes: 100_000, isBrief: false }

function storyOf(run: RunRecord, { project }: ViewContext): readonly Story[] {
  const told = readRunStory(run, filesOfRun(run, project), PART)
  return told === null ? [] : [told]
}

const PATCH = '@@ -1,2 +1,2 @@ f\n one\n-two\n+three\n\\ No newline at end of file\n'

const DIFFED = {
  path: 'a.ts',
  oldPath: null,
  change: 'changed',
  added: 1,
  removed: 0,
  oldMode: '100644',
  newMode: '100644',
} as const

const changesIn = (run: RunRecord): Changes =>
  changesOf({ run, against: 'before', diff: [DIFFED], why: null, plans: [], others: [] })

test('every answer matches its schema exactly', async () => {
  using sample = await openSample()
  using store = Store.open(sample.project.record)
  const answers = [...answersOf(contextOf(sample.project, store)), ...(await sessionAnswers())]
  const formatsAsked = new Set(answers.map(({ format }) => format))
  expect(Object.values(formats).filter((format) => !formatsAsked.has(format))).toEqual([formats.restore])
  const schemas = new Map<string, v.GenericSchema>(Object.entries(views))
  for (const answer of answers) {
    const json: unknown = JSON.parse(JSON.stringify(answer))
    // An object schema drops unknown fields.
    expect(v.parse(schemas.get(answer.format) ?? v.never(), json)).toEqual(json)
  }
})

const BEFORE = 'project/phase-9-moved/in-progress/9.1-moved.md'
const AFTER = 'project/phase-9-moved/done/9.1-moved.md'

/** A card that was moved after its task had failed. */
function moveCard({ root }: Project, store: Store): number {
  const [before, after] = [join(root, BEFORE), join(root, AFTER)]
  for (const path of [before, after]) mkdirSync(dirname(path), { recursive: true })
  writeFileSync(before, '---\nagent_flow: implement\nagent_status: failed\n---\n\n# Moved\n')
  const spec = exampleTask({ card: BEFORE, cardKey: cardKey(before) })
  const { task } = store.addTask(spec, '2026-11-03T10:00:00.000Z')
  renameSync(before, after)
  return task
}

test('asking every view changes nothing in the record', async () => {
  using sample = await openSample()
  using store = Store.open(sample.project.record)
  moveCard(sample.project, store)
  const before = sample.dump()
  answersOf(contextOf(sample.project, store))
  expect(sample.dump()).toEqual(before)
})

test('a moved card is listed with its task', async () => {
  using sample = await openSample()
  const { root, record } = sample.project
  using store = Store.open(record)
  const task = moveCard(sample.project, store)
  const cards = cardsIn(readCards(readBoard(join(root, 'project'), root), cardFacts(root, store)))
  expect(cards.find(({ path }) => path === AFTER)).toMatchObject({ title: 'Moved', task })
})
