/** Says which files a restore would touch, before the user confirms it. */
import type { TaskRecord } from '../../record/task.ts'
import {
  chooseSnapshot,
  surveyRestore,
  type RestoredFile,
  type RestoreSurvey,
} from '../../scheduling/restore-task.ts'
import { workWords } from '../../scheduling/shared-work.ts'
import type { BodyOf } from './bodies.ts'
import type { BoardContext } from './context.ts'

/** Uses `snapshot`, `others` and `cards` of the body. */
export async function surveyIn(
  body: BodyOf<'tasks/:n/restore'>,
  task: TaskRecord,
  context: BoardContext,
): Promise<RestoreSurvey> {
  const { snapshot: number = null, others, cards } = body
  const snapshot = await chooseSnapshot(task, number === null ? null : String(number), context)
  const wish = { others: others ?? false, cards: cards ?? false }
  return surveyRestore(task, snapshot, wish, { ...context, lessons: context.config.lessons })
}

const NAMED = 10

export function touchWords({ changes, kept, isSame }: RestoreSurvey): string {
  const left = kept.length === 0 ? '' : ` Left as they are: ${names(kept)}.`
  if (isSame) return `Nothing would change.${left}`
  const touched = changes.length === 0 ? 'only staged changes or permissions' : names(changes)
  return `It would touch: ${touched}.${left} To confirm, send the value of confirm that a GET of this URL returns.`
}

function names(files: readonly RestoredFile[]): string {
  const named = files.slice(0, NAMED).map(({ path, isCard, tasks }) => {
    if (isCard) return `${path} (a card)`
    return tasks.length === 0 ? path : `${path} (${workWords(tasks)})`
  })
  const more = files.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
