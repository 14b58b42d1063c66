import { statusOf } from '../../../cards/card-states.ts'
import type { CardStatus } from '../../../record/card-state.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { CardBoard, CardPhase, CardRow } from '../../../views/cards.ts'
import { basename } from 'node:path'
import { oneLine } from '../screen/columns.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import { tableLines, type Column } from '../screen/table.ts'
import { paintStatus, statusWords } from '../screen/status-look.ts'
import type { Paper } from '../screen/page.ts'

export type BoardScreen = Paper & {
  /** The filter by status, if one was given. */
  readonly status: string | null
}

/** Renders phases, folders and cards, with the problems below each card. */
export function renderBoard({ folder, phases }: CardBoard, screen: BoardScreen): string {
  if (phases.length === 0)
    return `There are no phases in '${folder}'. A card is in a folder like phase-1-start/backlog/1.1-first.md\n`
  const style = styleFor(screen.colour)
  const all = phases.flatMap(({ columns }) => columns.flatMap((column) => column.cards))
  const cards = all.filter(({ isMalformed }) => !isMalformed)
  // One table, so that all phases and folders share the same columns.
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
  return `${[...parts.map((part) => part.join('\n')), style.dim(countWords(all, screen))].join('\n\n')}\n`
}

type Drawn = {
  readonly screen: BoardScreen
  readonly style: Style
  /** The lines of the cards, by path. */
  readonly lineOf: ReadonlyMap<string, string>
}

const phaseLines = ({ number, label, columns }: CardPhase, drawn: Drawn): readonly string[] => [
  drawn.style.bold(`Phase ${number}${label === '' ? '' : `: ${oneLine(label)}`}`),
  ...columns.flatMap((column) => columnLines(column, drawn)),
]

type CardColumn = CardPhase['columns'][number]

function columnLines({ folder, cards }: CardColumn, drawn: Drawn): readonly string[] {
  if (cards.length === 0) return []
  const { screen, style, lineOf } = drawn
  const below = (text: string, paint: (line: string) => string): string =>
    paint(wrap(oneLine(text), screen.columns, '      '))
  return [
    style.dim(`  ${folder}`),
    ...cards.flatMap(({ path, problem, isMalformed }) => [
      isMalformed
        ? style.red(`    ✗ ${oneLine(basename(path))} cannot be read as a card`)
        : (lineOf.get(path) ?? ''),
      ...(problem === null
        ? []
        : [below(withoutPath(problem, path), isMalformed ? style.red : style.yellow)]),
    ]),
  ]
}

/** The path is already shown above, so only the line number is added. */
const withoutPath = (problem: string, path: string): string =>
  problem.startsWith(path)
    ? problem
        .slice(path.length)
        .replace(/^:(?:(\d+):)? */, (_all, line) => (line === undefined ? '' : `line ${line}: `))
    : problem

const columnsFor = (style: Style): readonly Column<CardRow>[] => [
  {
    cell: ({ path }) => `    ${oneLine(basename(path))}`,
    align: 'left',
    paint: (_card, text) => style.bold(text),
    giveUp: 0,
  },
  { cell: statusCell, align: 'left', paint: (card, text) => paintCard(card, style, text), giveUp: 0 },
  {
    cell: ({ flow }) => (flow === null ? '' : oneLine(flow)),
    align: 'left',
    giveUp: 1,
  },
  {
    cell: ({ criteria: { checked, all } }) => (all === 0 ? '' : `${checked}/${all}`),
    align: 'right',
    paint: (_card, text) => style.dim(text),
    giveUp: 2,
  },
]

const knownStatus = ({ status }: CardRow): CardStatus | null => statusOf({ agentStatus: status })

function statusCell(card: CardRow): string {
  const status = knownStatus(card)
  if (status === null) return `? ${oneLine(card.status ?? '')}`
  return status === 'idle' ? '  idle' : statusWords(status)
}

function paintCard(card: CardRow, style: Style, text: string): string {
  const status = knownStatus(card)
  if (status === null) return style.red(text)
  return status === 'idle' ? style.dim(text) : paintStatus(status, style, text)
}

function countWords(cards: readonly CardRow[], { status }: BoardScreen): string {
  const malformed = cards.filter(({ isMalformed }) => isMalformed).length
  const impossible = cards.filter(({ problem }) => problem !== null).length - malformed
  return [
    countOf(cards.length, status === null ? 'card' : `${status} card`),
    impossible === 0 ? null : `${impossible} in an impossible state`,
    malformed === 0 ? null : `${malformed} cannot be read`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
