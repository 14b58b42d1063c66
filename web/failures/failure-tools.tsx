import type { VNode } from 'preact'
import type { ListedFailure } from '../../src/views/failures-schema.ts'
import { goTo, linkTo, type Address } from '../address.ts'
import { Icon } from '../parts/icon.tsx'

const STATES = ['open', 'acknowledged', 'solved', 'all'] as const
export type WantedState = (typeof STATES)[number]

const WORDS: Readonly<Record<WantedState, string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  solved: 'Solved',
  all: 'All',
}

export const stateIn = (query: Address['query']): WantedState =>
  STATES.find((name) => name === query['state']) ?? 'open'

type ToolsProps = { readonly groups: readonly ListedFailure[]; readonly address: Address }

export function FailureTools({ groups, address }: ToolsProps): VNode {
  const { filter, query, range } = address
  return (
    <div class="tools failure-tools">
      <input
        class="in"
        type="search"
        placeholder="Filter, or press /"
        aria-label="Filter failures"
        value={filter.text ?? ''}
        onInput={(event) =>
          goTo({ filter: { ...filter, text: event.currentTarget.value } }, { replace: true })
        }
      />
      {filter.reason === undefined ? null : (
        <a class="chip" href={linkTo({ filter: { ...filter, reason: '' } })}>
          {filter.reason}
          <Icon name="close" />
          <span class="sr">Remove this filter</span>
        </a>
      )}
      <span class="grow hide-s" />
      <StateChoice groups={groups} query={query} />
      <nav class="seg" aria-label="Range">
        {(['30d', '24h'] as const).map((one) => (
          <a key={one} href={linkTo({ range: one })} aria-current={one === range ? 'true' : undefined}>
            {one === '30d' ? '30 days' : '24 hours'}
          </a>
        ))}
      </nav>
    </div>
  )
}

type StateChoiceProps = Pick<ToolsProps, 'groups'> & Pick<Address, 'query'>

function StateChoice({ groups, query }: StateChoiceProps): VNode {
  const wanted = stateIn(query)
  const countOf = (name: WantedState): number =>
    name === 'all' ? groups.length : groups.filter(({ state }) => state === name).length
  return (
    <nav class="seg" aria-label="State">
      {STATES.map((name) => (
        <a
          key={name}
          href={linkTo({ query: { ...query, state: name === 'open' ? '' : name } })}
          aria-current={name === wanted ? 'true' : undefined}
        >
          {WORDS[name]} <span class="dim">{countOf(name)}</span>
        </a>
      ))}
    </nav>
  )
}
