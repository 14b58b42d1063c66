import { UsageError } from '../../../errors.ts'
import {
  chooseSnapshot,
  restoreTask,
  surveyRestore,
  type RestoredTask,
  type RestoreSurvey,
} from '../../../scheduling/restore-task.ts'
import { restoreOf } from '../../../views/restore.ts'
import { askPerson, isPerson } from '../screen/ask-person.ts'
import type { Screen, Terminal } from '../command.ts'
import { withTask } from '../record/find-recorded.ts'
import { countOf } from '../../../signals/count-of.ts'
import { projectConfig } from '../config/project-config.ts'
import { openRecordedQueue } from '../record/queue-context.ts'
import { renderSurvey } from './render-restore.ts'
import { styleFor } from '../screen/style.ts'
import type { Flags } from '../parse/option.ts'

export type RestoreAsked = Flags<'others' | 'cards' | 'yes' | 'json'> & {
  readonly task: string
  readonly snapshot: string | undefined
}

export async function runRestore(asked: RestoreAsked, screen: Screen): Promise<number> {
  const { others, cards, json } = asked
  using opened = await openRecordedQueue({ ofNode: true })
  const known = withTask(opened, asked.task)
  const { lessons } = await projectConfig()
  const snapshot = await chooseSnapshot(known.task, asked.snapshot ?? null, known)
  const context = { ...known, lessons }
  const survey = await surveyRestore(known.task, snapshot, { others, cards }, context)
  if (!json) screen.out(renderSurvey(survey, screen))
  const isDone = !survey.isSame && (await isWanted(survey, asked, screen))
  return tell(survey, isDone ? await restoreTask(survey, context) : null, screen)
}

async function isWanted(
  survey: RestoreSurvey,
  { yes, json }: RestoreAsked,
  screen: Screen,
): Promise<boolean> {
  if (yes) return true
  if (!json && isPerson(screen)) return askPerson(screen, 'Restore it? The current state is saved first.')
  if (json) tell(survey, null, screen)
  throw new UsageError(`Nothing was restored. To do it: ${commandFor(survey, survey.record.number)} --yes`)
}

/** The same command with the given flags. */
const commandFor = ({ task, wish }: RestoreSurvey, snapshot: number): string =>
  [
    `mayday restore ${task.task} ${snapshot}`,
    ...(wish.others ? ['--others'] : []),
    ...(wish.cards ? ['--cards'] : []),
  ].join(' ')

const tell = (survey: RestoreSurvey, done: RestoredTask | null, screen: Screen): number =>
  screen.answer(restoreOf(survey, done), () => {
    if (done !== null) return lastWords(survey, done, screen)
    return survey.isSame ? '' : 'Nothing was restored.\n'
  })

function lastWords(survey: RestoreSurvey, { restored, number }: RestoredTask, { colour }: Terminal): string {
  const { changes, head, headThen, showsCommits } = restored
  const style = styleFor(colour)
  const lines = [
    `${style.green('✓')} Restored: ${countOf(changes.length, 'file')} changed.`,
    `To undo this: ${commandFor(survey, number)}`,
  ]
  if (head !== headThen && headThen !== null)
    lines.push(
      `HEAD is not moved. The snapshot was taken at ${headThen.slice(0, 12)}${showsCommits ? ', and later commits show as changes' : ''}.`,
    )
  return `${lines.join('\n')}\n`
}
