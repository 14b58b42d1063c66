import type { VNode } from 'preact'
import type { Failure } from '../../src/views/failure-schema.ts'
import { linkFor } from '../address.ts'
import { Icon } from '../parts/icon.tsx'
import { money } from '../words.ts'

export function Tried({ tried }: { readonly tried: Failure['tried'] }): VNode {
  return (
    <section class="sec">
      <h2>What was tried, and what helped</h2>
      {tried.length === 0 ? (
        <p class="panel pad sub">Nothing was tried after this failure yet.</p>
      ) : (
        <div class="panel">
          <table class="stack">
            <thead>
              <tr>
                <th>Tried</th>
                <th>What came of it</th>
                <th class="n">Result</th>
                <th class="n">Cost</th>
              </tr>
            </thead>
            <tbody>
              {tried.map(({ kind, words, outcome, tries, helped, runs, costUsd }) => (
                <tr key={kind}>
                  <td class="full">
                    <b>{words}</b>
                  </td>
                  <td class="sub full">
                    {outcome} <Runs runs={runs} />
                  </td>
                  <td class="n nw">
                    {helped > 0 ? <Icon name="ok" tone="ok" /> : <Icon name="skip" tone="dim" />} {helped} of{' '}
                    {tries} helped
                  </td>
                  <td class="n">{money(costUsd)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const MOST = 4

const Runs = ({ runs }: { readonly runs: readonly number[] }): VNode => (
  <span class="nw dim">
    {runs.slice(-MOST).map((run, at) => (
      <>
        {at > 0 ? ', ' : runs.length === 1 ? 'Run ' : 'Runs '}
        <a key={run} href={linkFor({ page: 'run', run, tab: 'why' })}>
          {run}
        </a>
      </>
    ))}
  </span>
)
