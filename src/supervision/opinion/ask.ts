/** Asks an agent about a log whose verdict is open, or uses its cached answer. */
import type { Asked } from '../../diagnosis/asked.ts'
import { diagnose } from '../../diagnosis/diagnose.ts'
import { classifier } from '../../diagnosis/diagnosis.ts'
import { explanationOf, type Explanation } from '../../diagnosis/explain.ts'
import { isOpen, withOpinion } from '../../diagnosis/second-opinion.ts'
import { MaydayError } from '../../errors.ts'
import { describeDuration } from '../../record/duration.ts'
import { readSignals } from '../../signals/read-signals.ts'
import type { Reading } from '../../signals/signal.ts'
import { agentEnvironment } from '../agent-environment.ts'
import { profileFor } from '../prepare-agent.ts'
import type { KnownAgents, LoadedAgents } from '../known-agents.ts'
import { findProgram } from '../launch.ts'
import type { Environment } from '../run-folder.ts'
import { answerPath, keepAnswer, readAnswer, type KeptAnswer } from './answer-cache.ts'
import { askerFor, type Asker } from './askers.ts'
import type { Excerpt } from './excerpt.ts'
import { judgeAnswer } from './judge-answer.ts'
import { QUESTION_VERSION, questionAbout } from './question.ts'
import { runAsked, type AskedRun } from './run-asked.ts'

/** An agent that can be asked, found on this machine. */
export type ReadyAsker = {
  readonly asker: Asker
  readonly program: string
  /** All known agents: its answer is read like any output of it. */
  readonly agents: LoadedAgents
}

export type AskOptions = ReadyAsker & {
  /** More arguments for its command line. */
  readonly args: readonly string[]
  readonly env: Environment
  readonly secrets: readonly string[]
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Throws if the agent cannot be asked, or is not installed. */
export async function readyAsker(name: string, env: Environment, known: KnownAgents): Promise<ReadyAsker> {
  const agents = await known.load()
  const asker = askerFor(name, { names: known.names, askers: agents.askers })
  const found = findProgram(name, '/', env)
  if (found.kind === 'found') return { asker, program: found.path, agents }
  throw new MaydayError(
    'AGENT_MISSING',
    `${name} cannot be asked: there is no program of that name on PATH that may be executed. Install it, or ask another agent.`,
  )
}

/** The subject of a question. The excerpt of the log is read only if it is needed. */
export type Subject = {
  readonly found: Explanation
  readonly file: string
  readonly excerpt: () => Promise<Excerpt>
}

/** The explanation, with the agent's opinion if it counts, and always with the question's outcome. */
export async function askAbout(subject: Subject, options: AskOptions): Promise<Explanation> {
  const { found, file } = subject
  const { name } = options.asker
  if (!isOpen(found)) return withOpinion(found, notAsked(name), null)
  const excerpt = await subject.excerpt()
  const path = answerPath(questionParts(excerpt, found, options), options.env)
  const kept = readAnswer(path)
  const told = kept ?? (await ask(questionAbout(excerpt, found), options))
  const cost = {
    agent: name,
    model: told.model,
    costUsd: told.costUsd,
    tokens: told.tokens,
    cached: kept !== null,
  }
  if ('why' in told)
    return withOpinion(found, { ...cost, outcome: 'no-answer', why: told.why, answer: null }, null)
  if (kept === null) keepAnswer(path, told)
  const { answer, opinion, why } = judgeAnswer(told.said, excerpt, file)
  const outcome = opinion === null ? 'thrown-away' : 'counted'
  return withOpinion(found, { ...cost, outcome, why, answer }, opinion)
}

/** Everything that the question and its answer depend on. */
const questionParts = (
  { sha256 }: Excerpt,
  { stage, ending, ci }: Explanation,
  { asker, args }: AskOptions,
): readonly unknown[] => [sha256, classifier, QUESTION_VERSION, asker.name, args, stage, ending, ci ?? null]

const notAsked = (agent: string): Asked => ({
  agent,
  outcome: 'not-asked',
  why: 'the verdict is proven without it',
  answer: null,
  model: null,
  costUsd: null,
  tokens: null,
  cached: false,
})

type Unanswered = Omit<KeptAnswer, 'said'> & { readonly why: string }

async function ask(question: string, options: AskOptions): Promise<KeptAnswer | Unanswered> {
  const { asker, env, agents } = options
  const around = agentEnvironment(profileFor(asker.name, null, agents.profiles), env)
  const run = await runAsked({ ...options, env: around, question })
  const reading = await readOutput(run, options)
  const { model, costUsd, tokens, lastWords } = reading.facts
  const why = whyNoAnswer(run, reading, options)
  return why === null ? { said: lastWords, model, costUsd, tokens } : { why, model, costUsd, tokens }
}

/** An agent that rejects its flags or settings may say so only on standard error. */
const readOutput = (
  { output, complaint, exitCode }: AskedRun,
  { asker, agents, secrets }: AskOptions,
): Promise<Reading> => {
  const bytes = output.length > 0 ? output : Buffer.from(complaint)
  return readSignals(once(bytes), {
    agents: agents.readers,
    agent: asker.name,
    stage: 'agent_run',
    exitCode,
    secrets,
  })
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Null if it answered. The agent's own output is diagnosed like any other. */
function whyNoAnswer(run: AskedRun, reading: Reading, { timeoutMs }: AskOptions): string | null {
  if (run.ending === 'timeout') return `it did not answer within ${describeDuration(timeoutMs)}`
  if (run.ending === 'interrupted') return 'the question was interrupted'
  if (run.ending === 'not-started') return `it could not be started (${run.complaint})`
  if (reading.facts.actions.length > 0) return 'it used a tool instead of answering'
  const { reason, meaning, evidence } = explanationOf(
    reading,
    diagnose({ ...reading, exitCode: run.exitCode }),
  )
  if (reason === null) return null
  const said = evidence[0]?.excerpt ?? meaning ?? ''
  return `it failed with ${reason}${said === '' ? '' : `: ${said}`}`
}
