/**
 * Goes to anything and does anything, by typing.
 *
 * P1 The field keeps the focus. The arrow keys move through the list, Enter takes the marked entry, Esc closes.
 * P2 The thing that was selected when it opened is offered first, with all that can be done to it.
 */
import type { VNode } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { State } from '../../src/views/state.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { StateMark } from '../parts/state.tsx'
import { groupsFor, selectedRow, type Answers, type Entry, type EntryGroup } from './entries.ts'

type PaletteProps = { readonly state: State; readonly onClose: () => void }

/** Typing faster than this asks the server once. */
const PAUSE_MS = 150
const RUNS = 5

/** `run 12` means the run with that number. */
const runWords = (typed: string): string => typed.trim().replace(/^runs?\s+(?=\S)/i, '')

function useAnswers(typed: string): Answers {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(runWords(typed)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const failures = useAsked(question(api.failures, { query: {} }))
  const runs = useAsked(settled === '' ? null : question(api.runs, { query: { text: settled, limit: RUNS } }))
  const isCurrent = settled === runWords(typed)
  return useMemo(
    () => ({
      failures: failures.answer?.groups ?? [],
      runs: isCurrent ? (runs.answer?.runs ?? []) : [],
    }),
    [failures.answer, runs.answer, isCurrent],
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

export function Palette({ state, onClose }: PaletteProps): VNode {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  // P2. The dialog takes the focus, so this is read during the first render.
  const [selected] = useState(() => selectedRow(state))
  const answers = useAnswers(typed)
  const groups = useMemo(() => groupsFor(typed, state, selected, answers), [typed, state, selected, answers])
  const entries = groups.flatMap((group) => group.entries)
  const marked = entries[Math.min(at, entries.length - 1)]
  const take = (entry: Entry | undefined): void => {
    if (entry === undefined) return
    onClose()
    // The focus returns to the page first: what is done may move it again.
    setTimeout(entry.run)
  }
  const press = (event: KeyboardEvent): void => {
    const next = steppedTo(event.key, Math.min(at, entries.length - 1), entries.length)
    if (next === null && event.key !== 'Enter') return
    event.preventDefault()
    if (next === null) take(marked)
    else setAt(next)
  }
  const type = (words: string): void => {
    setTyped(words)
    setAt(0)
  }
  return (
    <Dialog title="Find or do" onClose={onClose} look="palette">
      <Field typed={typed} marked={marked} onType={type} onPress={press} />
      <List groups={groups} marked={marked} onTake={take} />
      {entries.length > 0 ? null : <NothingFits />}
      <p class="palette-keys xs dim hide-s">
        <kbd>↑</kbd> <kbd>↓</kbd> move · <kbd>Enter</kbd> take · <kbd>Esc</kbd> close
      </p>
    </Dialog>
  )
}

/** One step goes round, a jump stops at the ends. Null: the key moves nothing. */
function steppedTo(key: string, from: number, length: number): number | null {
  const by = STEPS[key]
  if (by === undefined || length === 0) return null
  const isJump = Math.abs(by) > 1
  return isJump ? Math.max(0, Math.min(length - 1, from + by)) : (from + by + length) % length
}

type FieldProps = {
  readonly typed: string
  readonly marked: Entry | undefined
  readonly onType: (words: string) => void
  readonly onPress: (event: KeyboardEvent) => void
}

const Field = ({ typed, marked, onType, onPress }: FieldProps): VNode => (
  <div class="palette-field">
    <Icon name="find" />
    <input
      type="text"
      role="combobox"
      aria-label="Find a task, run, card, failure, page or command"
      aria-expanded="true"
      aria-controls="palette-list"
      aria-autocomplete="list"
      aria-activedescendant={marked === undefined ? undefined : idOf(marked)}
      placeholder="Find or do anything"
      autoFocus
      autoComplete="off"
      spellcheck={false}
      value={typed}
      onInput={(event) => onType(event.currentTarget.value)}
      onKeyDown={onPress}
    />
  </div>
)

const NothingFits = (): VNode => (
  <p class="palette-none sub s" role="status">
    Nothing fits. Fewer words find more.
  </p>
)

type ListProps = {
  readonly groups: readonly EntryGroup[]
  readonly marked: Entry | undefined
  readonly onTake: (entry: Entry) => void
}

function List({ groups, marked, onTake }: ListProps): VNode {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [marked?.id])
  return (
    <div id="palette-list" class="palette-list" role="listbox" aria-label="Found" ref={list}>
      {groups.map((group) => (
        <Found key={group.title} group={group} marked={marked} onTake={onTake} />
      ))}
    </div>
  )
}

type FoundProps = {
  readonly group: EntryGroup
  readonly marked: Entry | undefined
  readonly onTake: (entry: Entry) => void
}

const Found = ({ group: { title, entries }, marked, onTake }: FoundProps): VNode => (
  <div role="group" aria-label={title}>
    <p class="xs dim cut" aria-hidden="true">
      {title}
    </p>
    {entries.map((entry) => (
      <Option key={entry.id} entry={entry} isMarked={entry === marked} onTake={onTake} />
    ))}
  </div>
)

/** An id has no spaces. */
const idOf = ({ id }: Entry): string => `option-${id.replaceAll(/\s/g, '_')}`

type OptionProps = {
  readonly entry: Entry
  readonly isMarked: boolean
  readonly onTake: (entry: Entry) => void
}

const Option = ({ entry, isMarked, onTake }: OptionProps): VNode => (
  // The keyboard is handled by the field, which keeps the focus (P1).
  <div
    id={idOf(entry)}
    role="option"
    aria-selected={isMarked}
    class="option"
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => onTake(entry)}
  >
    {entry.status === undefined ? (
      <Icon name={entry.icon} tone="dim" />
    ) : (
      <span class="option-mark">
        <StateMark status={entry.status} />
      </span>
    )}
    <span class="cut grow">{entry.name}</span>
    {entry.aside === undefined ? null : <span class="cut aside s dim">{entry.aside}</span>}
    {entry.key === undefined ? null : (
      <span class="hide-s keys-aside">
        {entry.key.split(' ').map((one) => (
          <kbd key={one}>{one}</kbd>
        ))}
      </span>
    )}
  </div>
)
