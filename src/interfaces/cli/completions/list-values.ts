/** The values of this project that a shell offers. Listing them starts, creates and reconciles nothing. */
import { relative } from 'node:path'
import { findBoard } from '../../../cards/find-named-card.ts'
import { readBoard } from '../../../cards/read-board.ts'
import { projectAgents } from '../../../config/agent-command.ts'
import { MaydayError } from '../../../errors.ts'
import { reasonNames } from '../../../reasons/reason.ts'
import { reasons } from '../../../reasons/table.ts'
import { findProject } from '../../../record/project.ts'
import type { Store } from '../../../record/store.ts'
import { loadProjectConfig } from '../config/project-config.ts'
import type { ListedKind } from '../parse/value-type.ts'
import { hasDatabase, openRecorded } from '../record/open-store.ts'
import { oneLine } from '../screen/columns.ts'

/** A value and a short description. */
export type Listed = readonly [value: string, words: string]

/** A longer list is not useful. */
const MOST = 50

/** Returns an empty list on an error, because an error message after Tab would disturb the user. */
export async function listValues(kind: ListedKind): Promise<readonly Listed[]> {
  try {
    return (await LISTS[kind]()).map(([value, words]): Listed => [oneLine(value), oneLine(words)])
  } catch (error) {
    if (error instanceof MaydayError) return []
    throw error
  }
}

const LISTS: Readonly<Record<ListedKind, () => Promise<readonly Listed[]>>> = {
  run: () => fromStore(runsIn),
  task: () => fromStore(tasksIn),
  escalation: () =>
    fromStore((store) =>
      store.escalations({ state: 'open' }).map(({ number, cause }) => [String(number), cause] as const),
    ),
  reason: () => Promise.resolve(reasonNames.map((name) => [name, reasons[name].meaning] as const)),
  agent: async () =>
    projectAgents((await loadProjectConfig()).readable).map(({ name }) => [name, ''] as const),
  card: () => Promise.resolve(cardsHere()),
  'card-or-run': async () => [...cardsHere(), ...(await fromStore(runsIn))],
}

const runsIn = (store: Store): readonly Listed[] =>
  store.history({ limit: MOST }).map(({ run, status, title }) => [String(run), `${status} ${title}`] as const)

const tasksIn = (store: Store): readonly Listed[] =>
  store
    .tasks({})
    .slice(-MOST)
    .map(({ task, status, title }) => [String(task), `${status} ${title}`] as const)

async function fromStore(list: (store: Store) => readonly Listed[]): Promise<readonly Listed[]> {
  if (!hasDatabase(findProject(process.cwd(), process.env))) return []
  using opened = await openRecorded({ reconciles: false })
  return opened.store === null ? [] : list(opened.store)
}

function cardsHere(): readonly Listed[] {
  const { root } = findProject(process.cwd(), process.env)
  const folder = findBoard(root)
  if (folder === null) return []
  return readBoard(folder, root)
    .phases.flatMap(({ columns }) => columns.flatMap(({ cards }) => cards))
    .slice(0, MOST)
    .map(({ path, title }) => [relative(process.cwd(), path), title] as const)
}
