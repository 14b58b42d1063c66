import type { VNode } from 'preact'
import type { LiveRun } from '../../src/views/live-run.ts'
import type { RunRow } from '../../src/views/run-row.ts'
import { linkTo } from '../address.ts'
import { Ago, Doing, Since } from '../next-step.tsx'
import { Section } from './section.tsx'

/** What the run does now. The page counts the silence: the server sends only the time of the last output. */
export function LiveParts({ live, run }: { readonly live: LiveRun; readonly run: RunRow }): VNode {
  const lastPrintedAt = new Date(Date.parse(run.startedAt) + live.elapsedMs - live.silentMs).toISOString()
  return (
    <Section title="Now">
      <p>
        {live.stage === null ? 'starting' : live.stage.replaceAll('_', ' ')} for <Since at={run.startedAt} />
        <span class="muted">
          {' '}
          · last output <Ago at={lastPrintedAt} />
        </span>
      </p>
      <p class="doing">
        <Doing live={live} />
      </p>
      <a href={linkTo({ log: { run: run.run, at: 'end' } })}>Follow the log</a>
    </Section>
  )
}
