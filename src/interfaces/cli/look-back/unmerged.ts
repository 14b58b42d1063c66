import { basename, dirname } from 'node:path'
import type { DialectName } from '../../../reasons/dialects/dialects.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../../../record/run.ts'
import type { Store } from '../../../record/store.ts'
import { findGit, readBranch } from '../../../record/git.ts'
import { unmergedWork, type UnmergedWork } from '../../../supervision/changes/unmerged/unmerged-work.ts'
import { countOf } from '../../../signals/count-of.ts'
import { reasonWord } from '../../../views/run-row.ts'
import { complain } from '../../complain.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { openRecorded } from '../record/open-store.ts'
import { projectConfig } from '../config/project-config.ts'
import { renderUnmerged } from './render-unmerged.ts'

/** The most attempts of one branch that are read. */
const MAX_RUNS = 50

export type UnmergedAsked = {
  readonly main: string | undefined
  readonly all: boolean
  readonly dialect: DialectName | undefined
}

export async function runUnmerged(
  asked: UnmergedAsked,
  screen: Screen<Answer<'mayday.unmerged/1'>>,
): Promise<number> {
  const { all, dialect = null } = asked
  const { git } = await projectConfig()
  using opened = await openHere()
  const { store } = opened
  if (opened.store !== null && opened.isShared === true) reportElsewhere(opened.store.branches())
  const found = await unmergedWork({
    cwd: process.cwd(),
    main: asked.main ?? git.main,
    all,
    branches: store?.branches() ?? [],
    runsOn: (branch) => (store === null ? [] : runsOn(store, branch)),
  })
  return screen.answer(unmergedJson(found, dialect), () =>
    renderUnmerged(found, { dialect, all, nowMs: Date.now(), ...screen }),
  )
}

/** Branches that other nodes have pushed come by a fetch. */
function reportElsewhere(branches: readonly string[]): void {
  const place = findGit(process.cwd())
  const elsewhere = branches.filter((name) => place !== null && readBranch(place.common, name) === null)
  if (elsewhere.length > 0)
    complain(
      `${countOf(elsewhere.length, 'branch', 'branches')} of the fleet: not in this repository, so not checked. Get them from the remote, e.g.: git fetch origin 'refs/heads/mayday/*:refs/heads/mayday/*'`,
    )
}

/** The store of this folder. A linked work tree without a store uses that of its main work tree. */
async function openHere(): ReturnType<typeof openRecorded> {
  const here = await openRecorded({ shared: 'reads' })
  const place = here.store === null ? findGit(process.cwd()) : null
  const isLinked = place !== null && place.dir !== place.common && basename(place.common) === '.git'
  return isLinked ? openRecorded({ cwd: dirname(place.common) }) : here
}

const runsOn = (store: Store, branch: string): readonly RunRecord[] =>
  store.runsOn(branch, MAX_RUNS).flatMap(({ run }) => store.find(run) ?? [])

type UnmergedRun = Answer<'mayday.unmerged/1'>['branches'][number]['runs'][number]

const unmergedJson = (
  found: UnmergedWork<RunRecord>,
  dialect: DialectName | null,
): Answer<'mayday.unmerged/1'> => {
  const branches = found.branches.map(({ runs, ...work }) => ({
    ...work,
    runs: runs.map((run) => runJson(run, dialect)),
  }))
  return { dialect, ...found, branches }
}

const runJson = (run: RunRecord, dialect: DialectName | null): UnmergedRun => ({
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
