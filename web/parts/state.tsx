/** The state of a task, a run, a card or a session: a mark, a colour and a word. */
import type { VNode } from 'preact'
import { statusWord } from '../words.ts'
import { Icon, type IconName } from './icon.tsx'

/** The colour of a state. It means nothing else. */
export type Tone = 'run' | 'wait' | 'need' | 'fail' | 'ok' | 'idle'

type Look = { readonly tone: Tone; readonly icon: IconName }

const LOOKS: Readonly<Record<string, Look>> = {
  new: { tone: 'idle', icon: 'idle' },
  idle: { tone: 'idle', icon: 'idle' },
  queued: { tone: 'idle', icon: 'idle' },
  deferred: { tone: 'idle', icon: 'idle' },
  launching: { tone: 'run', icon: 'run' },
  running: { tone: 'run', icon: 'run' },
  live: { tone: 'run', icon: 'run' },
  waiting: { tone: 'wait', icon: 'wait' },
  retrying: { tone: 'wait', icon: 'loop' },
  quiet: { tone: 'wait', icon: 'run' },
  escalated: { tone: 'need', icon: 'need' },
  open: { tone: 'need', icon: 'need' },
  failed: { tone: 'fail', icon: 'fail' },
  succeeded: { tone: 'ok', icon: 'ok' },
  canceled: { tone: 'idle', icon: 'skip' },
  skipped: { tone: 'idle', icon: 'skip' },
  ended: { tone: 'idle', icon: 'skip' },
}

export const lookOf = (status: string): Look => LOOKS[status] ?? { tone: 'idle', icon: 'idle' }

/** The mark alone, for rows. `words` is read by a screen reader; the default is the word of the status. */
export function StateMark({ status, words }: { readonly status: string; readonly words?: string }): VNode {
  const { tone, icon } = lookOf(status)
  return (
    <>
      <Icon name={icon} tone={tone} />
      <span class="sr">{words ?? statusWord(status)}</span>
    </>
  )
}

/** The mark with its word, as a tag beside a title. */
export function StateTag({ status, words }: { readonly status: string; readonly words?: string }): VNode {
  const { tone, icon } = lookOf(status)
  return (
    <span class={`tag ${tone}`}>
      <Icon name={icon} />
      {words ?? statusWord(status)}
    </span>
  )
}
