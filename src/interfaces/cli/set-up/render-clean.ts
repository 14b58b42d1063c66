import { DAY_MS, describeDuration } from '../../../record/duration.ts'
import type { Retention } from '../../../supervision/default-retention.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { Cleaned } from './clean.ts'
import { padEnd, padStart, widthOf } from '../screen/columns.ts'
import { bytesInWords, limitInWords } from '../screen/numbers.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { shortTime } from '../screen/times.ts'
import type { Page } from '../screen/page.ts'

const reasonWords = { age: 'too old', size: 'over the total size', orphan: 'not in the database' } as const

/** What was deleted, or would be, and what is left. */
export function renderClean(cleaned: Cleaned, view: Page): string {
  const style = styleFor(view.colour)
  const { dryRun, removed, stuck, kept, litter, forgotten, trees } = cleaned
  const lines = [
    ...(dryRun ? table(cleaned, view, style) : []),
    removed.length === 0
      ? `No run folder to remove (kept: ${limitWords(cleaned.retention)}).`
      : `${countRemoved(removed.length, 'run folder', dryRun)} (${bytesInWords(cleaned.freedBytes)}).`,
    ...(forgotten === null ? [] : [`${countOf(forgotten, 'run')} ${dryRun ? 'would be ' : ''}forgotten.`]),
    ...(litter.length === 0
      ? []
      : [`${countOf(litter.length, 'leftover')} ${dryRun ? 'would be ' : ''}removed.`]),
    `${countOf(kept.folders, 'run folder stays', 'run folders stay')} (${bytesInWords(kept.bytes)}).`,
    ...stuck.map(({ path, problem }) => `${style.red('✗')} ${path} could not be removed: ${problem}`),
    ...treeWords(cleaned, style),
    ...openedWords(cleaned, style),
    ...unknownWords(cleaned, view.columns),
    ...(dryRun && (removed.length > 0 || trees?.some(({ stays }) => stays === null) === true)
      ? [style.dim('Nothing was changed. To do it, leave --dry-run out.')]
      : []),
  ]
  return `${lines.join('\n')}\n${renderGone(cleaned.gone)}`
}

const countRemoved = (n: number, what: string, dryRun: boolean): string =>
  `${dryRun ? `${countOf(n, what)} would be` : countOf(n, `${what} was`, `${what}s were`)} removed`

const limitWords = ({ olderThanMs, keepBytes }: Retention): string =>
  [
    olderThanMs === null ? null : `runs that ended within ${ageWords(olderThanMs)}`,
    keepBytes === null
      ? null
      : `${limitInWords(keepBytes)} in total, and runs that ended within the last hour`,
  ]
    .filter((part) => part !== null)
    .join('; ')

const ageWords = (ms: number): string =>
  ms >= DAY_MS && ms % DAY_MS === 0 ? countOf(ms / DAY_MS, 'day') : describeDuration(ms)

function table({ removed }: Cleaned, { nowMs }: Page, style: Style): readonly string[] {
  const rows = removed.map(({ run, endedAt, bytes, why, path }) => [
    run === null ? '?' : `${run}`,
    shortTime(endedAt, nowMs),
    bytesInWords(bytes),
    reasonWords[why],
    path,
  ])
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))))
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0] = widths
  return rows.map(
    ([run = '', ended = '', size = '', why = '', path = '']) =>
      `  ${padStart(run, w0)}  ${padEnd(ended, w1)}  ${padStart(size, w2)}  ${padEnd(why, w3)}  ${style.dim(path)}`,
  )
}

/** Copies of the work of runs. What was changed in one stays, with the way to remove it. */
function openedWords({ opened, dryRun }: Cleaned, style: Style): readonly string[] {
  const gone = (opened ?? []).filter(({ stays }) => stays === null)
  const kept = (opened ?? []).filter(({ stays }) => stays !== null)
  return [
    ...(gone.length === 0 ? [] : [`${countRemoved(gone.length, 'opened work tree', dryRun)}.`]),
    ...kept.map(
      ({ path, stays }) =>
        `${style.dim(path)} stays: ${stays}. To remove it anyway: git worktree remove --force ${path}`,
    ),
  ]
}

function treeWords({ trees, dryRun }: Cleaned, style: Style): readonly string[] {
  if (trees === null) return []
  const gone = trees.filter(({ stays }) => stays === null)
  const branches = gone.map(({ branch }) => branch).join(', ')
  return [
    gone.length === 0
      ? 'No work tree to remove.'
      : `${countRemoved(gone.length, 'work tree', dryRun)}; what was done is on ${branches}.`,
    ...trees.flatMap(({ path, stays }) => (stays === null ? [] : [`${style.dim(path)} stays: ${stays}.`])),
  ]
}

/** Only the user knows whether a project was deleted, moved, or is on a disk that is not mounted. */
export const renderGone = (gone: Cleaned['gone']): string =>
  gone.length === 0
    ? ''
    : [
        `${countOf(gone.length, 'record belongs to a project', 'records belong to projects')} whose folder is gone:`,
        ...gone.map(({ root, path }) => `  ${path}  (${root})`),
        'If a project was moved, type in its new folder: mayday where --take RECORD. If it was deleted, delete its record.',
        '',
      ].join('\n')

function unknownWords({ kept, retention }: Cleaned, columns: number): readonly string[] {
  if (kept.unknown === 0 || retention.orphans) return []
  return [
    wrap(
      `${countOf(kept.unknown, 'of them is', 'of them are')} not in the database. Import them: mayday doctor --fix   or delete them: mayday clean --orphans`,
      columns,
    ),
  ]
}
