import type { VNode } from 'preact'
import type { LiveRetry, LiveRun } from '../src/views/live-run.ts'
import type { TaskWait } from '../src/views/task-wait.ts'
import { useLive } from './live.ts'
import { useNow } from './now.ts'
import { age, duration, longTime, retryWords, waitWords } from './words.ts'

/** What a task waits for, with its countdown. The title beside it is not repeated. */
export function WaitWords({ wait, title }: { readonly wait: TaskWait; readonly title: string }): VNode {
  const now = useNow()
  const { state } = useLive()
  return (
    <span class="next" title={wait.until === null ? wait.why : `${wait.why}, ${longTime(wait.until)}`}>
      {withCommands(waitWords(wait, now, state?.holder !== null).replace(`${title}: `, ''))}
    </span>
  )
}

/** Text between backticks is a command. */
export const withCommands = (words: string): readonly (VNode | string)[] =>
  words.split('`').map((part, i) => (i % 2 === 0 ? part : <code key={i}>{part}</code>))

/** What a live run does: the request that it retries, else its own text. */
export const Doing = ({ live: { doing, retrying } }: { readonly live: LiveRun }): VNode =>
  retrying === null ? (
    <span class="says mono">{doing ?? 'no output yet'}</span>
  ) : (
    <Retrying retrying={retrying} />
  )

function Retrying({ retrying }: { readonly retrying: LiveRetry }): VNode {
  const now = useNow()
  const { nextAt } = retrying
  return (
    <span class="says is-retrying">
      {retryWords(retrying, nextAt === null ? null : Date.parse(nextAt) - now)}
    </span>
  )
}

/** How long something has waited for a person. */
export function Age({ at }: { readonly at: string }): VNode {
  const now = useNow()
  return (
    <time dateTime={at} title={longTime(at)}>
      {age(at, now)}
    </time>
  )
}

/** How long something has lasted. */
export function Since({ at }: { readonly at: string }): VNode {
  const now = useNow()
  return <span>{duration(Math.max(0, Math.floor((now - Date.parse(at)) / 1000) * 1000))}</span>
}
