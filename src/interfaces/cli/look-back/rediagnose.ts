import { agentReaders } from '../../../agents/readers.ts'
import { join } from 'node:path'
import { UsageError } from '../../../errors.ts'
import { classifier } from '../../../diagnosis/diagnosis.ts'
import type { Project } from '../../../record/project.ts'
import type { RunRecord } from '../../../record/run.ts'
import type { RunDiagnosis } from '../../../record/run-result.ts'
import type { Store } from '../../../record/store.ts'
import { confusionOf, type Confusion, type Judged } from '../../../supervision/confusion.ts'
import { rediagnoseRun } from '../../../supervision/rediagnose.ts'
import { RunFolder } from '../../../supervision/run-folder.ts'
import type { Answer } from '../answers.ts'
import type { Screen, Terminal } from '../command.ts'
import { withRun } from '../record/find-recorded.ts'
import { nothingRecorded, openRecorded } from '../record/open-store.ts'
import { startProgress } from '../screen/progress.ts'
import { renderRediagnosis } from './render-rediagnosis.ts'
import { refuseVerdictsOnFleet } from '../fleet/refuse-on-fleet.ts'

/** The result of diagnosing recorded runs again. */
export type Rediagnosed = Confusion & {
  readonly classifier: string
  readonly judged: number
  /** Runs whose log no longer exists. */
  readonly gone: number
  /** Runs without a verdict of the classifier: live, canceled, never started or imported. */
  readonly unjudged: number
  /** The number of recorded verdicts; null if recording was not requested. */
  readonly applied: number | null
}

export type RediagnoseAsked = {
  readonly runs: readonly string[]
  readonly since: string | undefined
  readonly apply: boolean
}

export async function runRediagnose(
  { runs: refs, since, apply }: RediagnoseAsked,
  screen: Screen<Answer<'mayday.rediagnose/1'>>,
): Promise<number> {
  if (since !== undefined && refs.length > 0)
    throw new UsageError('rediagnose takes the numbers of runs or --since, not both.')
  if (apply) refuseVerdictsOnFleet()
  using opened = await openRecorded({ ofNode: true })
  const { store, project } = opened
  const named = refs.map((ref) => withRun(opened, ref).run)
  if (store === null)
    return screen.answer(rediagnosisJson(summed([], { gone: 0, unjudged: 0 }, null)), () =>
      nothingRecorded(project),
    )
  const runs = named.length > 0 ? named : recorded(store, since ?? null)
  const total =
    named.length > 0 ? named.length : store.countRuns(since === undefined ? {} : { sinceAt: since })
  const { judged, ...left } = await judgeAll({ runs, total }, project, screen)
  const told = summed(judged, left, apply ? applyAll(store, judged) : null)
  return screen.answer(rediagnosisJson(told), () => renderRediagnosis(told, screen))
}

const PAGE = 500

/** Newest first, page by page, because a record may contain a million runs. */
function* recorded(store: Store, sinceAt: string | null): Generator<RunRecord> {
  let before: number | undefined
  for (;;) {
    const page = store.history({
      limit: PAGE,
      ...(sinceAt === null ? {} : { sinceAt }),
      ...(before === undefined ? {} : { before }),
    })
    yield* page
    before = page.at(-1)?.run
    if (page.length < PAGE) return
  }
}

type Left = { readonly gone: number; readonly unjudged: number }

async function judgeAll(
  { runs, total }: { readonly runs: Iterable<RunRecord>; readonly total: number },
  { record }: Project,
  terminal: Terminal,
): Promise<Left & { readonly judged: readonly Judged[] }> {
  const judged: Judged[] = []
  let gone = 0
  let unjudged = 0
  using progress = startProgress('judging runs again', terminal)
  for (const run of runs) {
    progress.at(judged.length + gone + unjudged, total)
    const told =
      run.origin === 'mayday'
        ? await rediagnoseRun(new RunFolder(join(record, run.logPath)), run, { agents: agentReaders })
        : ({ kind: 'unjudged' } as const)
    if (told.kind === 'judged') judged.push({ run, result: told.result })
    else if (told.kind === 'gone') gone += 1
    else unjudged += 1
  }
  return { judged, gone, unjudged }
}

/** An identical verdict is not recorded again. */
function applyAll(store: Store, judged: readonly Judged[]): number {
  const at = new Date().toISOString()
  let applied = 0
  for (const { run, result } of judged) {
    const { diagnosis, summary, plan } = result
    if (diagnosis === null || isSame(run.diagnosis, diagnosis)) continue
    if (store.rediagnosed(run.runId, diagnosis, at, { summary, plan })) applied += 1
  }
  return applied
}

const isSame = (old: RunDiagnosis | null, now: RunDiagnosis): boolean =>
  old !== null &&
  old.classifier === now.classifier &&
  old.reason === now.reason &&
  old.stage === now.stage &&
  old.rule === now.rule

const summed = (judged: readonly Judged[], left: Left, applied: number | null): Rediagnosed => ({
  ...confusionOf(judged),
  ...left,
  classifier,
  judged: judged.length,
  applied,
})

const rediagnosisJson = ({
  classifier: by,
  judged,
  agree,
  differ,
  pairs,
  ...rest
}: Rediagnosed): Answer<'mayday.rediagnose/1'> => ({
  classifier: by,
  judged,
  agree,
  differ,
  confusion: pairs.map((pair) => ({
    old: pair.old,
    new: pair.new,
    count: pair.runs.length,
    runs: pair.runs,
  })),
  ...rest,
})
