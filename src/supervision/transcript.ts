/**
 * Reads an agent's own transcript of its session if its output does not prove why it failed.
 *
 * X1 Only the end of the run's own session is read. Only lines between the start of the run and the request to stop it
 * count. An incomplete last sentence does not prove that the agent recovered. X2 The lines that were read are stored
 * beside the log, redacted. So the verdict can be checked and repeated without the agent's files. X3 Only typed errors
 * count, and only if the agent did not recover from them. X4 If the output proves a success, only the end of the last
 * answer counts, and only if the agent reports it nowhere else.
 */
import { closeSync, fstatSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { diagnose } from '../diagnosis/diagnose.ts'
import type { Diagnosis } from '../diagnosis/diagnosis.ts'
import { reasons } from '../reasons/table.ts'
import { readPlainText } from '../record/plain-file.ts'
import { writeWhole } from '../record/write-whole.ts'
import type { AgentAdapter } from '../signals/agent-reader.ts'
import { parseObject } from '../signals/json.ts'
import { SignalReader } from '../signals/reader.ts'
import { redact } from '../secrets/secrets.ts'
import type { Signal } from '../signals/signal.ts'
import { findTranscript, staysIn } from './find-transcript.ts'
import type { LoadedAgents } from './known-agents.ts'
import { openLog } from './open-log.ts'
import type { RunFolder } from './run-folder.ts'
import type { RunSpec } from './run-spec.ts'
import type { AgentProfile, Transcript } from './profiles/profile.ts'
import type { StageOutcome } from './stage-outcome.ts'
import type { SupervisedRun } from './supervised-run.ts'

const FILE = 'transcript.jsonl'
export const TAIL_BYTES: number = 512 * 1024
const MOST_LINES = 400

/** The stage with the signals of its transcript, if one is needed and exists. */
export function withTranscript(
  run: SupervisedRun,
  outcome: StageOutcome,
  { stoppedAt, agents }: { readonly stoppedAt: string | null; readonly agents: LoadedAgents },
): StageOutcome {
  const { agent, facts } = outcome.reading
  const isWanted = transcriptWanted(outcome)
  const path =
    isWanted === null ? null : transcriptPath(run, profileNamed(agent, agents), facts.sessionId, isWanted)
  if (path === null) return outcome
  const lines = linesIn(path, outcome.startedAt, stoppedAt).map((line) => redact(line, run.secrets))
  const taken = `${lines.join('\n')}\n`
  const transcript = signalsIn(taken, run.spec, { stage: outcome, readers: agents.readers })
  if (lines.length === 0 || (transcript.length === 0 && isSuccess(outcome))) return outcome
  writeWhole(run.folder.file(FILE), taken, 'unsynced')
  return { ...outcome, transcript }
}

/** The lines that were stored when the run ended. */
export function readTranscript(
  { folder, spec }: { readonly folder: RunFolder; readonly spec: RunSpec },
  stage: EndedStage,
  readers: readonly AgentAdapter[],
): readonly Signal[] {
  const taken = readPlainText(folder.file(FILE))
  return taken === null ? [] : signalsIn(taken, spec, { stage, readers })
}

type EndedStage = Pick<StageOutcome, 'spec' | 'startedAt' | 'reading' | 'ending' | 'exitCode' | 'endSignal'>

function signalsIn(
  taken: string,
  { logPath }: RunSpec,
  { stage, readers }: { readonly stage: EndedStage; readonly readers: readonly AgentAdapter[] },
): readonly Signal[] {
  const { spec, startedAt, reading } = stage
  if (spec.stage !== 'agent_run' || reading.agent === null) return []
  const reader = new SignalReader({
    agents: readers,
    stage: spec.stage,
    agent: reading.agent,
    file: `${logPath}/${FILE}`,
    now: new Date(startedAt),
  })
  reader.push(Buffer.from(taken))
  const told = reader.end().signals.filter(isTold)
  return isSuccess(stage) ? told.filter(isEndOfAnswer) : told
}

const diagnosisOf = ({ reading, ending, exitCode, endSignal }: EndedStage): Diagnosis =>
  diagnose({ ...reading, ending, exitCode, endSignal })

const isSuccess = (stage: EndedStage): boolean => diagnosisOf(stage).reason === null

/** X4: the words of providers for an answer that was cut off or filtered. */
const ANSWER_ENDS: ReadonlySet<string> = new Set(['length', 'content_filter'])

const isEndOfAnswer = ({ detail }: Signal): boolean => ANSWER_ENDS.has(detail.code ?? '')

/** X3. */
const isTold = ({ source, what, specific, resolved }: Signal): boolean =>
  source === 'typed' && specific && !resolved && what !== 'success' && what !== 'no-answer'

/** Which transcripts are read; null if none is. */
function transcriptWanted(outcome: StageOutcome): ((transcript: Transcript) => boolean) | null {
  const { spec, ending } = outcome
  if (spec.stage !== 'agent_run' || (ending.kind === 'stopped' && ending.by === 'cancel')) return null
  const { reason, evidence } = diagnosisOf(outcome)
  if (reason === null) return ({ tellsEnds }) => tellsEnds
  const { transcript } = reasons[reason]
  const hasStatus = evidence[0]?.detail.status !== undefined
  return transcript === 'asked' || (transcript === 'asked-without-status' && !hasStatus) ? () => true : null
}

/** The profile of the agent that was recognised in the output. */
export const profileNamed = (agent: string | null, { profiles }: LoadedAgents): AgentProfile | null =>
  profiles.find(({ name }) => name === agent) ?? null

/** The path of the transcript of a session; null if there is none or it is not needed. */
export function transcriptPath(
  { env, spec }: Pick<SupervisedRun, 'env' | 'spec'>,
  profile: AgentProfile | null,
  foundSession: string | null,
  isWanted: (transcript: Transcript) => boolean,
): string | null {
  const transcript = profile?.transcript ?? null
  const sessionId = foundSession ?? spec.sessionId ?? null
  if (transcript === null || sessionId === null || !isWanted(transcript)) return null
  const { variables, folder } = transcript.home
  const seen = spec.stages.find(({ stage }) => stage === 'agent_run')?.variables
  const [home] = variables.flatMap((name) => (seen?.includes(name) === false ? [] : env[name] || []))
  const above = env['HOME']
  if (home === undefined && above === undefined) return null
  const found = findTranscript(home ?? join(above ?? '', folder), transcript.path, sessionId)
  // The agent may have made a link out of the home of its sandbox, to a file that it cannot read itself.
  const isFenced = spec.ownGit !== undefined && found !== null
  return isFenced && !staysIn(above ?? '', found) ? null : found
}

/** X1: a resumed session contains the errors of its earlier runs. */
function linesIn(path: string, startedAt: string, stoppedAt: string | null): readonly string[] {
  const since = Date.parse(startedAt)
  const until = stoppedAt === null ? Infinity : Date.parse(stoppedAt)
  return tailOf(path)
    .split('\n')
    .filter((line) => isWithin(line, since, until))
    .slice(-MOST_LINES)
}

/** Whether the line was written between these moments. */
export function isWithin(line: string, since: number, until: number): boolean {
  const at = parseObject(line)?.['timestamp']
  return typeof at === 'string' && Date.parse(at) >= since && Date.parse(at) <= until
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
