/**
 * What the files of a run must hold to be believed. Mayday wrote them, but a disk, a backup or an agent may have changed
 * them since: what does not fit is treated as not there.
 */
import { stopCauses, type Ending } from '../reasons/ending.ts'
import { planKinds } from '../reasons/reason.ts'
import { stages } from '../reasons/stages.ts'
import type { KnownTests } from '../diagnosis/compare-tests.ts'
import type { RunResult } from '../record/run-result.ts'
import {
  byKind,
  isCount,
  isFlag,
  isInstant,
  isNumber,
  isStretch,
  isText,
  isWhole,
  listOf,
  oneOf,
  orMissing,
  orNull,
  shaped,
  type Check,
} from '../record/shape.ts'
import type { Baseline } from './changes/changes.ts'
import type { Recorded, RunEvent } from './run-event.ts'
import type { Environment } from './run-folder.ts'
import type { RunSpec } from './run-spec.ts'

const isStage = oneOf(stages)
const isGoodStage: Check = (value) => shaped({ run: isCount, logPath: isText })(value) && isStretch(value)
const isIdentity = shaped({ pid: isCount, startedAt: isText, boot: isText, host: isText })

/** The compiler asks for every kind. */
const endings: Readonly<Record<Ending['kind'], Check>> = {
  'never-started': () => true,
  stopped: shaped({ by: oneOf(stopCauses) }),
  signal: shaped({ signal: isText }),
  lost: () => true,
  exit: shaped({ code: isWhole }),
  unknown: () => true,
}

const isEnding = byKind('kind', endings)

const isBudget = shaped({
  attempts: isCount,
  wallMs: isNumber,
  tokens: orNull(isNumber),
  costUsd: orNull(isNumber),
})

const isKept = shaped({
  title: isText,
  prompt: isText,
  agent: orNull(isText),
  argv: orNull(listOf(isText)),
  cwd: isText,
  flow: isText,
  phase: orNull(isText),
  setup: orNull(isText),
  baseline: orNull(isText),
  verify: orNull(isText),
  expectChanges: isFlag,
  limits: shaped({}),
  budget: isBudget,
  card: orNull(isText),
  cardKey: orNull(isText),
  isParallel: isFlag,
  hasOwnTree: isFlag,
  fallback: listOf(isText),
  comparesTests: orMissing(isFlag),
  createdAt: isInstant,
  startCommit: orNull(isText),
  sinceRun: isCount,
})

const isPast = shaped({
  attempts: listOf(shaped({ run: isCount, approach: isText })),
  given: isText,
  failures: listOf(isText),
  budget: isBudget,
  isPaced: isFlag,
})

const isPairs = listOf(Array.isArray)

const baselines: Readonly<Record<Baseline['kind'], Check>> = {
  git: shaped({ root: isText, dirty: isPairs, headLogBytes: isCount }),
  scan: shaped({ root: isText, files: isPairs }),
  bytes: shaped({ root: isText, gitDir: isText, files: isPairs }),
  unknown: () => true,
}

const fitsBaseline = byKind('kind', baselines)

const isStartPoint = shaped({ commit: isText, code: isText, folder: isText, ref: orMissing(isText) })

const fitsSpec = shaped({
  format: oneOf(['mayday.run/1']),
  runId: isText,
  run: isCount,
  task: isCount,
  taskId: isText,
  attempt: isCount,
  title: isText,
  kept: orMissing(isKept),
  flow: isText,
  phase: orNull(isText),
  card: orMissing(orNull(isText)),
  agent: orNull(isText),
  sessionId: orMissing(isText),
  root: isText,
  cwd: isText,
  logPath: isText,
  runPath: isText,
  createdAt: isInstant,
  starter: isIdentity,
  stages: listOf(
    shaped({
      stage: isStage,
      argv: listOf(isText),
      command: isText,
      timeoutMs: isNumber,
      idleMs: orNull(isNumber),
    }),
  ),
  graceMs: isNumber,
  memory: orNull(shaped({ bytes: isCount })),
  expectChanges: isFlag,
  compare: orMissing((value) => isStartPoint(value) || shaped({ why: isText })(value)),
  past: orMissing(isPast),
  markers: orMissing(listOf(isText)),
  policies: orMissing(listOf(isText)),
  ownReasons: orMissing(listOf(shaped({ name: isText, like: isText }))),
  prompted: isFlag,
  baseline: fitsBaseline,
  branch: orNull(isText),
  baseCommit: orNull(isText),
  oomKills: orNull(isCount),
})

export const isSpec = (value: unknown): value is RunSpec => fitsSpec(value)

const isEvidence = shaped({ source: isText, excerpt: isText, file: orNull(isText), line: orNull(isWhole) })

const isKinds = shaped({
  new: listOf(isText),
  old: listOf(isText),
  flaky: listOf(shaped({ name: isText, failed: isCount, runs: isCount })),
  unnamed: isCount,
})

