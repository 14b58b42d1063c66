/** Lists the files that a restore would touch and those that it would leave, before the user is asked. */
import type { RestoredFile, RestoreSurvey } from '../../../scheduling/restore-task.ts'
import { workWords } from '../../../scheduling/shared-work.ts'
import { oneLine } from '../screen/columns.ts'
import type { Terminal } from '../command.ts'
import { countOf } from '../../../signals/count-of.ts'
import { styleFor } from '../screen/style.ts'

/** More lines would push the question off the screen. Files that other tasks changed too come first. */
const SHOWN = 20

const SIGNS = { written: '+', changed: '~', removed: '-' } as const

export function renderSurvey(survey: RestoreSurvey, { colour }: Terminal): string {
  const { task, record, changes, kept, isSame } = survey
  const style = styleFor(colour)
  const title = `Snapshot ${record.number} of task ${task.task}: ${oneLine(record.why)}`
  const lines = isSame ? [title, sameWords(survey)] : [style.bold(title), ...listed(changes)]
  if (!isSame && changes.length === 0)
    lines.push('  Only staged changes or permissions change, no content of a file.')
  if (kept.length > 0) lines.push('Left as they are:', ...listed(kept), flagWords(kept))
  return `${lines.join('\n')}\n`
}

const sameWords = ({ kept }: RestoreSurvey): string =>
  kept.length === 0 ? 'Everything is as it was then.' : 'Everything else is as it was then.'

function listed(files: readonly RestoredFile[]): readonly string[] {
  const sorted = files.toSorted((a, b) => Number(isShared(b)) - Number(isShared(a)))
  const shown = sorted
    .slice(0, SHOWN)
    .map((file) => `  ${SIGNS[file.change]} ${oneLine(file.path)}${whoseWords(file)}`)
  const more = files.length - shown.length
  return more > 0 ? [...shown, `  and ${countOf(more, 'more file')}${moreWords(sorted.slice(SHOWN))}`] : shown
}

const isShared = ({ isCard, tasks }: RestoredFile): boolean => isCard || tasks.length > 0

function whoseWords({ isCard, tasks }: RestoredFile): string {
  if (isCard) return '  (a card)'
  return tasks.length === 0 ? '' : `  (${workWords(tasks)} since then)`
}

/** All tasks are named, even if not all files are. */
function moreWords(files: readonly RestoredFile[]): string {
  const tasks = [...new Set(files.flatMap((file) => file.tasks))]
  return tasks.length === 0 ? '' : `, with ${workWords(tasks)}`
}

function flagWords(kept: readonly RestoredFile[]): string {
  const flags = [
    ...(kept.some(({ isCard }) => !isCard) ? ['--others'] : []),
    ...(kept.some(({ isCard }) => isCard) ? ['--cards'] : []),
  ]
  return `To restore these too: ${flags.join(' ')}`
}
