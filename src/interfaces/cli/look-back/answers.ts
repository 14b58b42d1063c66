/** The JSON of commands that look back, except for the views. */
import * as v from 'valibot'
import { dialectNames } from '../../../reasons/dialects/dialects.ts'
import { runRecordSchema } from '../../../record/run.ts'
import { count, names } from '../../../record/schema.ts'
import { described } from '../../../views/view.ts'
import { branchStates } from '../../../supervision/changes/unmerged/unmerged-work.ts'

export const contextSchema = v.object({
  format: v.literal('mayday.context/1'),
  task: v.nullable(count),
  phase: v.nullable(v.string()),
  lessons: described(v.array(count), 'the numbers of the lessons in it'),
  bytes: described(count, 'the size of `text`'),
  cut: described(v.nullable(v.string()), 'a sentence about the failures that were left out'),
  text: described(v.string(), 'what a prompt contains'),
})

export const openSchema = v.object({
  format: v.literal('mayday.open/1'),
  run: count,
  path: described(v.string(), 'the work tree with the copy. No shell is started'),
  isNew: described(v.boolean(), 'true if this command made it'),
  remove: described(v.string(), 'the command that removes it'),
})

export const phaseSchema = v.object({
  format: v.literal('mayday.phase/1'),
  phase: count,
  cleared: described(count, 'how many lessons were cleared'),
  file: described(v.string(), 'the file with the Failure Context'),
  written: described(v.picklist(['written', 'unchanged', 'refused']), 'what happened to the file'),
  why: described(v.exactOptional(v.string()), 'only if it was refused: why'),
})

const { run, runId, status, reason, title, agent, startedAt, endedAt, baseCommit, changedFiles } =
  runRecordSchema.entries

const unmergedRunSchema = v.object({
  run,
  runId,
  status,
  reason,
  word: v.exactOptional(v.nullable(v.string())),
  title,
  agent,
  startedAt,
  endedAt,
  baseCommit,
  changedFiles,
})

export const unmergedSchema = v.object({
  format: v.literal('mayday.unmerged/1'),
  dialect: v.nullable(v.picklist(dialectNames)),
  top: described(v.string(), 'the work tree in which it was asked'),
  main: described(v.string(), 'the branch to compare with'),
  branches: described(
    v.array(
      v.object({
        branch: v.string(),
        state: v.picklist(branchStates),
        commits: v.nullable(count),
        files: v.nullable(count),
        tree: v.nullable(v.string()),
        uncommitted: v.nullable(v.object({ files: names, tree: v.string(), branch: v.nullable(v.string()) })),
        runs: v.array(unmergedRunSchema),
      }),
    ),
    'the one with the newest run first; merged and deleted branches only with `--all`',
  ),
})

export const rediagnoseSchema = v.object({
  format: v.literal('mayday.rediagnose/1'),
  classifier: described(v.string(), 'the version of the rules that judged now'),
  judged: described(count, 'runs that were judged again'),
  agree: described(count, 'with the same reason as before'),
  differ: described(count, 'with another reason'),
  confusion: described(
    v.array(
      v.object({
        old: v.nullable(v.string()),
        new: v.nullable(v.string()),
        count,
        runs: v.array(count),
      }),
    ),
    'every pair of reasons, including equal ones, the most frequent first; null means no failure',
  ),
  corrected: described(
    v.object({ runs: count, newRight: count, oldRight: count }),
    'of the runs that people corrected, how often the new and the old verdict agree with the correction',
  ),
  gone: described(count, 'runs whose log is missing or incomplete'),
  unjudged: described(count, 'runs that no classifier decides: live, canceled, never started, imported'),
  applied: described(
    v.nullable(count),
    'verdicts that were recorded; null without `--apply`. A verdict that is equal in reason, stage, rule and classifier is not recorded again',
  ),
})

export const importSchema = v.object({
  format: v.literal('mayday.import/1'),
  from: v.picklist(['gza', 'auto-claude', 'failure-context', 'sessions']),
  path: v.string(),
  schema: described(v.nullable(count), 'the version of its database; null if it has none'),
  imported: described(count, 'runs that were added'),
  known: described(count, 'runs that were here already; for a Failure Context also those that Mayday wrote'),
  tasks: described(count, 'unfinished tasks that were added'),
  pending: described(count, 'tasks that were left out because they were dropped before they ran'),
  goodCommits: described(count, 'tasks whose last good commit is known'),
  missingCommits: described(count, 'good commits that are not in this repository'),
})
