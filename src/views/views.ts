/** All answers by their format. The documentation and the JSON Schemas are generated from this list. */
import type { GenericSchema } from 'valibot'
import { agentsSchema } from './agents.ts'
import { attemptsSchema } from './attempts.ts'
import { cardSchema } from './card.ts'
import { cardsSchema } from './cards.ts'
import { changesSchema, diffSchema } from './changes.ts'
import { escalationsSchema } from './escalations.ts'
import { failureSchema } from './failure-schema.ts'
import { failuresSchema } from './failures-schema.ts'
import { formats } from './formats.ts'
import { historySchema } from './history.ts'
import { lessonsSchema } from './lessons.ts'
import { locksSchema } from './locks.ts'
import { nodesSchema } from './nodes.ts'
import { queueSchema } from './queue.ts'
import { reasonsSchema } from './reasons.ts'
import { restoreSchema } from './restore.ts'
import { sessionSchema, sessionsSchema, sessionStatsSchema } from './sessions.ts'
import { showSchema } from './show-run.ts'
import { taskSchema } from './show-task.ts'
import { stateSchema } from './state.ts'
import { statsSchema } from './stats.ts'
import { statusSchema } from './status.ts'
import { storySchema } from './story/story-schema.ts'
import { tasksSchema } from './tasks.ts'
import { waitsSchema } from './waits.ts'

type Format = (typeof formats)[keyof typeof formats]

/** The type makes the list complete: a format without a schema does not compile. */
export const views: Readonly<Record<Format, GenericSchema>> = {
  [formats.agents]: agentsSchema,
  [formats.attempts]: attemptsSchema,
  [formats.card]: cardSchema,
  [formats.cards]: cardsSchema,
  [formats.changes]: changesSchema,
  [formats.diff]: diffSchema,
  [formats.escalations]: escalationsSchema,
  [formats.failure]: failureSchema,
  [formats.failures]: failuresSchema,
  [formats.history]: historySchema,
  [formats.lessons]: lessonsSchema,
  [formats.locks]: locksSchema,
  [formats.nodes]: nodesSchema,
  [formats.queue]: queueSchema,
  [formats.reasons]: reasonsSchema,
  [formats.restore]: restoreSchema,
  [formats.session]: sessionSchema,
  [formats.sessions]: sessionsSchema,
  [formats.sessionStats]: sessionStatsSchema,
  [formats.show]: showSchema,
  [formats.state]: stateSchema,
  [formats.stats]: statsSchema,
  [formats.status]: statusSchema,
  [formats.story]: storySchema,
  [formats.task]: taskSchema,
  [formats.tasks]: tasksSchema,
  [formats.wait]: waitsSchema,
}
