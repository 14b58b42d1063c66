/** Cards by phase and folder. One virtual list of lines, so that only the visible part of a long board is drawn. */
import type { VNode } from 'preact'
import { useCallback, useMemo } from 'preact/hooks'
import type { BoardRow } from '../src/views/board-row.ts'
import type { CardBoard, CardPhase, CardRow } from '../src/views/cards.ts'
import type { State } from '../src/views/state.ts'
import { linkTo, type Address, type Filter } from './address.ts'
import { CARD_TILE_PX, CardTile } from './card-tile.tsx'
import { useCursor } from './cursor.ts'
import { passes } from './filter-rows.ts'
import { FilterBar } from './filters.tsx'
import { useNarrow } from './narrow.ts'
import { Notices } from './notices.tsx'
import { VirtualList } from './virtual-list.tsx'
import { plural } from './words.ts'

type Shown = { readonly card: CardRow; readonly task: BoardRow | null }

type Line =
  | { readonly kind: 'phase'; readonly key: string; readonly phase: CardPhase; readonly cards: number }
  | { readonly kind: 'folders'; readonly key: string; readonly folders: readonly string[] }
  | { readonly kind: 'cards'; readonly key: string; readonly cells: readonly (Shown | null)[] }

const HEIGHTS: Readonly<Record<Line['kind'], number>> = { phase: 42, folders: 26, cards: CARD_TILE_PX + 6 }
const heightOf = ({ kind }: Line): number => HEIGHTS[kind]
const keyOf = ({ key }: Line): string => key

const holds = (line: Line, key: string): boolean =>
  line.kind === 'cards' && line.cells.some((cell) => cell?.card.path === key)

/** Down each folder through all phases, then to the next folder. */
const orderOf = (lines: readonly Line[]): readonly (readonly string[])[] =>
  [0, 1, 2, 3].map((folder) =>
    lines
      .flatMap((line) => (line.kind === 'cards' ? [line.cells[folder]?.card.path ?? null] : []))
      .filter(isPath),
  )

const isPath = (path: string | null): path is string => path !== null

type CardsPageProps = { readonly state: State; readonly address: Address }

export function CardsPage({ state, address }: CardsPageProps): VNode {
  return (
    <main class="page" aria-label="Cards">
      <h1 class="unseen">Cards</h1>
      {state.board === null ? <NoBoard /> : <Cards board={state.board} state={state} address={address} />}
    </main>
  )
}

function Cards({ board, state, address }: CardsPageProps & { readonly board: CardBoard }): VNode {
  const { filter, subject } = address
  const isNarrow = useNarrow()
  const query = JSON.stringify(filter)
  const lines = useMemo(
    () => linesOf(board, state.tasks, filter, isNarrow),
    [board, state.tasks, query, isNarrow],
  )
  const cells = lines.flatMap((line) => (line.kind === 'cards' ? line.cells : []))
  const shown = cells.filter((cell) => cell !== null).length
  const all = board.phases.reduce((sum, phase) => sum + cardsIn(phase).length, 0)
  const cursor = useCursor(useMemo(() => orderOf(lines), [lines]))
  const open = subject?.kind === 'card' ? subject.path : null
  const render = useCallback((line: Line): VNode => <LineOf line={line} open={open} />, [open, query])
  return (
    <>
      <FilterBar filter={filter} choices={state.filters} shown={shown} all={all} what="card" />
      <Notices state={state} />
      {all === 0 ? <p class="teach">There are phases in {board.folder}, and no card in them yet.</p> : null}
      <VirtualList
        items={lines}
        heightOf={heightOf}
        keyOf={keyOf}
        render={render}
        label="Cards by phase"
        cursor={cursor}
        holds={holds}
      />
    </>
  )
}

const cardsIn = ({ columns }: CardPhase): readonly CardRow[] => columns.flatMap(({ cards }) => cards)

