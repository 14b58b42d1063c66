import type { VNode } from 'preact'
import { statusWord } from './words.ts'

const MARKS: Readonly<Record<string, string>> = {
  new: '·',
  queued: '·',
  deferred: '·',
  launching: '●',
  running: '●',
  waiting: '◷',
  escalated: '▲',
  succeeded: '✓',
  failed: '✗',
  canceled: '○',
  skipped: '–',
  idle: '·',
}

/** For other statuses the reason of the last failure would seem current: `Running UNKNOWN`. */
const EXPLAINED: ReadonlySet<string> = new Set(['failed', 'escalated', 'waiting'])

type ChipProps = { readonly status: string; readonly reason?: string | null }

/** `✗ Failed  TESTS_FAILED`: a mark in addition to the colour, for people who cannot see the colour. */
export function Chip({ status, reason = null }: ChipProps): VNode {
  return (
    <span class={`chip is-${status}`}>
      <span class="mark" aria-hidden="true">
        {MARKS[status] ?? '?'}
      </span>
      {statusWord(status)}
      {reason === null || !EXPLAINED.has(status) ? null : <span class="reason">{reason}</span>}
    </span>
  )
}
