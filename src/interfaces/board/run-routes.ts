/** Questions about a run and what it did: its story, its changes, its log, and the other attempts. */
import { Hono } from 'hono'
import * as v from 'valibot'
import { isLive, type RunRecord } from '../../record/run.ts'
import { surveyChanges, surveyFile, type AgainstWord } from '../../scheduling/changes-of-run.ts'
import { attemptsSchema, compareAttempts } from '../../views/attempts.ts'
import { changesOf, changesSchema, diffSchema, fileDiffOf } from '../../views/changes.ts'
import { showRun, showSchema, type ShownRun } from '../../views/show-run.ts'
import { readRunStory } from '../../views/story/run-story.ts'
import { storySchema, type Story } from '../../views/story/story-schema.ts'
import { isCursor } from '../../views/story/tell-story.ts'
import { answer } from './answer.ts'
import { RequestError } from './request-error.ts'
import { logSearchSchema, logWindowSchema, runNodeSchema } from './api.ts'
import { logElsewhere } from './board-fleet.ts'
import type { BoardContext, BoardEnv, Desk } from './context.ts'
import { logResponse, type ReadLog } from './log-download.ts'
import { searchQuery, windowQuery } from './log-query.ts'
import { searchLog } from './log-search.ts'
import { readWindow } from './log-window.ts'
import { flag, numberIn, query, wholeNumber } from './query.ts'
import { findRun, folderOf, LogGoneError } from './run-files.ts'

/** One answer fills some screens. An overview is short, so it may read more. */
const PART = { turns: 30, chars: 128 * 1024, bytes: 4 * 1024 * 1024 }
const OVERVIEW = { turns: 1000, chars: Number.MAX_SAFE_INTEGER, bytes: 8 * 1024 * 1024 }

/** As much as a person reads of one file; the page asks for whole files too. */
const MOST_DIFF_BYTES = 1024 * 1024

const storyQuery = v.object({
  from: v.exactOptional(
    v.pipe(v.string(), v.check(isCursor, "needs the value of 'next' in the previous part")),
  ),
  brief: flag,
})

const againstWord = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^(?:before|start|\d{1,15})$/, 'needs before, start or the number of a run'),
    v.transform((word): AgainstWord => (word === 'before' || word === 'start' ? word : Number(word))),
  ),
  'before',
)

const diffQuery = v.object({
  against: againstWord,
  path: v.optional(v.pipe(v.string(), v.nonEmpty('needs the name of a file that the run changed')), ''),
  context: v.optional(wholeNumber(0, 1_000_000), '3'),
})

export const runRoutes = new Hono<BoardEnv>()
  .get('/runs/:id', (c) => answer(c, showSchema, shownRun(c.req.param('id'), c.env)))
  .get('/runs/:id/node', async (c) => {
    const { context } = c.env
    const node = (await context.fleet?.nodeOf(findRun(c.req.param('id'), context))) ?? null
    return answer(c, runNodeSchema, { node })
  })
  .get('/runs/:id/story', query(storyQuery), (c) =>
    answer(c, storySchema, storyOf(c.req.param('id'), c.req.valid('query'), c.env.context)),
  )
  .get('/runs/:id/changes', query(v.object({ against: againstWord })), async (c) => {
    const asked = { run: findRun(c.req.param('id'), c.env.context), ...c.req.valid('query') }
    return answer(c, changesSchema, changesOf(await surveyChanges(asked, c.env.context)))
  })
  .get('/runs/:id/diff', query(diffQuery), async (c) => {
    const run = findRun(c.req.param('id'), c.env.context)
    const asked = { run, ...c.req.valid('query'), mostBytes: MOST_DIFF_BYTES }
    const found = await surveyFile(asked, c.env.context)
    return answer(c, diffSchema, fileDiffOf({ run: run.run, against: asked.against }, found))
  })
  .get('/runs/:id/log', query(windowQuery), async (c) => {
    const read = await readerOf(findRun(c.req.param('id'), c.env.context), c.env.context)
    return answer(c, logWindowSchema, read(c.req.valid('query')))
  })
  .get('/runs/:id/log/search', query(searchQuery), async (c) => {
    const run = findRun(c.req.param('id'), c.env.context)
    const { q: words, ...rest } = c.req.valid('query')
    const sought = { words, ...rest }
    const elsewhere = await logElsewhere(run, c.env.context)
    return answer(c, logSearchSchema, elsewhere?.search(sought) ?? searchLog(run, sought, c.env.context))
  })
  .get('/runs/:id/log/download', async (c) => {
    const run = findRun(c.req.param('id'), c.env.context)
    return logResponse(run.run, await readerOf(run, c.env.context))
  })
  // The file as the run wrote it.
  .get('/runs/:id/result', (c) => answer(c, v.unknown(), resultOf(c.req.param('id'), c.env.context)))
  .get('/tasks/:n/attempts', (c) => {
    const { task } = c.env.context.store.requireTask(numberIn(c.req.param('n'), 'A task'))
    return answer(c, attemptsSchema, compareAttempts(task, c.env.context))
  })

async function shownRun(id: string, { context, board }: Desk): Promise<ShownRun> {
  const run = findRun(id, context)
  const live = board.row(run.task)?.live ?? null
  const node = (await context.fleet?.elsewhere(run)) ?? null
  return showRun(run, context, { live: live?.run === run.run ? live : null, node })
}

function storyOf(
  id: string,
  { from, brief }: v.InferOutput<typeof storyQuery>,
  context: BoardContext,
): Story {
  const run = findRun(id, context)
  const asked = { ...(brief ? OVERVIEW : PART), isBrief: brief, from: from ?? null }
  const story = readRunStory(run, folderOf(run, context), asked)
  if (story === null) throw new LogGoneError(run)
  return story
}

async function readerOf(run: RunRecord, context: BoardContext): Promise<ReadLog> {
  const elsewhere = await logElsewhere(run, context)
  return (wanted) => elsewhere?.window(wanted) ?? readWindow(run, wanted, context)
}

function resultOf(id: string, context: BoardContext): unknown {
  const run = findRun(id, context)
  const result = folderOf(run, context)?.result() ?? null
  if (result !== null) return result
  throw isLive(run)
    ? new RequestError(404, 'NO_RESULT_YET', `Run ${run.run} has no result.json yet: it has not ended.`)
    : new RequestError(404, 'NO_RESULT', `Run ${run.run} has no result.json.`)
}
