/**
 * The questions of the board (GET): the path of each and the schema of its answer. The page takes the types of the
 * answers from here, and the server refuses to send an answer that does not fit.
 */
import * as v from 'valibot'
import { fits, misfitIn, type Shape } from '../../record/schema.ts'
import { agentsSchema } from '../../views/agents.ts'
import { attemptsSchema } from '../../views/attempts.ts'
import { cardSchema } from '../../views/card.ts'
import { changesSchema, diffSchema } from '../../views/changes.ts'
import { failureSchema } from '../../views/failure-schema.ts'
import { failuresSchema } from '../../views/failures-schema.ts'
import { historySchema } from '../../views/history.ts'
import { nodesSchema } from '../../views/nodes.ts'
import { reasonsSchema } from '../../views/reasons.ts'
import { restoreSchema } from '../../views/restore.ts'
import { sessionSchema, sessionsSchema, sessionStatsSchema } from '../../views/sessions.ts'
import { showSchema } from '../../views/show-run.ts'
import { taskSchema } from '../../views/show-task.ts'
import { stateSchema } from '../../views/state.ts'
import { statsSchema } from '../../views/stats.ts'
import { storySchema } from '../../views/story/story-schema.ts'
import { logSearchSchema, logWindowSchema, runNodeSchema } from './api.ts'

export const answerSchemas = {
  state: stateSchema,
  'tasks/:n': taskSchema,
  'tasks/:n/restore': restoreSchema,
  'tasks/:n/attempts': attemptsSchema,
  runs: historySchema,
  'runs/:id': showSchema,
  'runs/:id/story': storySchema,
  'runs/:id/changes': changesSchema,
  'runs/:id/diff': diffSchema,
  'runs/:id/log': logWindowSchema,
  'runs/:id/log/search': logSearchSchema,
  /** The file as the run wrote it. */
  'runs/:id/result': v.unknown(),
  failures: failuresSchema,
  'failures/:key': failureSchema,
  card: cardSchema,
  stats: statsSchema,
  sessions: sessionsSchema,
  /** Before `:id`, which would match it too. */
  'sessions/stats': sessionStatsSchema,
  'sessions/:id': sessionSchema,
  nodes: nodesSchema,
  'runs/:id/node': runNodeSchema,
  agents: agentsSchema,
  reasons: reasonsSchema,
}

export type QuestionPath = keyof typeof answerSchemas

type SessionWord = 'since' | 'agent' | 'reason' | 'folder' | 'here' | 'failed'

/** The words that a question takes after `?`. The server reads no other, and the page sends no other. */
type QueryWords = {
  readonly 'tasks/:n/restore': 'snapshot' | 'others' | 'cards'
  readonly runs:
    | 'reason'
    | 'status'
    | 'agent'
    | 'flow'
    | 'phase'
    | 'model'
    | 'cause'
    | 'text'
    | 'since'
    | 'until'
    | 'before'
    | 'limit'
  readonly 'runs/:id/story': 'from' | 'brief'
  readonly 'runs/:id/changes': 'against'
  readonly 'runs/:id/diff': 'against' | 'path' | 'context'
  readonly 'runs/:id/log': 'from' | 'bytes'
  readonly 'runs/:id/log/search': 'q' | 'from' | 'limit'
  readonly failures: 'range'
  readonly card: 'path'
  readonly stats: 'since'
  readonly sessions: SessionWord | 'limit'
  readonly 'sessions/stats': SessionWord
}

export type QueryWordOf<Path extends QuestionPath> = Path extends keyof QueryWords ? QueryWords[Path] : never

export type AnswerOf<Path extends QuestionPath> = Shape<(typeof answerSchemas)[Path]>

const isPath = (path: string): path is QuestionPath => Object.hasOwn(answerSchemas, path)

export const questionPaths: readonly QuestionPath[] = Object.keys(answerSchemas).filter(isPath)

/** An answer that does not fit its schema is a bug: the page would misread it. */
export function answerFor(path: QuestionPath, answer: unknown): unknown {
  const schema: v.GenericSchema = answerSchemas[path]
  if (fits(schema, answer)) return answer
  throw new Error(`The answer of /api/v1/${path} does not fit its schema: ${misfitIn(schema, answer)}`)
}
