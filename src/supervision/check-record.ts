/**
 * Compares the record with the files of the runs.
 *
 * H1 Checking changes nothing. Each problem that can be fixed comes with the function that fixes it.
 * H2 If the database and the files disagree, result.json wins. Later verdicts and corrections in the database stay.
 * H3 Only the supervisor of a live run may repair it.
 */
import { isLive, type RunRecord } from '../record/run.ts'
import type { RunResult } from '../record/run-result.ts'
import type { Store } from '../record/store.ts'
import { fine, namedRuns, problem, warning, type Finding } from './finding.ts'
import { maskRun } from './mask-run.ts'
import { isGone, supervisorWords, uncheckedWords } from './owners.ts'
import { ADOPT_LEASE, isOrphan, reconcile, type ReconcileContext } from './reconcile.ts'
import { RunFolder } from './run-folder.ts'
import { findRunFolders, type FolderPlace } from './run-folders.ts'

export type Checking = ReconcileContext & {
  /** Starts a process that supervises orphaned runs to their end. */
  readonly startAdopter: () => void
  /** Imports runs of any day that the database does not know. Returns how many. */
  readonly importRuns: () => Promise<number>
}

export function checkRecord(context: Checking): readonly Finding[] {
  const { store } = context
  return [
    checkDatabase(store),
    ...checkUnfinished(context),
    ...checkFolders(context),
    ...checkLease(context),
    checkClock(store, Date.now()),
  ]
}

function checkDatabase(store: Store): Finding {
  const damage = store.integrity()
  return damage.length === 0
    ? fine('database', `${store.path} is intact.`)
    : problem('database', `${store.path} is damaged: ${damage.slice(0, 5).join(' ')}`, {
        next: `Move it away, then import the runs again from their files: mayday recover`,
      })
}

function checkUnfinished(context: Checking): readonly Finding[] {
  const { store } = context
  const unfinished = store.unfinished()
  const orphans = unfinished.filter((run) => isOrphan(run, context))
  const watched = unfinished.filter(
    (run) => !orphans.includes(run) && supervisorWords(run.run, context) === '',
  )
  const numbers = (runs: readonly { readonly run: number }[]): string => namedRuns(runs.map(({ run }) => run))
  return [
    watched.length === 0
      ? fine('running', unfinished.length === 0 ? 'No run is live.' : 'No supervised run is live.')
      : fine('running', `${upper(numbers(watched))} under supervision.`),
    ...uncheckedWords(context).map((who) =>
      warning('elsewhere', `A lock, a lease or a run is held by ${who}.`),
    ),
    ...(orphans.length === 0
      ? []
      : [
          warning('orphans', `No supervisor is alive for ${numbers(orphans)}.`, {
            next: 'The next command that reads runs ends each of them, e.g.: mayday history',
            fix: async () => {
              const { ended, waiting } = await reconcile(context)
              if (waiting > 0) context.startAdopter()
              return `${ended.length} ended from their files, ${orphans.length - ended.length} under supervision again.`
            },
          }),
        ]),
  ]
}

const upper = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/** The folder of a finished run, with the content of its files and of the database. */
type Looked = {
  readonly place: FolderPlace
  readonly folder: RunFolder
  readonly result: RunResult | null
  readonly record: RunRecord | null
}

function checkFolders(context: Checking): readonly Finding[] {
  const { project, store } = context
  const looked = findRunFolders(project)
    .map((place): Looked => {
      const folder = new RunFolder(place.path)
      return { place, folder, result: folder.result(), record: store.find(place.runId) }
    })
    // H3.
    .filter(({ record }) => record === null || !isLive(record))
  const found = [
    ...checkUnknown(looked, context),
    ...checkDifferent(looked, store),
    ...checkMasks(looked),
    ...checkStrays(looked),
  ]
  return found.length > 0
    ? found
    : [fine('files', `The files of all ended runs (${looked.length}) agree with the database.`)]
}

