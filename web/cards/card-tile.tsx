import type { VNode } from 'preact'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { CardRow } from '../../src/views/cards.ts'
import { linkTo } from '../address.ts'
import { Icon } from '../parts/icon.tsx'
import { StateMark } from '../parts/state.tsx'
import { When } from '../parts/when.tsx'
import { useNow } from '../now.ts'
import { waitWords } from '../words.ts'

type CardTileProps = { readonly card: CardRow; readonly task: BoardRow | null }

export function CardTile({ card, task }: CardTileProps): VNode {
  const { path, title, status, problem } = card
  const href = linkTo({ card: path })
  return (
    <li class="panel tile-new" data-key={path} data-card={path} data-task={task?.task}>
      <div class="t">
        {problem === null ? (
          <StateMark status={task?.status ?? status ?? 'idle'} />
        ) : (
          <Icon name="need" tone="need" />
        )}
        <a href={href}>{title}</a>
      </div>
      {problem === null ? (
        <Says task={task} />
      ) : (
        <p class="s sub break">
          <b>The card and Mayday disagree.</b> {withoutCommand(problem.replace(`${path}: `, ''))}
        </p>
      )}
      <CardFacts card={card} task={task} />
      {status === 'idle' && problem === null && task === null ? (
        <a class="b" href={href}>
          Into the queue…
        </a>
      ) : null}
      {problem === null || card.isMalformed ? null : (
        <a class="b" href={href}>
          Set it back…
        </a>
      )}
    </li>
  )
}

function CardFacts({ card: { flow, criteria }, task }: CardTileProps): VNode {
  const facts = [
    flow,
    criteria.all === 0 ? null : `${criteria.checked} of ${criteria.all} criteria met`,
    task === null ? null : `#${task.task}`,
  ].filter((fact) => fact !== null)
  return (
    <p class="xs dim">
      {facts.join(' · ')}
      {task === null ? null : (
        <>
          {facts.length === 0 ? '' : ' · '}
          <When at={task.lastActivityAt} />
        </>
      )}
    </p>
  )
}

/** The button beside it does what the command does. */
const withoutCommand = (problem: string): string => problem.replace(/; mayday reset .*$/, '.')

function Says({ task }: { readonly task: BoardRow | null }): VNode | null {
  const now = useNow()
  if (task === null) return null
  const words = task.waiting === null ? (task.summary ?? '') : waitWords(task.waiting, now, true)
  if (words === '') return null
  return (
    <p class="s sub break">
      {task.status === 'failed' && task.reason !== null ? <span class="why-code">{task.reason} </span> : null}
      {words}
    </p>
  )
}
