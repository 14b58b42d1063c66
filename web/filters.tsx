import type { ComponentChildren, VNode } from 'preact'
import type { Filters as Choices } from '../src/views/state.ts'
import { goTo, type Filter, type FilterName } from './address.ts'
import { plural } from './words.ts'

type FilterBarProps = {
  readonly filter: Filter
  readonly choices: Choices
  /** How many rows match. */
  readonly shown: number
  /** Null if it is not known yet. */
  readonly all: number | null
  readonly what: string
  readonly names?: readonly FilterName[]
  readonly children?: ComponentChildren
}

const LISTS: Readonly<Partial<Record<FilterName, keyof Choices>>> = {
  reason: 'reasons',
  class: 'classes',
  agent: 'agents',
  phase: 'phases',
}

const DEFAULT_NAMES: readonly FilterName[] = ['reason', 'class', 'agent', 'phase', 'text']

export function FilterBar(props: FilterBarProps): VNode {
  const { filter, choices, shown, all, what, names = DEFAULT_NAMES, children } = props
  const isFiltered = Object.keys(filter).length > 0
  const set = (name: FilterName, value: string, replace = false): void =>
    goTo({ filter: { ...filter, [name]: value } }, { replace })
  return (
    <form
      class="filters"
      role="search"
      aria-label={`Filter ${what}s`}
      onSubmit={(event) => event.preventDefault()}
    >
      {names.includes('text') && (
        <input
          type="search"
          name="text"
          placeholder="Filter (press /)"
          aria-label="Filter by text"
          value={filter.text ?? ''}
          onInput={(event) => set('text', event.currentTarget.value, true)}
        />
      )}
      {names.map((name) => {
        const list = LISTS[name]
        return list === undefined ? null : (
          <Choice key={name} name={name} value={filter[name]} from={choices[list]} set={set} />
        )
      })}
      {children}
      <output class="muted">{countWords({ shown, all, what, isFiltered })}</output>
      {isFiltered && (
        <button type="button" class="plain" onClick={() => goTo({ filter: {} })}>
          Clear filters
        </button>
      )}
    </form>
  )
}

type Counted = Pick<FilterBarProps, 'shown' | 'all' | 'what'> & { readonly isFiltered: boolean }

function countWords({ shown, all, what, isFiltered }: Counted): string {
  if (all === null) return ''
  return isFiltered ? `${shown.toLocaleString('en')} of ${plural(all, what)}` : plural(all, what)
}

type ChoiceProps = {
  readonly name: FilterName
  readonly value: string | undefined
  readonly from: readonly string[]
  readonly set: (name: FilterName, value: string) => void
}

function Choice({ name, value, from, set }: ChoiceProps): VNode | null {
  // A value from the address may no longer exist. It is shown anyway, so that an empty list is explained.
  const values = value === undefined || from.includes(value) ? from : [value, ...from]
  if (values.length === 0) return null
  return (
    <select
      aria-label={`Filter by ${name}`}
      name={name}
      class={value === undefined ? undefined : 'is-set'}
      value={value ?? ''}
      onChange={(event) => set(name, event.currentTarget.value)}
    >
      <option value="">
        {name === 'class' ? 'Class' : name.charAt(0).toUpperCase() + name.slice(1)}: any
      </option>
      {values.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  )
}
