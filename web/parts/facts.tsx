/** A list of names and values. A fact without a value is left out. */
import type { VNode } from 'preact'

export type Fact = readonly [name: string, value: VNode | string | null]

export function FactList({
  rows,
  roomy = false,
}: {
  readonly rows: readonly Fact[]
  readonly roomy?: boolean
}): VNode {
  return (
    <dl class={roomy ? 'facts roomy' : 'facts'}>
      {rows.map(([name, value]) =>
        value === null ? null : (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ),
      )}
    </dl>
  )
}
