import type { DialectName } from '../../../reasons/dialects/dialects.ts'
import { statusThatCounts, type RunRecord } from '../../../record/run.ts'
import type { BranchWork, UnmergedWork } from '../../../supervision/changes/unmerged/unmerged-work.ts'
import { countOf } from '../../../signals/count-of.ts'
import { cut, oneLine, padEnd, widthOf } from '../screen/columns.ts'
import { outcome, paintOutcome } from '../screen/run-words.ts'
import { shellWords } from '../../../supervision/shell-words.ts'
import { styleFor, type Style } from '../screen/style.ts'
import type { Page } from '../screen/page.ts'

export type UnmergedView = Page & {
  readonly dialect: DialectName | null
  readonly all: boolean
}

type Work = BranchWork<RunRecord>

const GAP = '  '
/** The number of earlier runs of a branch that are listed. The others are counted. */
const MAX_EARLIER = 3

/** One line for each branch with its latest run, and its earlier runs below. */
export function renderUnmerged(found: UnmergedWork<RunRecord>, view: UnmergedView): string {
  if (found.branches.length === 0) return nothingFound(found, view)
  const style = styleFor(view.colour)
  const latest = found.branches.flatMap((work) => work.runs[0] ?? [])
  const widths = {
    number: Math.max(...latest.map(({ run }) => `#${run}`.length)),
    outcome: Math.max(...latest.map((run) => widthOf(outcome(run, view.dialect)))),
  }
  const lines = found.branches.flatMap((work) =>
    branchLines(work, widths, { ...view, top: found.top }, style),
  )
  return `${[...lines, '', ...nextLines(found).map(style.dim)].join('\n')}\n`
}

function branchLines(
  work: Work,
  widths: { readonly number: number; readonly outcome: number },
  view: UnmergedView & { readonly top: string },
  style: Style,
): readonly string[] {
  const [run, ...earlier] = work.runs
  if (run === undefined) return []
  const number = padEnd(`#${run.run}`, widths.number)
  const ended = padEnd(outcome(run, view.dialect), widths.outcome)
  const facts = [place(work), amounts(work, run, view.nowMs), cut(oneLine(run.title), view.columns)]
  const plain = facts.join(GAP)
  const room = view.columns - widthOf(number) - widthOf(ended) - 2 * GAP.length
  const told =
    widthOf(plain) <= room ? plain : cut(plain, Math.max(room, widthOf(facts.slice(0, 2).join(GAP))))
  const indent = ' '.repeat(widths.number + GAP.length)
  return [
    [style.bold(number), paintOutcome(run, style, ended), told].join(GAP).trimEnd(),
    ...treeLine(work, view.top).map((text) => style.dim(`${indent}${text}`)),
    ...earlierLine(earlier, view, indent.length).map((text) => style.dim(`${indent}${text}`)),
  ]
}

/** Never cut, because the user opens it. */
const treeLine = ({ tree }: Work, top: string): readonly string[] =>
  tree === null || tree === top ? [] : [`work tree: ${oneLine(tree)}`]

const place = ({ branch, state, uncommitted }: Work): string => {
  if (state === 'uncommitted') return `uncommitted on ${oneLine(uncommitted?.branch ?? 'a detached HEAD')}`
  return state === 'unmerged' ? oneLine(branch) : `${oneLine(branch)} (${state})`
}

function amounts({ state, commits, files, uncommitted }: Work, run: RunRecord, nowMs: number): string {
  const left = uncommitted === null ? null : countOf(uncommitted.files.length, 'file')
  const work = [countOf(commits ?? 0, 'commit'), files === null ? null : countOf(files, 'file')]
  const facts = state === 'unmerged' ? [...work, left === null ? null : `${left} uncommitted`] : [left]
  return [...facts, ago(run.endedAt ?? run.startedAt, nowMs)].filter((fact) => fact !== null).join(', ')
}

function earlierLine(
  runs: readonly RunRecord[],
  { dialect, columns }: UnmergedView,
  indent: number,
): readonly string[] {
  if (runs.length === 0) return []
  const named = runs.slice(0, MAX_EARLIER).map((run) => `#${run.run} ${outcome(run, dialect)}`)
  const more = runs.length > MAX_EARLIER ? [`${runs.length - MAX_EARLIER} more`] : []
  return [cut(`before: ${[...named, ...more].join(', ')}`, columns - indent)]
}

/** The age in one unit. */
function ago(instant: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`
  return `${Math.floor(minutes / (24 * 60))} d ago`
}

/** Commands that show the work of the first branch, each with a description. They work from any folder. */
function next({ top, main, branches }: UnmergedWork<RunRecord>): readonly (readonly [string, string])[] {
  const first = branches.find(({ state }) => state === 'unmerged') ?? branches[0]
  const tree = first?.uncommitted?.tree
  const inTree = ['git', ...(tree === undefined || tree === top ? [] : ['-C', tree])]
  // `git diff` does not show untracked files.
  const status = [shellWords([...inTree, 'status']), 'lists what is not committed, new files too'] as const
  const run = first?.runs[0]
  const hasFailed = run !== undefined && statusThatCounts(run) === 'failed'
  const why = [`mayday show ${run?.run ?? 0}`, hasFailed ? 'shows why' : 'shows more'] as const
  if (first?.state === 'unmerged') {
    const diff = [shellWords(['git', 'diff', `${main}...${first.branch}`]), 'shows the work'] as const
    return first.uncommitted === null ? [diff, why] : [diff, status, why]
  }
  if (first?.state !== 'uncommitted') return [why]
  return [[shellWords([...inTree, 'diff', 'HEAD']), 'shows the changes'], status, why]
}

/** Longer commands are not aligned. */
const COMMAND_WIDTH = 60

function nextLines(found: UnmergedWork<RunRecord>): readonly string[] {
  const hints = next(found)
  const widths = hints.map(([command]) => widthOf(command)).filter((width) => width <= COMMAND_WIDTH)
  const width = Math.max(0, ...widths)
  return hints.map(([command, why]) => `${padEnd(command, width)}  ${why}`)
}

const nothingFound = ({ main }: UnmergedWork<RunRecord>, { all }: UnmergedView): string =>
  all
    ? 'No run with a branch is recorded here.\nSee all runs: mayday history\n'
    : `Nothing is unmerged: all that runs have done is in ${oneLine(main)}.\nMerged and deleted branches: mayday unmerged --all\n`
