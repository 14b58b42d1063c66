import type { LineRole } from '../../agent-reader.ts'
import { readStatusLine } from './final-status.ts'
import type { LogLine } from './log-line.ts'
import type { From, Story } from './story.ts'

/** A parsed log line, and where it comes from. */
type Logged = { readonly log: LogLine; readonly from?: From }

/** Adds to the story what a log line or the message of a log record says about the state of the run. */
export function readStatus(story: Story, text: string, { log, from = 'text' }: Logged): LineRole {
  const status = readStatusLine(text, log)
  if (status === null) return 'free'
  const weak = from === 'text' && !status.logged
  switch (status.what) {
    case 'work':
      story.work(from)
      // The end of an agent's tool does not end the run.
      return from === 'log' ? 'taken' : 'free'
    case 'success':
      story.succeeded(status.message, from)
      return 'taken'
    case 'failure':
      // The line proves that the run failed. The text rules may find the cause in the same line.
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
