/** What the run was given and what it used. */
import type { VNode } from 'preact'
import { FactList, type Fact } from '../parts/facts.tsx'
import type { ShownRun } from '../../src/views/show-run.ts'
import { linkFor } from '../address.ts'
import { api } from '../client.ts'
import { Command } from '../parts/command.tsx'
import { StateMark } from '../parts/state.tsx'
import { bytes, clockSeconds, duration } from '../words.ts'
import { eventWords } from './event-words.ts'
import { Decisions, SavedWork } from './saved-work.tsx'
import { stageName } from './verdict-words.ts'

type FactsProps = { readonly detail: ShownRun; readonly isRunning: boolean }

export function FactsTab({ detail, isRunning }: FactsProps): VNode {
  const { run, prompt, facts } = detail
  const given = facts?.prompt ?? prompt
  const command = withoutPrompt(run.command, given)
  return (
    <>
      <section class="sec first">
        <h2>Command</h2>
        <Command command={run.command} shown={command} />
        <p class="sub s">
          in <code>{run.cwd}</code>
          {command === run.command ? null : (
            <>
              ; <code>{PLACE}</code> stands for the prompt below, and is copied with it
            </>
          )}
        </p>
      </section>
      <Prompt text={given} />
      <Stages detail={detail} given={given} />
      <Given detail={detail} />
      <Files detail={detail} />
      <Decisions plans={detail.plans} />
      <SavedWork detail={detail} isRunning={isRunning} />
      <Events detail={detail} />
    </>
  )
}

const PLACE = '{prompt}'

/** The prompt stands below as text. A short one is read more easily where it is. */
const withoutPrompt = (command: string, prompt: string | null): string =>
  prompt === null || !prompt.includes('\n') ? command : command.replace(prompt, () => PLACE)

const Prompt = ({ text }: { readonly text: string | null }): VNode => (
  <section class="sec">
    <h2>Prompt</h2>
    {text === null ? (
      <p class="sub">It got none, or it is part of the command.</p>
    ) : (
      <div class="prompt">
        <p class="as-written">{text}</p>
      </div>
    )}
  </section>
)

const Files = ({ detail: { run, files } }: { readonly detail: ShownRun }): VNode => (
  <section class="sec">
    <h2>Files</h2>
    <ul class="panel pad s lines">
      <li>
        {files.log === null ? (
          files.noLog
        ) : (
          <>
            <a href={linkFor({ page: 'run', run: run.run, tab: 'log' })}>worker.log</a>{' '}
            {bytes(files.log.size)} <code>{files.log.path}</code>
          </>
        )}
      </li>
      {files.result === null ? null : (
        <li>
          <a
            href={api.runs[':id'].result.$path({ param: { id: `${run.run}` } })}
            target="_blank"
            rel="noreferrer"
          >
            result.json
          </a>{' '}
          <code>{files.result.path}</code>
        </li>
      )}
      <li>
        Run id <code>{run.runId}</code>
      </li>
      {run.sessionId === null ? null : (
        <li>
          Session <code>{run.sessionId}</code>
        </li>
      )}
    </ul>
  </section>
)

type StagesProps = { readonly detail: ShownRun; readonly given: string | null }

function Stages({ detail: { run }, given }: StagesProps): VNode | null {
  if (run.stages.length === 0) return null
  return (
    <section class="sec">
      <h2>Stages</h2>
      <div class="panel scroll" tabIndex={0} role="region" aria-label="Stages">
        <table>
          <thead>
            <tr>
              <th scope="col">Stage</th>
              <th scope="col">Command</th>
              <th scope="col">Took</th>
              <th scope="col">Exit</th>
            </tr>
          </thead>
          <tbody>
            {run.stages.map(({ stage, command, durationMs, exitCode, from, reason }) => (
              <tr key={stage}>
                <td class="nw">
                  <StateMark status={reason === null ? 'succeeded' : 'failed'} />{' '}
                  <a href={linkFor({ page: 'run', run: run.run, tab: 'log' }, { at: `${from}` })}>
                    {stageName(stage)}
                  </a>
                </td>
                <td class="stage-command" title={command}>
                  <code class="cut">{withoutPrompt(command, given)}</code>
                </td>
                <td class="nw">{duration(durationMs)}</td>
                <td>{exitCode ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Given({ detail: { run, facts } }: { readonly detail: ShownRun }): VNode | null {
  const rows: readonly Fact[] = [
    ['Time limit', limit(facts?.limits.timeoutMs, duration)],
    ['Silence limit', limit(facts?.limits.idleMs, duration)],
    ['Memory limit', limit(facts?.limits.memoryBytes, bytes)],
    ['Bytes read', run.endedAt === null ? null : bytes(run.bytesRead)],
    ['Bytes written', run.endedAt === null ? null : bytes(run.bytesWritten)],
    ['Base commit', run.baseCommit],
    ['Flow', run.flow],
    ['Card', run.card],
  ]
  return (
    <section class="sec">
      <h2>Limits and usage</h2>
      <div class="panel pad">
        <FactList rows={rows} roomy />
      </div>
      {facts === null || facts.environment.length === 0 ? null : (
        <details class="env">
          <summary class="s">Names of its {facts.environment.length} environment variables</summary>
          <p class="mono s sub">{facts.environment.join(', ')}</p>
        </details>
      )}
    </section>
  )
}

const limit = (value: number | null | undefined, tell: (value: number) => string): string | null =>
  value === undefined || value === null ? null : tell(value)

function Events({ detail: { events } }: { readonly detail: ShownRun }): VNode | null {
  const told = events.flatMap((event) => {
    const words = eventWords(event)
    return words === null ? [] : [{ at: event.at, words }]
  })
  if (told.length === 0) return null
  return (
    <section class="sec">
      <h2>What Mayday did</h2>
      <ol class="panel pad s lines">
        {told.map(({ at, words }, i) => (
          <li key={i}>
            <span class="dim">{clockSeconds(at)}</span> {words}
          </li>
        ))}
      </ol>
    </section>
  )
}
