import type { LineRole } from '../../agent-reader.ts'
import { readStatusLine } from './final-status.ts'
import type { LogLine } from './log-line.ts'
import type { From, Story } from './story.ts'

/** How a line of a log came, and from where. */
type Logged = { readonly log: LogLine; readonly from?: From }

/** Tells the story what a line of a log, or the message of a record of one, says about how the run goes. */
export function readStatus(story: Story, text: string, { log, from = 'text' }: Logged): LineRole {
  const status = readStatusLine(text, log)
  if (status === null) return 'free'
  const weak = from === 'text' && !status.logged
  switch (status.what) {
    case 'work':
      story.work(from)
      // How a tool of the agent ended is the agent's business.
      return from === 'log' ? 'taken' : 'free'
    case 'success':
      story.succeeded(status.message, from)
      return 'taken'
    case 'failure':
      // It proves that the run failed; why it did may stand in the same line, for the text rules.
      story.ended(
        { source: 'declared', what: 'failure', message: status.message, specific: false },
        from,
        weak,
      )
      return 'free'
    default: {
      const note = { source: 'declared', what: status.what, message: status.message } as const
      if (status.labelled) story.ended(note, from, weak)
      else story.stumble(note, from, weak)
      return 'taken'
    }
  }
}
