/** What the palette offers: the selected thing, what the page can do, pages, tasks, cards, failures and runs. */
import type { BoardRow } from '../../src/views/board-row.ts'
import type { CardRow } from '../../src/views/cards.ts'
import type { ListedFailure } from '../../src/views/failures-schema.ts'
import type { RunRow } from '../../src/views/run-row.ts'
import type { State } from '../../src/views/state.ts'
import { linkFor, visit, type Place } from '../address.ts'
import { shownCommands, type Command } from '../commands.ts'
import { doingOf } from '../deeds/need-deeds.ts'
import { taskMenu } from '../deeds/task-deeds.ts'
import { barPages, morePages, pages } from '../pages.ts'
import type { IconName } from '../parts/icon.tsx'
import { baseName, plural } from '../words.ts'
import { bestOf, scoreOf, wordsIn } from './rank.ts'

export type Entry = Command & {
  readonly id: string
  readonly icon: IconName
  /** What is said beside the name: a number, an agent, a reason. */
  readonly aside?: string
  /** The state of a task or run, for its mark. */
  readonly status?: string
}

export type EntryGroup = { readonly title: string; readonly entries: readonly Entry[] }

/** What was asked of the server for the typed words. */
export type Answers = { readonly failures: readonly ListedFailure[]; readonly runs: readonly RunRow[] }

const linked = (place: Place, query: Readonly<Record<string, string>> = {}): (() => void) => {
  const href = linkFor(place, query)
  return () => visit(href)
}

const fromCommands = (title: string, commands: readonly Command[]): EntryGroup => ({
  title,
  entries: commands.map((command) => ({ ...command, id: `do/${title}/${command.name}`, icon: 'chev' })),
})

/** The row of the keyboard cursor when the palette was opened. */
export function selectedRow(state: State): BoardRow | null {
  const at = document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset
  if (at === undefined) return null
  const need = state.needs.find(({ key }) => key === at['key'])
  const task = Number(at['task'] ?? need?.task ?? /^task\/(\d+)$/.exec(at['key'] ?? '')?.[1] ?? 0)
  return state.tasks.find((row) => row.task === task) ?? null
}

/** What Needs you advises comes first, as on the button of the row. */
function ofSelected(row: BoardRow | null, state: State): readonly EntryGroup[] {
  if (row === null) return []
  const need = state.needs.find(({ task }) => task === row.task)
  const advised = need === undefined ? null : doingOf(need)
  const rest = taskMenu(row).filter((entry) => entry !== 'rule')
  const commands =
    need === undefined || advised === null
      ? rest
      : [
          { name: advised.name, run: () => advised.run(need, row, state) },
          ...rest.filter(({ name }) => name.replace('…', '') !== advised.name),
        ]
  return commands.length === 0 ? [] : [fromCommands(`#${row.task} ${row.title}`, commands)]
}

const pageEntries = (): readonly Entry[] =>
  [...barPages, ...morePages].map(({ place, icon, key }) => ({
    id: `page/${place.page}`,
    icon,
    name: pages[place.page].words,
    key: `g ${key}`,
    run: linked(place),
  }))

const taskEntry = ({ task, title, run, agent, status, reason, card }: BoardRow): Entry => ({
  id: `task/${task}`,
  icon: 'list',
  status,
  name: title,
  aside: [`#${task}`, agent ?? 'command', status === 'succeeded' ? null : reason]
    .filter((word) => word !== null)
    .join(' · '),
  words: [`#${task} ${task} task`, agent, reason, status, card].join(' '),
  run: run === null ? linked({ page: 'task', task }) : linked({ page: 'run', run, tab: 'why' }),
})

const cardEntry = ({ path, title, status }: CardRow): Entry => ({
  id: `card/${path}`,
  icon: 'card',
  name: title,
  aside: baseName(path),
  words: `${path} ${status} card`,
  run: linked({ page: 'cards' }, { card: path }),
})

const failureEntry = ({ key, title, reason, runs, place, state }: ListedFailure): Entry => ({
  id: `failure/${key}`,
  icon: 'chart',
  name: title,
  aside: `${reason} · ${plural(runs, 'run')}`,
  words: [reason, place, key, state, 'failure'].join(' '),
  run: linked({ page: 'failure', key }),
})

const runEntry = ({ run, title, agent, statusThatCounts, reasonThatCounts }: RunRow): Entry => ({
  id: `run/${run}`,
  icon: 'play',
  status: statusThatCounts,
  name: `Run ${run}: ${title}`,
  aside: [agent ?? 'command', reasonThatCounts].filter((word) => word !== null).join(' · '),
  words: `#${run} ${run} ${statusThatCounts}`,
  run: linked({ page: 'run', run, tab: 'why' }),
})

const cardsOf = ({ board }: State): readonly CardRow[] =>
  board?.phases.flatMap(({ columns }) => columns.flatMap(({ cards }) => cards)) ?? []

const MOST = 6

/** Groups with what fits, the group of the best match first. Without words: what can be done, and where to go. */
export function groupsFor(
  typed: string,
  state: State,
  selected: BoardRow | null,
  { failures, runs }: Answers,
): readonly EntryGroup[] {
  const doing = [
    ...ofSelected(selected, state),
    ...shownCommands().map(({ title, commands }) => fromCommands(title, commands)),
  ]
  const going = { title: 'Pages', entries: pageEntries() }
  const words = wordsIn(typed)
  if (words.length === 0) return [...doing, going].filter(({ entries }) => entries.length > 0)
  const all = [
    ...doing,
    going,
    { title: 'Tasks', entries: state.tasks.map(taskEntry) },
    { title: 'Failures', entries: failures.map(failureEntry) },
    { title: 'Cards', entries: cardsOf(state).map(cardEntry) },
  ].map(({ title, entries }) => ({ title, entries: bestOf(entries, typed, MOST) }))
  const best = ({ entries }: EntryGroup): number =>
    entries[0] === undefined ? 0 : scoreOf(entries[0], words)
  // The server searches runs in more than what is shown here, so what it found is not filtered again.
  return [
    ...all.filter(({ entries }) => entries.length > 0).toSorted((a, b) => best(b) - best(a)),
    ...(runs.length === 0 ? [] : [{ title: 'Runs', entries: runs.map(runEntry) }]),
  ]
}
