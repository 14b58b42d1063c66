/**
 * What an agent's own story of its session tells, where its output does not say why it failed.
 *
 * X1 Only the run's own session is read, only its end, and only what was written since the run began. X2 What is taken
 * is kept beside the log, redacted: the verdict can be checked, and made again, without the agent's files. X3 Only typed
 * errors count that the agent did not get over.
 */
import { closeSync, existsSync, fstatSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { diagnose } from '../diagnosis/diagnose.ts'
import { writeWhole } from '../record/write-whole.ts'
import { parseObject } from '../signals/json.ts'
import { SignalReader } from '../signals/reader.ts'
import { redact } from '../signals/secrets.ts'
import type { Signal } from '../signals/signal.ts'
import { agentProfiles } from './agent-profiles.ts'
import { findTranscript } from './find-transcript.ts'
import { openLog } from './open-log.ts'
import type { RunFolder } from './run-folder.ts'
import type { RunSpec } from './run-spec.ts'
import type { StageOutcome } from './stage-outcome.ts'
import type { SupervisedRun } from './supervised-run.ts'

const FILE = 'transcript.jsonl'
const TAIL_BYTES = 512 * 1024
const MOST_LINES = 400

/** The stage with what the transcript tells, where that is asked for and there is one. */
export function withTranscript(run: SupervisedRun, outcome: StageOutcome): StageOutcome {
  const path = wantsTranscript(outcome) ? pathFor(run, outcome) : null
  if (path === null) return outcome
  const lines = linesSince(path, outcome.startedAt).map((line) => redact(line, run.secrets))
  if (lines.length === 0) return outcome
  writeWhole(run.folder.file(FILE), `${lines.join('\n')}\n`, 'unsynced')
  return { ...outcome, transcript: readTranscript(run.folder, run.spec, outcome) }
}

/** What was taken when the run ended. */
export function readTranscript(
  folder: RunFolder,
  { logPath }: RunSpec,
  { spec, startedAt, reading }: Pick<StageOutcome, 'spec' | 'startedAt' | 'reading'>,
): readonly Signal[] {
  if (spec.stage !== 'agent_run' || reading.agent === null || !existsSync(folder.file(FILE))) return []
  const reader = new SignalReader({
    stage: spec.stage,
    agent: reading.agent,
    file: `${logPath}/${FILE}`,
    now: new Date(startedAt),
  })
  reader.push(readFileSync(folder.file(FILE)))
  return reader.end().signals.filter(isTold)
}

/** X3. */
const isTold = ({ source, what, specific, resolved }: Signal): boolean =>
  source === 'typed' && specific && !resolved && what !== 'success' && what !== 'no-answer'

/** Reasons that say how it ended, or that a request failed, and leave open why. */
const OPEN_REASONS: ReadonlySet<string> = new Set(['UNKNOWN', 'LLM_ERROR', 'STALLED', 'TIMEOUT'])

function wantsTranscript(outcome: StageOutcome): boolean {
  const { spec, ending, exitCode, endSignal, reading } = outcome
  if (spec.stage !== 'agent_run' || (ending.kind === 'stopped' && ending.by === 'cancel')) return false
  const { reason, evidence } = diagnose({ ...reading, ending, exitCode, endSignal })
  if (reason === null || !OPEN_REASONS.has(reason)) return false
  return reason !== 'LLM_ERROR' || evidence[0]?.detail.status === undefined
}

function pathFor({ env, spec }: SupervisedRun, { reading }: StageOutcome): string | null {
  const transcript = agentProfiles.find(({ name }) => name === reading.agent)?.transcript ?? null
  const sessionId = reading.facts.sessionId ?? spec.sessionId ?? null
  const home = transcript === null ? undefined : env[transcript.home.variable]
  const above = env['HOME']
  if (transcript === null || sessionId === null || (home === undefined && above === undefined)) return null
  return findTranscript(home ?? join(above ?? '', transcript.home.folder), transcript.path, sessionId)
}

/** X1: a resumed session has the errors of its earlier runs in it. */
function linesSince(path: string, startedAt: string): readonly string[] {
  const since = Date.parse(startedAt)
  return tailOf(path)
    .split('\n')
    .filter((line) => {
      const at = parseObject(line)?.['timestamp']
      return typeof at === 'string' && Date.parse(at) >= since
    })
    .slice(-MOST_LINES)
}

function tailOf(path: string): string {
  const file = openLog(path)
  if (file === null) return ''
  try {
    const from = Math.max(0, fstatSync(file).size - TAIL_BYTES)
    const buffer = Buffer.alloc(TAIL_BYTES)
    const bytes = readSync(file, buffer, 0, TAIL_BYTES, from)
    return buffer.subarray(0, bytes).toString('utf8')
  } finally {
    closeSync(file)
  }
}
