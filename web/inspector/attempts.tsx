import type { VNode } from 'preact'
import type { AttemptRow } from '../../src/views/attempt-row.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import { linkTo } from '../address.ts'
import { Chip } from '../chip.tsx'
import { duration, money, plural } from '../words.ts'
import { Section } from './section.tsx'

/** How often the failure of each attempt occurred before: a repeated failure is a loop. */
function repeats(attempts: readonly AttemptRow[]): readonly number[] {
  const seen = new Map<string, number>()
  return attempts.map(({ fingerprint }) => {
    if (fingerprint === null) return 0
    const times = (seen.get(fingerprint) ?? 0) + 1
    seen.set(fingerprint, times)
    return times
  })
}

export function Attempts({ detail: { attempts, run } }: { readonly detail: ShownRun }): VNode | null {
  if (attempts.length < 2) return null
  const times = repeats(attempts)
  const most = Math.max(...times)
  return (
    <Section
      title="Attempts"
      note={most > 1 ? `the same failure ${most} times` : plural(attempts.length, 'run')}
    >
      <div class="table-box" tabIndex={0} role="group" aria-label="Attempts side by side">
        <table class="attempts">
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Outcome and approach</th>
              <th scope="col" class="figure">
                Files
              </th>
              <th scope="col" class="figure">
                Took
              </th>
              <th scope="col" class="figure">
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {attempts.map((one, i) => (
              <tr key={one.run} class={one.run === run.run ? 'is-current' : undefined}>
                <th scope="row">
                  <a href={linkTo({ subject: { kind: 'run', run: one.run } })}>
                    <span class="unseen">Run {one.run}, attempt </span>
                    {one.attempt}
                  </a>
                </th>
                <td>
                  <Chip status={one.status} reason={one.reason} />
                  {(times[i] ?? 0) > 1 || one.circular ? (
                    <span class="loop" title="The same failure as before">
                      ↻ {one.circular ? 'circular' : `same ×${times[i]}`}
                    </span>
                  ) : null}
                  <p class="small">{one.approach ?? <span class="muted">approach unknown</span>}</p>
                </td>
                <td class="figure" title={one.files?.join('\n')}>
                  {one.files === null ? '–' : one.files.length}
                </td>
                <td class="figure">{duration(one.durationMs)}</td>
                <td class="figure">{money(one.costUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
