import type { ComponentClass, VNode } from 'preact'
import type { BoardRow } from '../src/views/board-row.ts'
import type { CardRow } from '../src/views/cards.ts'
import { Chip } from './chip.tsx'
import { memo } from './memo.ts'
import { Ago, Doing, WaitWords } from './next-step.tsx'
import { baseName } from './words.ts'

/** Like a task tile, with one line of title: a card tile is wide enough. */
export const CARD_TILE_PX = 108

type CardTileProps = {
  readonly card: CardRow
  readonly task: BoardRow | null
  readonly isOpen: boolean
  readonly href: string
}

export const CardTile: ComponentClass<CardTileProps> = memo(
  ({ card, task, isOpen, href }: CardTileProps): VNode => {
    const { path, title, status, problem, criteria, flow } = card
    return (
      <a
        class={`tile card-tile is-${status ?? 'malformed'}${problem === null ? '' : ' has-problem'}`}
        href={href}
        aria-current={isOpen ? 'true' : undefined}
        data-card={path}
        data-key={path}
        {...(task === null ? {} : { 'data-task': task.task })}
      >
        <span class="tile-title">
          <span class="tile-name">{title}</span>
          {task === null ? null : <span class="number">#{task.task}</span>}
        </span>
        <span class="tile-state">
          {status === null ? null : (
            <Chip status={status} reason={status === 'failed' ? (task?.reason ?? null) : null} />
          )}
          {problem === null ? <CardSays task={task} /> : <Problem card={card} problem={problem} />}
        </span>
        <span class="tile-meta">
          <span class="tile-where">{baseName(path)}</span>
          {criteria.all === 0 ? null : (
            <span title="acceptance criteria that are met">
              {criteria.checked}/{criteria.all} criteria
            </span>
          )}
          {flow === null ? null : <span>{flow}</span>}
          {task === null ? null : <Ago at={task.lastActivityAt} />}
        </span>
      </a>
    )
  },
)

function CardSays({ task }: { readonly task: BoardRow | null }): VNode | null {
  if (task === null) return null
  if (task.waiting !== null) return <WaitWords wait={task.waiting} title={task.title} />
  if (task.live !== null) return <Doing live={task.live} />
  return task.summary === null ? null : <span class="says">{task.summary}</span>
}

type ProblemProps = { readonly card: CardRow; readonly problem: string }

/** The file is named below. */
const Problem = ({ card: { isMalformed, path }, problem }: ProblemProps): VNode => (
  <>
    <span class="chip is-problem">! {isMalformed ? 'Not a card' : 'Impossible state'}</span>
    <span class="says" title={problem}>
      {problem.slice(problem.startsWith(`${path}: `) ? path.length + 2 : 0)}
    </span>
  </>
)
