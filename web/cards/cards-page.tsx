/** Cards by phase and folder, as they lie in the project. */
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { CardBoard, CardPhase, CardRow } from '../../src/views/cards.ts'
import { goTo, linkFor, type Filter } from '../address.ts'
import { useCursor } from '../cursor.ts'
import type { PageProps } from '../pages.ts'
import { Empty } from '../parts/empty.tsx'
import { plural } from '../words.ts'
import { CardDialog } from './card-dialog.tsx'
import { CardTile } from './card-tile.tsx'

/** A folder with thousands of cards is drawn a part at a time. */
const FIRST_CARDS = 30
const MORE_CARDS = 200

export function CardsPage({ state, address }: PageProps): VNode {
  const { card } = address
  return (
    <main class="page">
      <div class="head">
        <h1>Cards</h1>
        {state.board === null ? null : <span class="sub">{countWords(state.board)}</span>}
      </div>
      {state.board === null || state.board.phases.length === 0 ? (
        <NoCards />
      ) : (
        <Board board={state.board} tasks={state.tasks} filter={address.filter} />
      )}
      {card === null ? null : <CardDialog key={card} path={card} onClose={() => goTo({ card: null })} />}
    </main>
  )
}

const cardsIn = ({ columns }: CardPhase): readonly CardRow[] => columns.flatMap(({ cards }) => cards)

const countWords = ({ phases, folder }: CardBoard): string =>
  `${plural(
    phases.reduce((sum, phase) => sum + cardsIn(phase).length, 0),
    'card',
  )} in ${folder}`

type BoardProps = {
  readonly board: CardBoard
  readonly tasks: readonly BoardRow[]
  readonly filter: Filter
}

function Board({ board, tasks, filter }: BoardProps): VNode {
  const byNumber = useMemo(() => new Map(tasks.map((row) => [row.task, row])), [tasks])
  const words = (filter.text ?? '').toLowerCase()
  const phases = useMemo(() => phasesWith(board, words, filter.phase ?? ''), [board, words, filter.phase])
  useCursor(useMemo(() => orderOf(phases), [phases]))
  return (
    <>
      <div class="tools">
        <input
          class="in"
          type="search"
          placeholder="Filter, or press /"
          aria-label="Filter cards"
          value={filter.text ?? ''}
          onInput={(event) =>
            goTo({ filter: { ...filter, text: event.currentTarget.value } }, { replace: true })
          }
        />
      </div>
      {phases.length === 0 ? (
        <p class="panel pad sub">
          No card fits. <a href={linkFor({ page: 'cards' })}>Show all cards</a>
        </p>
      ) : (
        phases.map((phase) => <Phase key={phase.path} phase={phase} tasks={byNumber} />)
      )}
    </>
  )
}

/** The order of the keyboard cursor: down a folder through all phases, then the next folder. */
const orderOf = (phases: readonly CardPhase[]): readonly (readonly string[])[] =>
  [0, 1, 2].map((at) => phases.flatMap(({ columns }) => columns[at]?.cards.map(({ path }) => path) ?? []))

/** A phase without a card that fits is left out of a filtered list. */
function phasesWith({ phases }: CardBoard, words: string, wanted: string): readonly CardPhase[] {
  const fits = ({ title, path, status, flow }: CardRow): boolean =>
    `${title} ${path} ${status} ${flow}`.toLowerCase().includes(words)
  return phases
    .filter(({ number }) => wanted === '' || String(number) === wanted)
    .map((phase) => ({
      ...phase,
      columns: phase.columns.map((column) => ({ ...column, cards: column.cards.filter(fits) })),
    }))
    .filter((phase) => words === '' || cardsIn(phase).length > 0)
}

type PhaseProps = { readonly phase: CardPhase; readonly tasks: ReadonlyMap<number, BoardRow> }

const Phase = ({ phase, tasks }: PhaseProps): VNode => (
  <section class="sec phase-new">
    <h2>
      Phase {phase.number} {phase.label} <span>{plural(cardsIn(phase).length, 'card')}</span>
    </h2>
    <div class="phase-cards">
      {phase.columns.map(({ folder, cards }) => (
        <Folder key={folder} folder={folder} cards={cards} tasks={tasks} />
      ))}
    </div>
  </section>
)

type FolderProps = {
  readonly folder: string
  readonly cards: readonly CardRow[]
  readonly tasks: PhaseProps['tasks']
}

function Folder({ folder, cards, tasks }: FolderProps): VNode {
  const [most, setMost] = useState(FIRST_CARDS)
  return (
    <div class={cards.length === 0 ? 'folder hide-s' : 'folder'}>
      <h3>
        {folder} <span>{cards.length}</span>
      </h3>
      <ul>
        {cards.slice(0, most).map((card) => (
          <CardTile key={card.path} card={card} task={tasks.get(card.task ?? -1) ?? null} />
        ))}
      </ul>
      {cards.length > most ? (
        <button type="button" class="b" onClick={() => setMost(most + MORE_CARDS)}>
          Show {Math.min(MORE_CARDS, cards.length - most)} more of {cards.length}
        </button>
      ) : null}
    </div>
  )
}

const NoCards = (): VNode => (
  <Empty
    title="No cards in this project"
    suggestions={[
      { does: 'Make the folder of a first phase', command: 'mkdir -p project/phase-1-start/backlog' },
      {
        does: 'Queue a card for an agent',
        command: 'mayday enqueue project/phase-1-start/backlog/1.1-login.md --flow implement --agent claude',
      },
    ]}
  >
    <p>
      A card is a Markdown file in <code>project/phase-1-NAME/backlog</code>, <code>in-progress</code> or{' '}
      <code>done</code>. It says what is wanted; Mayday writes into it how far the agent came. Tasks without a
      card are on <a href={linkFor({ page: 'work' })}>Work</a>.
    </p>
  </Empty>
)
