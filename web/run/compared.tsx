/** The attempts side by side. What differs from the attempt before is bold. */
import type { VNode } from 'preact'
import { FactList } from '../parts/facts.tsx'
import type { ComparedAttempt } from '../../src/views/attempts.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import { linkFor } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { useNarrow } from '../narrow.ts'
import { useBriefs, type Briefs } from '../reasons.ts'
import { baseName } from '../words.ts'
import { plainSummary } from './plain-words.ts'

/** More columns would not fit; the newest count. */
const MOST = 4
const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six']

export function Compared({ detail }: { readonly detail: ShownRun }): VNode | null {
  const { run, attempts } = detail
  const isNarrow = useNarrow()
  const isAsked = attempts.length > 1
  const { answer } = useAsked(
    isAsked ? question(api.tasks[':n'].attempts, { param: { n: `${run.task}` } }) : null,
    attempts.map(({ run, status }) => `${run} ${status}`).join(),
  )
  const briefs = useBriefs()
  if (answer === null || !isAsked) return null
  const shown = answer.attempts.slice(-MOST)
  return (
    <section class="sec">
      <h2>
        {NUMBERS[answer.attempts.length] ?? answer.attempts.length} attempts{' '}
        <span>what differed is bold</span>
      </h2>
      {isNarrow ? (
        <Stacked shown={shown} run={run.run} briefs={briefs} />
      ) : (
        <Beside shown={shown} run={run.run} briefs={briefs} />
      )}
    </section>
  )
}

type ShownProps = {
  readonly shown: readonly ComparedAttempt[]
  readonly run: number
  readonly briefs: Briefs
}

const Name = ({ one, run }: { readonly one: ComparedAttempt; readonly run: number }): VNode => (
  <>
    <a href={linkFor({ page: 'run', run: one.run, tab: 'why' })}>Attempt {one.attempt}</a>
    {one.run === run ? ', this one' : ''}
  </>
)

const Beside = ({ shown, run, briefs }: ShownProps): VNode => (
  <div class="panel scroll" tabIndex={0} role="region" aria-label="Attempts compared">
    <table class="cmp">
      <thead>
        <tr>
          <td />
          {shown.map((one) => (
            <th key={one.run} scope="col">
              <Name one={one} run={run} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([name, tell]) => (
          <Row key={name} name={name} shown={shown} tell={(one) => tell(one, briefs)} />
        ))}
      </tbody>
    </table>
  </div>
)

/** One below the other, for a phone. */
const Stacked = ({ shown, run, briefs }: ShownProps): VNode => (
  <div class="panel pad cmp-stack">
    {shown.map((one) => (
      <section key={one.run}>
        <h3>
          <Name one={one} run={run} />
        </h3>
        <FactList rows={ROWS.map(([name, tell]) => [name, tell(one, briefs)])} />
      </section>
    ))}
  </div>
)

type RowProps = {
  readonly name: string
  readonly shown: readonly ComparedAttempt[]
  readonly tell: (attempt: ComparedAttempt) => VNode | string
}

const Row = ({ name, shown, tell }: RowProps): VNode => (
  <tr>
    <th scope="row">{name}</th>
    {shown.map((one) => (
      <td key={one.run}>{tell(one)}</td>
    ))}
  </tr>
)

const MOST_WORDS = 160

const cut = (words: string): string => (words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS)}…` : words)

function toldWords({ attempt, told }: ComparedAttempt): VNode | string {
  const lines = told.added.map((line) => line.trim()).join(' ')
  if (told.differs === null && lines === '')
    return attempt === 1 || !told.isKnown ? 'the task as written' : 'the same'
  const words = <b>+ {cut(told.differs ?? lines)}</b>
  if (told.added.length === 0) return words
  return (
    <details>
      <summary>{words}</summary>
      <pre class="told-lines s">{told.added.join('\n')}</pre>
    </details>
  )
}

function changedWords({ files, changed }: ComparedAttempt): VNode | string {
  if (files === null) return 'not measured'
  if (files.length === 0) return 'nothing'
  const isNew = new Set(changed.added)
  const shown = files.slice(0, 6)
  return (
    <>
      {shown.map((path, at) => (
        <span key={path} title={path}>
          {at === 0 ? '' : ', '}
          {isNew.has(path) ? <b>{baseName(path)}</b> : baseName(path)}
        </span>
      ))}
      {files.length > shown.length ? ` and ${files.length - shown.length} more` : ''}
    </>
  )
}

/** The line that shows it, else the reason in plain words, else how it ended. */
function endedWords({ attempt, ended, reason, status }: ComparedAttempt, briefs: Briefs): VNode | string {
  const line = plainSummary(ended.line ?? '')
  const brief = reason === null ? undefined : (briefs.get(reason) ?? reason)
  const words = line === '' ? (brief ?? ended.how ?? status) : cut(line)
  if (ended.isSame) return `${words} (as before)`
  return attempt === 1 ? words : <b>{words}</b>
}

type Tell = (attempt: ComparedAttempt, briefs: Briefs) => VNode | string

const ROWS: readonly (readonly [string, Tell])[] = [
  ['Told', toldWords],
  ['Changed', changedWords],
  ['Ended', endedWords],
]