function linesOf(
  board: CardBoard,
  tasks: readonly BoardRow[],
  filter: Filter,
  isNarrow: boolean,
): readonly Line[] {
  const byNumber = new Map(tasks.map((row) => [row.task, row]))
  const shown = (card: CardRow): Shown => ({ card, task: byNumber.get(card.task ?? -1) ?? null })
  return board.phases.flatMap((phase): readonly Line[] => {
    const folders = phase.columns.map(({ folder, cards }) => ({
      folder,
      cells: cards.map(shown).filter((one) => isWanted(one, filter)),
    }))
    const count = folders.reduce((sum, { cells }) => sum + cells.length, 0)
    if (count === 0 && Object.keys(filter).length > 0) return []
    const head: Line = { kind: 'phase', key: phase.path, phase, cards: count }
    return [head, ...(isNarrow ? stacked(phase, folders) : sideBySide(phase, folders))]
  })
}

type Folder = { readonly folder: string; readonly cells: readonly Shown[] }

function sideBySide({ path }: CardPhase, folders: readonly Folder[]): readonly Line[] {
  const rows = Math.max(0, ...folders.map(({ cells }) => cells.length))
  return [
    {
      kind: 'folders',
      key: `${path} folders`,
      folders: folders.map(({ folder, cells }) => `${folder} ${cells.length}`),
    },
    ...Array.from({ length: rows }, (_, row): Line => ({
      kind: 'cards',
      key: `${path} ${row}`,
      cells: folders.map(({ cells }) => cells[row] ?? null),
    })),
  ]
}

const stacked = ({ path }: CardPhase, folders: readonly Folder[]): readonly Line[] =>
  folders
    .filter(({ cells }) => cells.length > 0)
    .flatMap(({ folder, cells }): readonly Line[] => [
      { kind: 'folders', key: `${path} ${folder}`, folders: [`${folder} ${cells.length}`] },
      ...cells.map((cell): Line => ({ kind: 'cards', key: cell.card.path, cells: [cell] })),
    ])

const isWanted = ({ card, task }: Shown, filter: Filter): boolean =>
  passes(
    {
      reason: task?.reason ?? null,
      class: task?.class ?? null,
      agent: task?.agent ?? null,
      phase: card.phase,
      words: `${card.title} ${card.path} ${card.status} ${card.flow} ${task?.reason}`.toLowerCase(),
    },
    filter,
  )

function LineOf({ line, open }: { readonly line: Line; readonly open: string | null }): VNode {
  switch (line.kind) {
    case 'phase':
      return (
        <h2 class="phase">
          Phase {line.phase.number} <span>{line.phase.label}</span>
          <span class="count">{plural(line.cards, 'card')}</span>
        </h2>
      )
    case 'folders':
      return (
        <div class="folders">
          {line.folders.map((folder) => (
            <h3 key={folder}>{folder}</h3>
          ))}
        </div>
      )
    case 'cards':
      return (
        <div class="card-line">
          {line.cells.map((cell, i) =>
            cell === null ? (
              <span key={i} />
            ) : (
              <CardTile
                key={cell.card.path}
                card={cell.card}
                task={cell.task}
                isOpen={cell.card.path === open}
                href={linkTo({ subject: { kind: 'card', path: cell.card.path }, log: null })}
              />
            ),
          )}
        </div>
      )
  }
}

function NoBoard(): VNode {
  return (
    <div class="teach">
      <h2>No cards in this project</h2>
      <p>
        A card is a Markdown file in <code>project/phase-1-NAME/backlog</code>, <code>in-progress</code> or{' '}
        <code>done</code>. Make one, then queue it:
      </p>
      <p>
        <code>mayday enqueue project/phase-1-start/backlog/1.1-login.md --flow implement --agent claude</code>
      </p>
      <p class="muted">
        Tasks without a card are on the <a href="#/">board</a>.
      </p>
    </div>
  )
}
