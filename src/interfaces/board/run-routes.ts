/** Questions about what a run did: its story, its changes, and the other attempts. */
import { surveyChanges, surveyFile, type AgainstWord } from '../../scheduling/changes-of-run.ts'
import { compareAttempts, type Attempts } from '../../views/attempts.ts'
import { changesOf, fileDiffOf, type Changes, type FileDiff } from '../../views/changes.ts'
import { readRunStory } from '../../views/story/run-story.ts'
import type { Story } from '../../views/story/story-schema.ts'
import { isCursor, type StoryAsked } from '../../views/story/tell-story.ts'
import { RequestError } from './answer.ts'
import { numberPart } from './body.ts'
import type { BoardContext } from './context.ts'
import { numberIn, type Query } from './query.ts'
import type { QuestionPath, QueryWordOf } from './questions.ts'
import type { Asked } from './router.ts'
import { findRun, folderOf, LogGoneError } from './run-files.ts'

type AskedFor<Path extends QuestionPath> = Asked<QueryWordOf<Path>>

type Desk = { readonly context: BoardContext }

/** One answer fills some screens. An overview is short, so it may read more. */
const PART = { turns: 30, chars: 128 * 1024, bytes: 4 * 1024 * 1024 }
const OVERVIEW = { turns: 1000, chars: Number.MAX_SAFE_INTEGER, bytes: 8 * 1024 * 1024 }

function storyOf({ part, query }: AskedFor<'runs/:id/story'>, { context }: Desk): Story {
  const run = findRun(part('id'), context)
  const story = readRunStory(run, folderOf(run, context), storyAsked(query))
  if (story === null) throw new LogGoneError(run)
  return story
}

function storyAsked(query: Query<'from' | 'brief'>): StoryAsked {
  const from = query.get('from')
  if (from !== null && !isCursor(from))
    throw new RequestError(400, 'QUERY', "'from' needs the value of 'next' in the previous part.")
  const isBrief = query.get('brief') === 'true'
  return { ...(isBrief ? OVERVIEW : PART), isBrief, from }
}

async function changesIn({ part, query }: AskedFor<'runs/:id/changes'>, { context }: Desk): Promise<Changes> {
  const run = findRun(part('id'), context)
  return changesOf(await surveyChanges({ run, against: againstIn(query) }, context))
}

/** As much as a person reads of one file; the page asks for whole files too. */
const MOST_DIFF_BYTES = 1024 * 1024

async function diffOf({ part, query }: AskedFor<'runs/:id/diff'>, { context }: Desk): Promise<FileDiff> {
  const run = findRun(part('id'), context)
  const against = againstIn(query)
  const path = query.get('path') ?? ''
  if (path === '')
    throw new RequestError(400, 'QUERY', "'path' needs the name of a file that the run changed.")
  const lines = numberIn(query, 'context', { default: 3, least: 0, most: 1_000_000 })
  const found = await surveyFile({ run, against, path, context: lines, mostBytes: MOST_DIFF_BYTES }, context)
  return fileDiffOf({ run: run.run, against }, found)
}

function againstIn(query: Query<'against'>): AgainstWord {
  const word = query.get('against') ?? 'before'
  if (word === 'before' || word === 'start') return word
  if (/^\d{1,15}$/.test(word)) return Number(word)
  throw new RequestError(400, 'QUERY', "'against' needs before, start or the number of a run.")
}

function attemptsOf(asked: Pick<Asked, 'part'>, { context }: Desk): Attempts {
  const { task } = context.store.requireTask(numberPart(asked, 'n', 'A task'))
  return compareAttempts(task, context)
}

export const runAnswers = {
  'tasks/:n/attempts': attemptsOf,
  'runs/:id/story': storyOf,
  'runs/:id/changes': changesIn,
  'runs/:id/diff': diffOf,
}
