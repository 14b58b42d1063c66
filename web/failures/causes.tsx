/** Causes that affect many runs: what blocks tasks now, and which failures recur. */
import type { VNode } from 'preact'
import type { Failures } from '../../src/views/failures-schema.ts'
import { linkTo } from '../address.ts'
import { Ago } from '../next-step.tsx'
import { longTime, plural } from '../words.ts'

export function Incidents({ incidents }: { readonly incidents: Failures['incidents'] }): VNode | null {
  if (incidents.length === 0) return null
  return (
    <section aria-label="Incidents">
      <h2>
        Incidents <span class="muted">one cause, many runs</span>
      </h2>
      <ul class="plain-list incidents">
        {incidents.map(({ kind, key, reason, words, since, until, evidence, tasks }) => (
          <li key={key}>
            <p>
              <span class="chip is-waiting">{kind}</span> <strong class="mono">{reason}</strong>{' '}
              {plural(tasks.length, 'task')} {tasks.length === 1 ? 'waits' : 'wait'} {words}
              <span class="muted">
                {until === null ? '' : ` until ${longTime(until)}`}; began <Ago at={since} /> ({key})
              </span>
            </p>
            {evidence === '' ? null : <p class="mono small">{evidence}</p>}
            {tasks.length === 0 ? null : <TaskLinks tasks={tasks} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const MOST_LINKS = 12

const TaskLinks = ({ tasks }: { readonly tasks: readonly number[] }): VNode => (
  <p class="small links">
    {tasks.slice(0, MOST_LINKS).map((task) => (
      <a key={task} href={linkTo({ subject: { kind: 'task', task } })}>
        #{task}
      </a>
    ))}
    {tasks.length > MOST_LINKS ? <span class="muted">and {tasks.length - MOST_LINKS} more</span> : null}
  </p>
)

export function Repeated({ repeated }: { readonly repeated: Failures['repeated'] }): VNode | null {
  if (repeated.length === 0) return null
  return (
    <section aria-label="Most repeated failures">
      <h2>
        Most repeated <span class="muted">the same failure by its fingerprint</span>
      </h2>
      <div class="table-box" tabIndex={0} role="group" aria-label="Most repeated failures">
        <table class="repeated">
          <thead>
            <tr>
              <th scope="col" class="figure">
                Times
              </th>
              <th scope="col">Reason</th>
              <th scope="col">Example</th>
              <th scope="col" class="figure">
                Tasks
              </th>
              <th scope="col">Last</th>
              <th scope="col">Runs</th>
            </tr>
          </thead>
          <tbody>
            {repeated.map(({ fingerprint, reason, count, example, tasks, lastAt, runs }) => (
              <tr key={fingerprint}>
                <td class="figure">{count}</td>
                <th scope="row" class="mono">
                  {reason}
                </th>
                <td class="mono example">{example}</td>
                <td class="figure">{tasks}</td>
                <td>
                  <Ago at={lastAt} />
                </td>
                <td class="links">
                  {runs.slice(0, 4).map((run) => (
                    <a key={run} href={linkTo({ subject: { kind: 'run', run } })}>
                      {run}
                    </a>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Flaky tests: a retry by an agent cannot fix them. */
export function Flaky({ flaky }: { readonly flaky: Failures['flaky'] }): VNode | null {
  if (flaky.length === 0) return null
  return (
    <section aria-label="Flaky tests">
      <h2>
        Flaky tests <span class="muted">failed and passed on unchanged code</span>
      </h2>
      <div class="table-box" tabIndex={0} role="group" aria-label="Flaky tests">
        <table class="repeated">
          <thead>
            <tr>
              <th scope="col">Test</th>
              <th scope="col" class="figure">
                Failed
              </th>
              <th scope="col" class="figure">
                Runs
              </th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {flaky.map(({ name, failed, runs, lastAt }) => (
              <tr key={name}>
                <th scope="row" class="mono example">
                  {name}
                </th>
                <td class="figure">{failed}</td>
                <td class="figure">{runs}</td>
                <td>
                  <Ago at={lastAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
