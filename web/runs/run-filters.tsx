import type { VNode } from 'preact'
import type { RunRow } from '../../src/views/run-row.ts'
import type { Filters } from '../../src/views/state.ts'
import { goTo, linkFor, linkTo, type Filter, type FilterName } from '../address.ts'
import { Icon } from '../parts/icon.tsx'
import { dayOf } from '../words.ts'

type RunFiltersProps = {
  readonly filter: Filter
  readonly choices: Filters
  /** Their models can be chosen. */
  readonly runs: readonly RunRow[]
}

const STATUSES = ['succeeded', 'failed', 'canceled', 'running'] as const
const SINCE: readonly (readonly [string, string])[] = [
  ['24h', 'last 24 hours'],
  ['7d', 'last 7 days'],
  ['30d', 'last 30 days'],
]

export function RunFilters({ filter, choices, runs }: RunFiltersProps): VNode {
  const models = [...new Set(runs.flatMap(({ model }) => (model === null ? [] : [model])))].toSorted()
  const set = (name: FilterName, value: string, replace = false): void =>
    goTo({ filter: { ...filter, [name]: value } }, { replace })
  return (
    <form class="tools" role="search" aria-label="Search runs" onSubmit={(event) => event.preventDefault()}>
      <input
        class="in"
        type="search"
        placeholder="Search, or press /"
        aria-label="Search in titles, results, commands and branches"
        value={filter.text ?? ''}
        onInput={(event) => set('text', event.currentTarget.value, true)}
      />
      <Choice name="status" words="Status" from={STATUSES} filter={filter} set={set} />
      <Choice name="reason" words="Reason" from={choices.reasons} filter={filter} set={set} />
      <Choice name="agent" words="Agent" from={choices.agents} filter={filter} set={set} />
      <Choice name="model" words="Model" from={models} filter={filter} set={set} />
      <Choice name="phase" words="Phase" from={choices.phases} filter={filter} set={set} />
      <Choice
        name="since"
        words="Date"
        from={SINCE.map(([value]) => value)}
        wordOf={sinceWords}
        filter={filter}
        set={set}
      />
      <Chips filter={filter} />
    </form>
  )
}

/** Any word that an address says can be here. */
const sinceWords = (value: string): string =>
  SINCE.find(([one]) => one === value)?.[1] ??
  `since ${Number.isNaN(Date.parse(value)) ? value : dayOf(value)}`

type ChoiceProps = {
  readonly name: FilterName
  readonly words: string
  readonly from: readonly string[]
  readonly wordOf?: (value: string) => string
  readonly filter: Filter
  readonly set: (name: FilterName, value: string) => void
}

/** A value of the address that is not in the list is shown anyway: it explains an empty list. */
function Choice({ name, words, from, wordOf = String, filter, set }: ChoiceProps): VNode | null {
  const value = filter[name]
  const values = value === undefined || from.includes(value) ? from : [value, ...from]
  if (values.length === 0) return null
  return (
    <select
      class="in"
      aria-label={words}
      name={name}
      value={value ?? ''}
      onChange={(event) => set(name, event.currentTarget.value)}
    >
      <option value="">{words}: any</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {wordOf(one)}
        </option>
      ))}
    </select>
  )
}

/** Filters without a field of their own, and the way back to all runs. */
function Chips({ filter }: { readonly filter: Filter }): VNode | null {
  const { cause, until } = filter
  if (Object.keys(filter).length === 0) return null
  return (
    <>
      {cause === undefined ? null : (
        <Chip words={`Failure ${cause}`} href={linkTo({ filter: { ...filter, cause: '' } })} />
      )}
      {until === undefined ? null : (
        <Chip words={`until ${dayOf(until)}`} href={linkTo({ filter: { ...filter, until: '' } })} />
      )}
      <a class="b bare" href={linkFor({ page: 'runs' })}>
        Clear
      </a>
    </>
  )
}

const Chip = ({ words, href }: { readonly words: string; readonly href: string }): VNode => (
  <a class="chip" href={href}>
    {words}
    <Icon name="close" />
    <span class="sr">Remove this filter</span>
  </a>
)