/** Includes folders without a result: a supervisor may still be working on them. */
function checkUnknown(looked: readonly Looked[], { importRuns }: Checking): readonly Finding[] {
  const unknown = looked.filter(isLost)
  if (unknown.length === 0) return []
  const names = namedRuns(unknown.map(({ place }) => place.runId))
  return [
    problem('unrecorded', `The database does not know ${names}, but the files exist.`, {
      next: 'Import them: mayday recover',
      fix: async () => `${await importRuns()} imported.`,
    }),
  ]
}

/** A copy of another run's folder is not imported. */
const isLost = ({ record, result, folder, place }: Looked): boolean =>
  record === null && (result?.runId === place.runId || folder.spec()?.runId === place.runId)

function checkDifferent(looked: readonly Looked[], store: Store): readonly Finding[] {
  const different = looked.filter((one) => differs(one, store))
  if (different.length === 0) return []
  const names = namedRuns(different.map(({ record }) => record?.run ?? '?'))
  return [
    problem('different', `The database and result.json disagree about ${names}.`, {
      next: 'Update the database from the file: mayday doctor --fix',
      fix: () =>
        `${different.filter((one) => believeFile(one, store)).length} of ${different.length} repaired.`,
    }),
  ]
}

/** H2: a run that was diagnosed again has newer verdicts in the database. */
function differs({ record, result }: Looked, store: Store): boolean {
  if (record === null || result === null || store.verdictsOf(record.run).length > 1) return false
  return record.status !== result.status || record.reason !== result.reason
}

function believeFile({ result }: Looked, store: Store): boolean {
  if (result === null) return false
  if (store.finish(result)) return true
  const { diagnosis, summary, plan } = result
  return diagnosis !== null && store.rediagnosed(result.runId, diagnosis, result.endedAt, { summary, plan })
}

function checkMasks(looked: readonly Looked[]): readonly Finding[] {
  const bare = looked.filter(({ folder, result }) => result !== null && folder.environment() !== null)
  if (bare.length === 0) return []
  const names = namedRuns(bare.map(({ record, place }) => record?.run ?? place.runId))
  return [
    problem('unmasked', `The log of ${names} may still contain secrets.`, {
      next: 'Mask them: mayday doctor --fix',
      fix: async () => {
        for (const { folder } of bare) await maskRun(folder)
        return `${bare.length} masked.`
      },
    }),
  ]
}

function checkStrays(looked: readonly Looked[]): readonly Finding[] {
  const strays = looked.filter((one) => one.record === null && !isLost(one))
  return strays.length === 0
    ? []
    : [
        warning('strays', `${strays.length} run folders belong to no known run and cannot be imported.`, {
          next: 'Remove them: mayday clean --orphans',
        }),
      ]
}

function checkLease(context: ReconcileContext): readonly Finding[] {
  const { store } = context
  const held = store.lease(ADOPT_LEASE)
  if (held === null || !isGone(held, context)) return []
  return [
    warning('lease', 'The adopter ended without releasing its lease.', {
      next: 'The next adopter takes it over.',
      fix: () => (store.releaseLease(ADOPT_LEASE, held) ? 'Released.' : 'Another process already has it.'),
    }),
  ]
}

/** Clocks of machines that share a folder may differ a little. */
const CLOCK_SLACK_MS = 60_000
/** No Mayday record is older than this. */
const EARLIEST = Date.UTC(2025, 0, 1)

function checkClock(store: Store, nowMs: number): Finding {
  const [newest] = store.history({ limit: 1 })
  const next = 'Set the clock, or let NTP set it.'
  if (nowMs < EARLIEST) return problem('clock', `The clock says ${new Date(nowMs).toISOString()}.`, { next })
  if (newest !== undefined && Date.parse(newest.startedAt) > nowMs + CLOCK_SLACK_MS)
    return warning('clock', `Run ${newest.run} began in the future: the clock was set back.`, { next })
  return fine('clock', 'The clock is later than the newest run.')
}
