import type { VNode } from 'preact'
import type { SessionRow } from '../../src/views/sessions.ts'
import { goTo, linkFor, type Address, type FilterName } from '../address.ts'
import { folderWords } from './session-words.ts'

type SessionFiltersProps = { readonly address: Address; readonly rows: readonly SessionRow[] }

const SINCE: readonly (readonly [string, string])[] = [
  ['24h', 'last 24 hours'],
  ['7d', 'last 7 days'],
  ['30d', 'last 30 days'],
]

const distinct = (values: readonly (string | null)[]): readonly (readonly [string, string])[] =>
  [...new Set(values.filter((value) => value !== null))].toSorted().map((value) => [value, value])

export function SessionFilters({ address, rows }: SessionFiltersProps): VNode {
  const { filter, query } = address
  const set = (name: FilterName, value: string, replace = false): void =>
    goTo({ filter: { ...filter, [name]: value } }, { replace })
  const isFiltered = Object.keys(filter).length + Object.keys(query).length > 0
  return (
    <form
      class="tools"
      role="search"
      aria-label="Search sessions"
      onSubmit={(event) => event.preventDefault()}
    >
      <input
        class="in"
        type="search"
        placeholder="Search, or press /"
        aria-label="Search in prompts, folders and endings"
        value={filter.text ?? ''}
        onInput={(event) => set('text', event.currentTarget.value, true)}
      />
      <Choices address={address} rows={rows} set={set} />
      {isFiltered ? (
        <a class="b bare" href={linkFor({ page: 'sessions' })}>
          Clear
        </a>
      ) : null}
    </form>
  )
}

type ChoicesProps = SessionFiltersProps & { readonly set: (name: FilterName, value: string) => void }

function Choices({ address: { filter, query }, rows, set }: ChoicesProps): VNode {
  const folders = distinct(rows.map(({ cwd }) => cwd)).map(([cwd]) => [cwd, folderWords(cwd)] as const)
  return (
    <>
      <Choice
        words="Ending"
        value={filter.status}
        from={[['failed', 'failed']]}
        set={(value) => set('status', value)}
      />
      <Choice
        words="Reason"
        value={filter.reason}
        from={distinct(rows.map(({ reason }) => reason))}
        set={(value) => set('reason', value)}
      />
      <Choice
        words="Agent"
        value={filter.agent}
        from={distinct(rows.map(({ agent }) => agent))}
        set={(value) => set('agent', value)}
      />
      <Choice
        words="Folder"
        value={query['folder']}
        from={folders}
        set={(folder) => goTo({ query: { ...query, folder } })}
      />
      <Choice words="Date" value={filter.since} from={SINCE} set={(value) => set('since', value)} />
    </>
  )
}

type ChoiceProps = {
  readonly words: string
  readonly value: string | undefined
  readonly from: readonly (readonly [string, string])[]
  readonly set: (value: string) => void
}

function Choice({ words, value, from, set }: ChoiceProps): VNode | null {
  const isListed = value === undefined || from.some(([one]) => one === value)
  const values = isListed ? from : [[value, value] as const, ...from]
  if (values.length === 0) return null
  return (
    <select
      class="in"
      aria-label={words}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
    >
      <option value="">{words}: any</option>
      {values.map(([one, shown]) => (
        <option key={one} value={one}>
          {shown}
        </option>
      ))}
    </select>
  )
}
