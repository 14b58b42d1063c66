import type { VNode } from 'preact'
import type { RunDetail } from '../../src/interfaces/board/api.ts'
import { linkTo } from '../address.ts'
import { bytes, count, duration, longTime, money } from '../words.ts'
import { Section } from './section.tsx'

export function Facts({ detail }: { readonly detail: RunDetail }): VNode {
  const { run, files } = detail
  const facts: readonly (readonly [string, string | null])[] = [
    ['Began', longTime(run.startedAt)],
    ['Took', run.durationMs === null ? null : duration(run.durationMs)],
    ['Exit code', run.exitCode === null ? null : String(run.exitCode)],
    ['Signal', run.endSignal],
    ['Bytes read', run.endedAt === null ? null : bytes(run.bytesRead)],
    ['Bytes written', run.endedAt === null ? null : bytes(run.bytesWritten)],
    ['Turns', run.turns === null ? null : count(run.turns)],
    ['Cost', run.costUsd === null ? null : money(run.costUsd)],
    ['Tokens', run.tokens === null ? null : count(run.tokens)],
    ['Agent', run.agent],
    ['Model', run.model],
    ['Branch', run.branch],
    ['Verify', verifyWords(run.verify)],
    ['Changed', run.changedFiles === null ? null : filesWords(run.changedFiles)],
  ]
  return (
    <Section title="Run" note={`${run.run}`}>
      <p class="links">
        {files.log === null ? (
          <span class="muted">{files.noLog}</span>
        ) : (
          <a href={linkTo({ log: { run: run.run, at: run.endedAt === null ? 'end' : decidingByte(run) } })}>
            View logs ({bytes(files.log.size)})
          </a>
        )}
        {files.result === null ? null : (
          <a href={linkTo({ log: { run: run.run, at: 'result' } })}>result.json</a>
        )}
      </p>
      <dl class="facts">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <p class="command mono" title={`in ${run.cwd}`}>
        {run.command}
      </p>
    </Section>
  )
}

/** The place at which "View logs" opens: the decisive line. */
const decidingByte = ({ diagnosis }: RunDetail['run']): number | 'start' =>
  diagnosis?.evidence.find(({ byteOffset }) => byteOffset !== null)?.byteOffset ?? 'start'

const verifyWords = (verify: RunDetail['run']['verify']): string | null =>
  verify === null ? null : `${verify.passed ? 'passed' : 'failed'} (${duration(verify.durationMs)})`

const filesWords = (files: readonly string[]): string =>
  files.length === 0
    ? 'nothing'
    : `${files.slice(0, 4).join(', ')}${files.length > 4 ? ` and ${files.length - 4} more` : ''}`
