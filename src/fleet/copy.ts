/**
 * A copy of the fleet's state in a local store. Commands read it like the project's store.
 *
 * Y1 Reading commands share one copy, which only receives rows. Y2 A command that changes something works on a
 * private copy and sends its changes. If the fleet refuses them, the copy is discarded. Y3 The decisions of people are
 * kept in the checkout in which they were made, so they can be undone there.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DECISIONS } from '../record/decisions.ts'
import { fleetFolder } from '../record/joined-fleet.ts'
import type { Project } from '../record/project.ts'
import type { RowImage } from '../record/row-image.ts'
import { Store } from '../record/store.ts'
import { cardKey } from '../cards/card-place.ts'
import { copyFolder } from './member.ts'
import { escalationsAbove, type Change, type Fleet, type Pulled } from './port.ts'

const VERSION = 'fleet-version'
/** The database that the copy is of. */
const PLACE = 'fleet-place'

/** Y1. */
export async function openSharedCopy(fleet: Fleet, project: Project): Promise<Store> {
  const store = Store.open(copyFolder(project), { root: project.root })
  await pullInto(fleet, store, project)
  return store
}

/** Y1. Brings an open copy up to date. */
export async function pullInto(fleet: Fleet, store: Store, { root }: Pick<Project, 'root'>): Promise<void> {
  const isOfThis = store.setting(PLACE) === fleet.place
  const pulled = await fleet.pull(isOfThis ? store.setting(VERSION) : null)
  if (pulled.isWhole && store.setting(VERSION) !== null) {
    // The copy belongs to another database, so it starts again from empty.
    const folder = dirname(store.path)
    rmSync(folder, { recursive: true, force: true })
    Store.open(folder, { root }).close()
    store.reopen()
  }
  receive(pulled, store, root)
  store.setSetting(PLACE, fleet.place)
}

function receive({ rows, gone, gates, version }: Pulled, store: Store, root: string): void {
  store.putImages(rows.map((image) => withCardHere(image, root)))
  forget(gone, store)
  for (const { key } of store.gates()) store.openGate(key)
  for (const { untilMs, hasCanary: _, ...gate } of gates) {
    const until = untilMs === null ? null : new Date(Date.now() + untilMs).toISOString()
    store.closeGate({ ...gate, until, canary: null })
  }
  store.setSetting(VERSION, version)
}

/** Cards are found by their real path, which differs between checkouts. */
function withCardHere(image: RowImage, root: string): RowImage {
  const { table, row } = image
  if (table !== 'tasks' || typeof row['card'] !== 'string') return image
  const path = join(root, row['card'])
  return { table, row: { ...row, card_key: existsSync(path) ? cardKey(path) : null } }
}

/** Deletes runs that never started. Only ended runs can be forgotten, so they are marked as canceled first. */
function forget(gone: Pulled['gone'], store: Store): void {
  const known = gone.filter(({ row }) => store.find(String(row['id'])) !== null)
  store.putImages(known.map(({ table, row }) => ({ table, row: { ...row, status: 'canceled' } })))
  store.forget(known.map(({ row }) => String(row['id'])))
}

export type WritableCopy = Disposable & {
  readonly store: Store
  readonly folder: string
  readonly ship: (asked?: Partial<Pick<Change, 'labels' | 'base'>>) => Promise<void>
}

/** Y2. With `adds` the command may add one task. */
export async function openOwnCopy(
  fleet: Fleet,
  project: Project,
  { adds }: { readonly adds: boolean },
): Promise<WritableCopy> {
  using shared = await openSharedCopy(fleet, project)
  const folder = mkdtempSync(join(fleetFolder(project), 'own-'))
  shared.copyInto(folder)
  const decisions = join(fleetFolder(project), DECISIONS)
  if (existsSync(decisions)) copyFileSync(decisions, join(folder, DECISIONS))
  const store = Store.open(folder, { root: project.root })
  if (adds) store.skipNumbers((await fleet.reserveTask()) - 1, ['tasks'])
  const numbersAbove = await fleet.reserveNumbers()
  store.skipNumbers(numbersAbove)
  store.skipNumbers(escalationsAbove(numbersAbove), ['escalations'])
  store.watchRows()
  const closed = store.gates().map(({ key }) => key)
  return {
    store,
    folder,
    ship: async ({ labels = [], base = null } = {}) => {
      for (const key of closed) if (store.gate(key) === null) await fleet.openGate(key)
      const seen = Object.fromEntries(store.statusesBefore())
      const cardEvents = store.pendingCardEvents().map(({ number: _, writtenAt, problem, ...event }) => event)
      const rows = store.changedImages()
      if (!adds && rows.some((image) => isNewTask(image, seen))) throw new Error('no number was reserved')
      await fleet.change({ rows, seen, labels, base, cardEvents })
      if (existsSync(join(folder, DECISIONS))) copyFileSync(join(folder, DECISIONS), decisions)
    },
    [Symbol.dispose]: () => {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isNewTask = ({ table, row }: RowImage, seen: Change['seen']): boolean =>
  table === 'tasks' && seen[Number(row['number'])] === undefined
