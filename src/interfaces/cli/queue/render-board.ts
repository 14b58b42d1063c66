import { statusOf } from '../../../cards/card-states.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { BoardView, CardView, ColumnView, PhaseView } from './cards.ts'
import { basename } from 'node:path'
import { oneLine } from '../screen/columns.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { tableLines, type Column } from '../screen/table.ts'
import { paintStatus, statusWords } from './task-words.ts'

export type BoardScreen = {
  readonly colour: boolean
  readonly columns: number
  /** Only cards with this status were asked for. */
  readonly status: string | null
}

/** Phases, folders and cards; below a card what is wrong with it. */
export function renderBoard({ folder, phases }: BoardView, screen: BoardScreen): string {
  if (phases.length === 0)
    return `There are no phases in '${folder}'. A card lies in a folder like phase-1-start/backlog/1.1-first.md\n`
  const style = styleFor(screen.colour)
  const cards = phases.flatMap(({ columns }) => columns.flatMap((column) => column.cards))
  // One table, so that all phases and folders have the same columns.
  const lines = tableLines(cards, columnsFor(style), {
    last: ({ title }) => oneLine(title),
    width: screen.columns,
  })
  const drawn: Drawn = {
    screen,
    style,
    lineOf: new Map(cards.map(({ path }, at) => [path, lines[at] ?? ''])),
  }
  const parts = phases.map((phase) => phaseLines(phase, drawn)).filter((part) => part.length > 1)
  return `${[...parts.map((part) => part.join('\n')), style.dim(countWords(phases, cards, screen))].join('\n\n')}\n`
}

type Drawn = {
  readonly screen: BoardScreen
  readonly style: Style
  /** The line of a card, by its path. */
  readonly lineOf: ReadonlyMap<string, string>
}

const phaseLines = ({ number, label, columns }: PhaseView, drawn: Drawn): readonly string[] => [
  drawn.style.bold(`Phase ${number}${label === '' ? '' : `: ${oneLine(label)}`}`),
  ...columns.flatMap((column) => columnLines(column, drawn)),
]

function columnLines({ folder, cards, malformed }: ColumnView, drawn: Drawn): readonly string[] {
  if (cards.length + malformed.length === 0) return []
  const { screen, style, lineOf } = drawn
  const below = (text: string, paint: (line: string) => string): string =>
    paint(wrap(oneLine(text), screen.columns, '      '))
  return [
    style.dim(`  ${folder}`),
    ...cards.flatMap(({ path, problem }) => [
      lineOf.get(path) ?? '',
      ...(problem === null ? [] : [below(withoutPath(problem, path), style.yellow)]),
    ]),
    ...malformed.flatMap(({ path, problem }) => [
      style.red(`    ✗ ${oneLine(basename(path))} cannot be read as a card`),
      below(withoutPath(problem, path), style.red),
    ]),
  ]
}

/** The path stands above it already; its line does not. */
const withoutPath = (problem: string, path: string): string =>
  problem.startsWith(path)
    ? problem
        .slice(path.length)
        .replace(/^:(?:(\d+):)? */, (_all, line) => (line === undefined ? '' : `line ${line}: `))
    : problem

const columnsFor = (style: Style): readonly Column<CardView>[] => [
  {
    cell: ({ path }) => `    ${oneLine(basename(path))}`,
    align: 'left',
    paint: (_card, text) => style.bold(text),
    giveUp: 0,
  },
  { cell: statusCell, align: 'left', paint: (card, text) => paintCard(card, style, text), giveUp: 0 },
  {
    cell: ({ agentFlow }) => (agentFlow === null ? '' : oneLine(agentFlow)),
    align: 'left',
    giveUp: 1,
  },
  {
    cell: ({ criteria }) =>
      criteria.length === 0
        ? ''
        : `${criteria.filter(({ isChecked }) => isChecked).length}/${criteria.length}`,
    align: 'right',
    paint: (_card, text) => style.dim(text),
    giveUp: 2,
  },
]

function statusCell(card: CardView): string {
  const status = statusOf(card)
  if (status === null) return `? ${oneLine(card.agentStatus ?? '')}`
  return status === 'idle' ? '  idle' : statusWords(status)
}

function paintCard(card: CardView, style: Style, text: string): string {
  const status = statusOf(card)
  if (status === null) return style.red(text)
  return status === 'idle' ? style.dim(text) : paintStatus(status, style, text)
}

function countWords(
  phases: readonly PhaseView[],
  cards: readonly CardView[],
  { status }: BoardScreen,
): string {
  const malformed = phases.flatMap(({ columns }) => columns.flatMap((column) => column.malformed)).length
  const impossible = cards.filter(({ problem }) => problem !== null).length
  return [
    countOf(cards.length + malformed, status === null ? 'card' : `${status} card`),
    impossible === 0 ? null : `${impossible} in an impossible state`,
    malformed === 0 ? null : `${malformed} cannot be read`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
