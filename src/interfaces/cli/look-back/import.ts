import { loadConfig } from '../../../config/load-config.ts'
import { UsageError } from '../../../errors.ts'
import { readAutoClaude } from '../../../memory/importers/auto-claude.ts'
import { withGoodCommits } from '../../../memory/importers/good-commits.ts'
import { readFailureContext } from '../../../memory/importers/failure-context.ts'
import { readGza } from '../../../record/importers/gza.ts'
import type { ImportedRun, ImportedTask } from '../../../record/importers/imported-run.ts'
import { realInside } from '../../../record/inside-project.ts'
import { findProject } from '../../../record/project.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { Answer } from '../answers.ts'
import type { Screen, Terminal } from '../command.ts'
import type { Maybe } from '../parse/option.ts'
import { lessonsFileName } from '../config/project-config.ts'
import { startProgress } from '../screen/progress.ts'
import { openStore, type OpenedStore } from '../record/open-store.ts'

/** The data of another program, ready to import. */
type Source = {
  readonly runs: readonly ImportedRun[]
  /** Its unfinished tasks. The user decides what happens to them. */
  readonly tasks?: readonly ImportedTask[]
  /** The schema version of its database; null if it has none. */
  readonly schema: number | null
  /** Tasks that were dropped before they ran. They are not imported. */
  readonly pending: number
  /** Records that were imported before. */
  readonly own?: number
  /** Good commits that are not in this repository. */
  readonly missing?: number
}

type Kind = Answer<'mayday.import/1'>['from']

type Read = (path: string, context: OpenedStore, more: ReadMore) => Source | Promise<Source>
type ReadMore = { readonly since: string | undefined; readonly screen: Terminal }

const sources: Readonly<Record<Kind, Read>> = {
  gza: (path) => readGza(path),
  'auto-claude': async (path, { project }) => {
    const { runs, tasks, good } = readAutoClaude(path)
    return { ...(await withGoodCommits(runs, good, project.root)), tasks, pending: 0, schema: null }
  },
  'failure-context': (path, { store }) => ({
    ...readFailureContext(path, store.lessons()),
    schema: null,
    pending: 0,
  }),
  sessions: async (folder, _context, { since, screen }) => {
    const { readSessions } = await import('./import-sessions.ts')
    return { runs: await readSessions(folder, since, screen), schema: null, pending: 0 }
  },
}

export type ImportAsked = Maybe<'path' | 'since'> & { readonly from: Kind }

export async function runImport(
  { from, path: named, since }: ImportAsked,
  screen: Screen<Answer<'mayday.import/1'>>,
): Promise<number> {
  if (from !== 'sessions' && since !== undefined)
    throw new UsageError(`import ${from} takes no --since: everything is imported. Only sessions have it.`)
  const path = named ?? (await defaultPath(from))
  using context = await openStore()
  const read = await sources[from](path, context, { since, screen })
  const { runs, tasks = [], schema, pending, own = 0, missing = 0 } = read
  const counts = context.store.importRuns(from, counted(runs, screen))
  const added = context.store.importTasks(tasks)
  const known = counts.known + own
  const good = { goodCommits: tasksWithGood(runs), missingCommits: missing }
  const told = { from, path, schema, imported: counts.imported, known, tasks: added, pending, ...good }
  return screen.answer(told, () => sentence(told, runs))
}

/** Yields the runs and shows progress. */
function* counted(runs: readonly ImportedRun[], screen: Terminal): Generator<ImportedRun> {
  using progress = startProgress('importing runs', screen)
  for (const [index, run] of runs.entries()) {
    progress.at(index, runs.length)
    yield run
  }
}

/** The number of tasks with a last good commit. */
const tasksWithGood = (runs: readonly ImportedRun[]): number =>
  runs.filter(({ sameTaskAs, goodCommit }) => sameTaskAs === undefined && goodCommit !== undefined).length

/** Only the Failure Context and the sessions of a project have a default path. */
async function defaultPath(from: Kind): Promise<string> {
  if (from === 'sessions') return findProject(process.cwd(), process.env).root
  if (from !== 'failure-context')
    throw new UsageError(`import ${from} needs a path. Try: mayday import gza .gza/gza.db`)
  const project = findProject(process.cwd(), process.env)
  return realInside(project.root, lessonsFileName((await loadConfig(project, process.env)).readable))
}

type Told = {
  readonly from: string
  readonly imported: number
  readonly known: number
  readonly tasks: number
  readonly pending: number
  readonly goodCommits: number
  readonly missingCommits: number
}

const sentence = (
  { from, imported, known, tasks, pending, goodCommits, missingCommits }: Told,
  runs: readonly ImportedRun[],
): string =>
  [
    `${imported === 0 ? 'No new runs' : countOf(imported, 'run')} imported from ${from}.`,
    ...(known === 0 ? [] : [`Known already: ${countOf(known, 'run')}.`]),
    ...(tasks === 0
      ? []
      : [
          `Not done there: ${countOf(tasks, 'task')}, which ${tasks === 1 ? 'waits' : 'wait'} for you (mayday tasks).`,
        ]),
    ...(pending === 0
      ? []
      : [`Left out: ${countOf(pending, 'task')} dropped before ${pending === 1 ? 'it' : 'they'} ran.`]),
    ...(goodCommits === 0 ? [] : [`With a last good commit: ${countOf(goodCommits, 'task')}.`]),
    ...(missingCommits === 0 ? [] : [`Not in this repository: ${countOf(missingCommits, 'good commit')}.`]),
    runs.some(({ lesson }) => lesson !== undefined) ? 'See: mayday lessons\n' : 'See: mayday history\n',
  ].join(' ')
