import { UsageError } from '../../errors.ts'
import {
  chooseSnapshot,
  restoreTask,
  surveyRestore,
  type RestoredTask,
  type RestoreHouse,
  type RestoreSurvey,
} from '../../scheduling/restore-task.ts'
import { askPerson, isPerson } from './ask-person.ts'
import type { Arguments, RunCommand, Terminal } from './command.ts'
import { findTask } from './find-task.ts'
import { countOf } from '../../signals/count-of.ts'
import { projectConfig } from './project-config.ts'
import { hasStore, openRecordedQueue } from './queue-house.ts'
import { renderSurvey } from './render-restore.ts'
import { styleFor } from './style.ts'
import { shownJson } from '../shown.ts'

export const runRestore: RunCommand = async (args, terminal) => {
  const [ref, number] = wordsOf(args)
  const opened = await openRecordedQueue(terminal)
  const task = findTask(opened.store, ref)
  if (!hasStore(opened)) return 2
  try {
    const { lessons } = await projectConfig()
    const snapshot = await chooseSnapshot(task, number ?? null, opened)
    const wish = { others: args.flag('others'), cards: args.flag('cards') }
    const house = { ...opened, lessons }
    const survey = await surveyRestore(task, snapshot, wish, house)
    return await restore(survey, house, { args, terminal })
  } finally {
    opened.store.close()
  }
}

function wordsOf({ positionals }: Arguments): readonly [task: string, snapshot: string | undefined] {
  const [task, snapshot, ...more] = positionals
  if (task !== undefined && task !== '' && more.length === 0) return [task, snapshot]
  throw new UsageError(
    `restore takes the number of a task and, if you like, of a snapshot, and got ${positionals.join(' ') || 'none'}. See: mayday restore --help`,
  )
}

type Said = { readonly args: Arguments; readonly terminal: Terminal }

async function restore(survey: RestoreSurvey, house: RestoreHouse, said: Said): Promise<number> {
  const { args, terminal } = said
  const isJson = args.flag('json')
  if (!isJson) terminal.out(renderSurvey(survey, terminal))
  if (survey.isSame || !(await isWanted(survey, said))) return tell(survey, { done: null, isJson }, terminal)
  const done = await restoreTask(survey, house)
  return tell(survey, { done, isJson }, terminal)
}

async function isWanted(survey: RestoreSurvey, { args, terminal }: Said): Promise<boolean> {
  if (args.flag('yes')) return true
  const isJson = args.flag('json')
  if (!isJson && isPerson(terminal))
    return askPerson(terminal, 'Restore it? What is there now is saved first.')
  if (isJson) tell(survey, { done: null, isJson }, terminal)
  throw new UsageError(`Nothing was restored. To do it: ${commandFor(survey, survey.record.number)} --yes`)
}

/** With the flags that were given. */
const commandFor = ({ task, wish }: RestoreSurvey, snapshot: number): string =>
  [
    `mayday restore ${task.task} ${snapshot}`,
    ...(wish.others ? ['--others'] : []),
    ...(wish.cards ? ['--cards'] : []),
  ].join(' ')

type Outcome = { readonly done: RestoredTask | null; readonly isJson: boolean }

function tell(survey: RestoreSurvey, { done, isJson }: Outcome, terminal: Terminal): number {
  if (isJson) terminal.out(`${shownJson(asJson(survey, done), 2)}\n`)
  else if (done !== null) terminal.out(lastWords(survey, done, terminal))
  else if (!survey.isSame) terminal.out('Nothing was restored.\n')
  return 0
}

const asJson = (survey: RestoreSurvey, done: RestoredTask | null): unknown => ({
  format: 'mayday.restore/1',
  task: survey.task.task,
  snapshot: survey.record,
  restored: done !== null,
  isSame: survey.isSame,
  changes: survey.changes,
  kept: survey.kept,
  safety: done === null ? null : { number: done.number, ref: done.restored.safety.ref },
  head: done?.restored.head ?? null,
  headThen: survey.headThen,
})

function lastWords(survey: RestoreSurvey, { restored, number }: RestoredTask, { colour }: Terminal): string {
  const { changes, head, headThen, showsCommits } = restored
  const style = styleFor(colour)
  const lines = [
    `${style.green('✓')} Restored: ${countOf(changes.length, 'file')} changed.`,
    `To get back what was there: ${commandFor(survey, number)}`,
  ]
  if (head !== headThen && headThen !== null)
    lines.push(
      `HEAD stays where it is: it was ${headThen.slice(0, 12)} then${showsCommits ? ', and what was committed since shows as changes' : ''}.`,
    )
  return `${lines.join('\n')}\n`
}
