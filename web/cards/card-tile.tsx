import type { VNode } from 'preact'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { CardRow } from '../../src/views/cards.ts'
import { linkTo } from '../address.ts'
import { Icon } from '../parts/icon.tsx'
import { StateMark } from '../parts/state.tsx'
import { When } from '../parts/when.tsx'
import { useNow } from '../now.ts'
import { failedWords, useBriefs } from '../reasons.ts'
import { withoutRules } from '../run/plain-words.ts'
import { waitWords } from '../words.ts'

/** Its file says so; only after Set it back can it go into the queue again. */
const isOver = (status: CardRow['status']): boolean => status === 'failed' || status === 'canceled'

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
        <Says card={card} task={task} />
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
      {card.isMalformed || (problem === null && (task !== null || !isOver(status))) ? null : (
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

/** The file of a card may say how a run ended of which this record knows nothing. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  failed: 'Failed, as its file says. The run is not in this record.',
  succeeded: 'Succeeded, as its file says. The run is not in this record.',
  canceled: 'Canceled, as its file says. The run is not in this record.',
}

function Says({ card, task }: CardTileProps): VNode | null {
  const now = useNow()
  const briefs = useBriefs()
  if (task === null) {
    const words = ELSEWHERE[card.status ?? '']
    return words === undefined ? null : <p class="s sub break">{words}</p>
  }
  const { status, waiting, summary, reason } = task
  const hasFailed = (status === 'failed' || status === 'escalated') && reason !== null
  const words = hasFailed
    ? failedWords(briefs.get(reason), summary)
    : waiting === null
      ? (summary ?? '')
      : waitWords(waiting, now, true)
  if (words === '') return null
  return (
    <p class="s sub break">
      {withoutRules(words)} {hasFailed ? <span class="why-code">{reason}</span> : null}
    </p>
  )
}
