import { basename, dirname } from 'node:path'
import { UsageError } from '../../errors.ts'
import { parseDialect, type DialectName } from '../../reasons/dialects/dialects.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../../record/run.ts'
import type { Store } from '../../record/store.ts'
import { findGit } from '../../record/git.ts'
import { unmergedWork, type UnmergedWork } from '../../supervision/changes/unmerged/unmerged-work.ts'
import type { RunCommand, Terminal } from './command.ts'
import { openRecorded, type OpenedStore } from './open-store.ts'
import { projectConfig } from './project-config.ts'
import { renderUnmerged } from './render-unmerged.ts'
import { reasonWord } from './run-words.ts'
import { shownJson } from '../shown.ts'

/** Of one branch: more attempts than anybody would read. */
const MAX_RUNS = 50

export const runUnmerged: RunCommand = async (args, terminal) => {
  if (args.positionals.length > 0)
    throw new UsageError(
      `unmerged takes options only, and got '${args.positionals[0]}'. Try: mayday unmerged --main ${args.positionals[0]}`,
    )
  const named = args.text('dialect')
  const dialect = named === undefined ? null : parseDialect(named)
  const all = args.flag('all')
  const { git } = await projectConfig()
  const { store } = await openHere(terminal)
  const found = await unmergedWork({
    cwd: process.cwd(),
    main: args.text('main') ?? git.main,
    all,
    branches: store?.branches() ?? [],
    runsOn: (branch) => (store === null ? [] : runsOn(store, branch)),
  }).finally(() => store?.close())
  terminal.out(
    args.flag('json')
      ? unmergedJson(found, dialect)
      : renderUnmerged(found, { dialect, all, nowMs: Date.now(), ...terminal }),
  )
  return 0
}

/** This folder's store; in a linked work tree without one of its own, that of the tree it is linked to. */
async function openHere(terminal: Terminal): Promise<OpenedStore | { readonly store: null }> {
  const here = await openRecorded(terminal)
  const place = here.store === null ? findGit(process.cwd()) : null
  const isLinked = place !== null && place.dir !== place.common && basename(place.common) === '.git'
  return isLinked ? openRecorded(terminal, { cwd: dirname(place.common) }) : here
}

const runsOn = (store: Store, branch: string): readonly RunRecord[] =>
  store.runsOn(branch, MAX_RUNS).flatMap(({ run }) => store.find(run) ?? [])

const unmergedJson = (found: UnmergedWork<RunRecord>, dialect: DialectName | null): string => {
  const branches = found.branches.map(({ runs, ...work }) => ({
    ...work,
    runs: runs.map((run) => runJson(run, dialect)),
  }))
  return `${shownJson({ format: 'mayday.unmerged/1', dialect, ...found, branches }, 2)}\n`
}

const runJson = (run: RunRecord, dialect: DialectName | null): Record<string, unknown> => ({
  run: run.run,
  runId: run.runId,
  status: statusThatCounts(run),
  reason: reasonThatCounts(run),
  ...(dialect === null ? {} : { word: reasonWord(run, dialect) }),
  title: run.title,
  agent: run.agent,
  startedAt: run.startedAt,
  endedAt: run.endedAt,
  baseCommit: run.baseCommit,
  changedFiles: run.changedFiles,
})