const isVerdict = shaped({
  reason: orNull(isText),
  stage: isStage,
  confidence: isText,
  rule: isText,
  evidence: listOf(isEvidence),
  alternatives: listOf(shaped({ reason: isText, rule: isText, why: isText })),
  circular: isFlag,
  classifier: isText,
  resetAt: orMissing(isInstant),
  failing: orMissing(listOf(isText)),
  compared: orMissing(shaped({ kinds: orNull(isKinds), words: isText })),
  approach: orMissing(isText),
  repeats: orMissing(listOf(isCount)),
})

const fitsStageReport = shaped({
  stage: isStage,
  command: isText,
  startedAt: isInstant,
  endedAt: isInstant,
  durationMs: isCount,
  ending: isEnding,
  reason: orNull(isText),
  mayHaveEscaped: orMissing(isText),
  changedFiles: orMissing(listOf(isText)),
})

const isStageReport: Check = (value) => fitsStageReport(value) && isStretch(value)

const fitsResult = shaped({
  format: oneOf(['mayday.result/1']),
  runId: isText,
  run: isCount,
  taskId: isText,
  attempt: isCount,
  flow: isText,
  phase: orNull(isText),
  card: orNull(isText),
  agent: orNull(isText),
  status: oneOf(['succeeded', 'failed', 'canceled']),
  ending: isEnding,
  exitCode: orNull(isWhole),
  endSignal: orNull(isText),
  stage: isStage,
  reason: orNull(isText),
  summary: isText,
  rejection: orNull(isText),
  circular: isFlag,
  diagnosis: orNull(isVerdict),
  plan: orNull(shaped({ kind: oneOf(planKinds), words: isText, retries: isNumber, backoff: isFlag })),
  startedAt: isInstant,
  endedAt: isInstant,
  durationMs: isCount,
  bytesRead: orNull(isNumber),
  bytesWritten: orNull(isNumber),
  turns: orNull(isNumber),
  costUsd: orNull(isNumber),
  tokens: orNull(isNumber),
  sessionId: orNull(isText),
  model: orNull(isText),
  changedFiles: orNull(listOf(isText)),
  branch: orMissing(orNull(isText)),
  verify: orNull(shaped({ command: isText, passed: isFlag, durationMs: isCount })),
  tests: orMissing(
    listOf(
      shaped({
        stage: isStage,
        command: isText,
        folder: isText,
        code: orNull(isText),
        failed: isCount,
        passed: isCount,
        names: listOf(isText),
      }),
    ),
  ),
  stages: listOf(isStageReport),
  logPath: isText,
})

/** A canceled run has no reason. */
export const isResult = (value: unknown): value is RunResult =>
  fitsResult(value) &&
  (!shaped({ status: oneOf(['canceled']) })(value) || shaped({ reason: oneOf([null]) })(value))

/** What is read of each kind. */
const events: Readonly<Record<RunEvent['event'], Check>> = {
  'run:created': () => true,
  'run:rejected': shaped({ rejection: isText }),
  'run:adopted': shaped({ supervisor: isIdentity }),
  'stage:starting': shaped({ stage: isStage, from: isCount, fromLine: isCount }),
  'stage:started': shaped({ stage: isStage, wrapper: orNull(isIdentity) }),
  'stage:ticked': shaped({ stage: isStage, elapsedMs: isNumber, silentMs: isNumber }),
  'agent:retrying': shaped({ stage: isStage, nextMs: orNull(isNumber) }),
  'stage:extended': shaped({ stage: isStage }),
  'stage:stopping': shaped({ stage: isStage, by: isText, afterMs: isNumber }),
  'stage:ended': shaped({
    stage: isStage,
    to: isCount,
    toLine: isCount,
    ending: isEnding,
    durationMs: isNumber,
    startError: orMissing(isText),
  }),
  'stage:compared': shaped({ stage: isStage, with: listOf(isGoodStage) }),
  'tree:changed': shaped({ stage: isStage, files: listOf(isText) }),
  'disk:full': shaped({ stage: isStage, says: isText }),
  'strays:stopped': shaped({ count: isCount }),
  'start:testing': shaped({ commit: isText }),
  'strays:unsure': shaped({ stage: isStage, says: isText }),
  'state:rebuilt': shaped({ why: isText }),
  'run:ended': shaped({ status: isText }),
}

const fitsEvent = shaped({ event: isText, at: isInstant })
const fitsKind = byKind('event', events, () => true)

/** A kind that a newer version wrote is kept as it is. */
export const isRecorded = (value: unknown): value is Recorded => fitsEvent(value) && fitsKind(value)

const isTestRun = shaped({ failed: isCount, passed: isCount, names: listOf(isText) })

const fitsKnownTests = shaped({
  start: (value) => isTestRun(value) || shaped({ why: isText })(value),
  flaky: listOf(shaped({ name: isText, failed: isCount, runs: isCount, lastAt: isText })),
})

export const isKnownTests = (value: unknown): value is KnownTests => fitsKnownTests(value)

export const isBaseline = (value: unknown): value is Baseline => fitsBaseline(value)

export const isEnvironment = (value: unknown): value is Environment =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText)
