import type { VNode } from 'preact'
import type { FailureShare, Failures } from '../../src/views/failures-schema.ts'
import { linkTo } from '../address.ts'
import { duration, money, percent } from '../words.ts'

/** A bar in a cell. The number is beside it. */
function CellBar({ share, tone }: { readonly share: number; readonly tone: string }): VNode {
  return (
    <svg class="cell-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="rail" width="100" height="8" />
      <rect class={tone} width={Math.max(share > 0 ? 1 : 0, share * 100)} height="8" />
    </svg>
  )
}

export function ByReason({ failures: { byReason } }: { readonly failures: Failures }): VNode {
  const most = Math.max(1, ...byReason.map(({ failed }) => failed))
  return (
    <section aria-label="By reason">
      <h2>By reason</h2>
      {byReason.length === 0 ? <p class="muted">Nothing failed.</p> : null}
      <div class="table-box" tabIndex={0} role="group" aria-label="Failures by reason">
        <table>
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">Class</th>
              <th scope="col" class="figure">
                Failed
              </th>
              <th scope="col" class="bar-cell">
                <span class="unseen">Share</span>
              </th>
              <th scope="col" class="figure">
                Cost
              </th>
              <th scope="col" class="figure">
                Time
              </th>
            </tr>
          </thead>
          <tbody>
            {byReason.map(({ reason, class: name, failed, costUsd, durationMs }) => (
              <tr key={reason}>
                <th scope="row" class="mono">
                  <a href={linkTo({ page: 'runs', filter: { reason }, subject: null })}>{reason}</a>
                </th>
                <td class="muted">{name}</td>
                <td class="figure">{failed}</td>
                <td class="bar-cell">
                  <CellBar share={failed / most} tone={`c-${name}`} />
                </td>
                <td class="figure">{money(costUsd)}</td>
                <td class="figure">{duration(durationMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type ByShareProps = {
  readonly title: string
  readonly what: string
  /** The label for rows without a value. */
  readonly none: string
  readonly shares: readonly FailureShare[]
}

export function ByShare({ title, what, none, shares }: ByShareProps): VNode {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <div class="table-box" tabIndex={0} role="group" aria-label={`Failures ${title.toLowerCase()}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{what}</th>
              <th scope="col" class="figure">
                Runs
              </th>
              <th scope="col" class="figure">
                Failed
              </th>
              <th scope="col" class="bar-cell">
                <span class="unseen">Share</span>
              </th>
              <th scope="col">Most often</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ name, runs, failed, byReason }) => (
              <tr key={name}>
                <th scope="row">{name ?? <span class="muted">{none}</span>}</th>
                <td class="figure">{runs}</td>
                <td class="figure">{percent(runs === 0 ? null : failed / runs)}</td>
                <td class="bar-cell">
                  <CellBar share={runs === 0 ? 0 : failed / runs} tone="c-failed" />
                </td>
                <td class="mono cut">{mostOften(byReason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const mostOften = (byReason: FailureShare['byReason']): string => {
  const [first] = Object.entries(byReason).toSorted(([, a], [, b]) => b - a)
  return first === undefined ? '–' : `${first[0]} ${first[1]}`
}
