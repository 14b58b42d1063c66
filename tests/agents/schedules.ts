/**
 * A scheduler that stays, as a process of its own, by a clock that the test moves: `schedules.ts ROOT`. With the word
 * `adopt` (as Mayday starts its adopters) it sees to runs whose supervisor is gone.
 */
import { Store } from '../../src/record/store.ts'
import { startAdopter } from '../../src/interfaces/cli/record/launch-mayday.ts'
import { settleQueue } from '../../src/scheduling/recover.ts'
import { runScheduler } from '../../src/scheduling/scheduler.ts'
import { adopt } from '../../src/supervision/adopt.ts'
import { findProject } from '../../src/record/project.ts'
import { queueContextAt } from '../queue-context-at.ts'

const isAdopter = process.argv[2] === 'adopt'
const root = isAdopter ? process.cwd() : (process.argv[2] ?? '')
const project = findProject(root, process.env)
const context = queueContextAt(project, Store.open(project.record))
const never = new AbortController().signal

const watcher = { cancel: never, force: never, report: () => undefined, show: () => undefined }

if (isAdopter)
  await adopt(context, { watcherFor: () => watcher, onEnd: async () => void settleQueue(context) })
else
  await runScheduler(
    {
      ...context,
      random: Math.random,
      env: { PATH: process.env['PATH'] ?? '' },
      commandOf: (agent) => ({ agent, argv: null }),
      overrides: {},
      lessons: {},
      autoRecover: false,
      drain: never,
      stop: never,
      force: never,
      tell: (event) => void process.stdout.write(`${JSON.stringify(event)}\n`),
      show: () => undefined,
      startAdopter: () => startAdopter(project),
    },
    { mode: 'watch', worktrees: false },
  )
