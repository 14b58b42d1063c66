/** The story of a run or a session as text. */
import { describeDuration } from '../../../record/duration.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { StoryEntry, StoryTurn, TextEntry, ToolEntry } from '../../../views/story/story-schema.ts'
import { cut, oneLine } from '../screen/columns.ts'
import { styleFor, type Style } from '../screen/style.ts'
import { clockTime } from '../screen/times.ts'
import type { Paper } from '../screen/page.ts'

/** The end of a result is most informative: the summary of a test run, the error of a build. */
const RESULT_LINES = 6

export function renderTurns(turns: readonly StoryTurn[], page: Paper): string {
  const style = styleFor(page.colour)
  return turns.map((turn) => `${renderTurn(turn, page, style)}\n`).join('\n')
}

function renderTurn(turn: StoryTurn, page: Paper, style: Style): string {
  const facts = [
    turn.at === null ? null : clockTime(new Date(turn.at)),
    turn.durationMs === null ? null : describeDuration(turn.durationMs),
    turn.costUsd === null || turn.costUsd === 0 ? null : `$${turn.costUsd.toFixed(2)}`,
    turn.tokens === null ? null : countOf(turn.tokens, 'token'),
    turn.exitCode === null || turn.exitCode === 0 ? null : `exit code ${turn.exitCode}`,
    turn.kind === 'prompt' ? null : `line ${turn.line}`,
  ].filter((fact) => fact !== null)
  const head = `${style.bold(headOf(turn))}  ${style.dim(facts.join(' · '))}`.trimEnd()
  return [head, ...turn.entries.map((entry) => renderEntry(entry, page, style))].join('\n')
}

const STAGE_WORDS: Readonly<Record<string, string>> = {
  git_clone: 'Clone',
  git_checkout: 'Checkout',
  setup: 'Setup',
  baseline_run: 'Tests before the agent',
  final_test: 'Final test',
}

function headOf({ kind, turn, stage, command, continues }: StoryTurn): string {
  if (kind === 'prompt') return 'Prompt'
  if (kind === 'turn') return `Turn ${turn ?? 0}${continues ? ', continued' : ''}`
  if (kind === 'note') return 'Output'
  const name = STAGE_WORDS[stage ?? ''] ?? 'Output'
  return command === null ? name : `${name}: ${oneLine(command)}`
}

function renderEntry(entry: StoryEntry, page: Paper, style: Style): string {
  return entry.kind === 'tool' ? renderTool(entry, page, style) : renderText(entry, style)
}

function renderTool({ verb, target, result }: ToolEntry, { columns }: Paper, style: Style): string {
  const words = cut(oneLine(`${verb} ${target}`), Math.max(40, columns - 4))
  const head = `  ${style.cyan('▸')} ${words}`
  if (result === null) return `${head}\n    ${style.yellow('no result came')}`
  const lines = result.text.split('\n').filter((line) => line.trim() !== '')
  const shown = lines.slice(-RESULT_LINES).map((line) => cut(line, Math.max(40, columns - 6)))
  const more = result.lines - shown.length
  const rest = more > 0 ? [`… ${countOf(more, 'more line')}`] : []
  const paint = result.isError ? style.red : style.dim
  return [head, ...[...rest, ...shown].map((line) => `      ${paint(line)}`)].join('\n')
}

function renderText({ kind, text, left }: TextEntry, style: Style): string {
  const paint = paintOf(kind, style)
  const lines = text.split('\n').map((line) => `  ${paint(line)}`.trimEnd())
  const more = left === 0 ? [] : [`  ${style.dim(`(${countOf(left, 'character')} left out)`)}`]
  return [...lines, ...more].join('\n')
}

function paintOf(kind: TextEntry['kind'], style: Style): (text: string) => string {
  switch (kind) {
    case 'error':
      return (text) => style.red(`! ${text}`)
    case 'retry':
      return (text) => style.yellow(`~ ${text}`)
    case 'compaction':
    case 'notice':
    case 'thought':
    case 'output':
      return style.dim
    case 'prompt':
    case 'words':
      return (text) => text
  }
}
