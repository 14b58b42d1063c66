/** `mayday run --agent NAME "PROMPT"`, and in an earlier session with `--resume RUN`. */
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { agentCommand, projectAgents } from '../../../config/agent-command.ts'
import type { Config } from '../../../config/config.ts'
import { UsageError } from '../../../errors.ts'
import { overridesOf } from '../../../config/custom-reasons.ts'
import { lessonsFor, type Concern } from '../../../memory/lessons-for.ts'
import { buildPrompt } from '../../../memory/prompt.ts'
import { customReasonsIn } from '../../../recovery/policy.ts'
import type { RunRecord } from '../../../record/run.ts'
import type { Store } from '../../../record/store.ts'
import { startedAs } from '../../../supervision/agent-environment.ts'
import { prepareAgent, type AgentChoices } from '../../../supervision/prepare-agent.ts'
import { titleOf } from '../../../record/title-of.ts'
import type { RunRequest } from '../../../supervision/run-request.ts'
import type { Terminal } from '../command.ts'
import type { OneRun } from './run.ts'
import { findRecorded } from '../record/find-recorded.ts'
import { refuseToResume, resumable } from './resumable.ts'
import { phaseOf, readPromptFile } from '../parse/task-options.ts'

type Parts = Pick<
  RunRequest,
  | 'argv'
  | 'env'
  | 'sessionId'
  | 'described'
  | 'agent'
  | 'task'
  | 'title'
  | 'phase'
  | 'prompt'
  | 'isPromptGiven'
  | 'cwd'
>

type Surroundings = {
  readonly config: Config
  readonly store: Store
  readonly env: RunRequest['env']
  /** The task of --task. */
  readonly task: number | null
}

/** The parts of a request that depend on the agent's name. */
export async function agentParts(
  asked: OneRun,
  terminal: Terminal,
  { config, store, env, task }: Surroundings,
): Promise<Parts> {
  const { resume: ref, agent } = asked
  const earlier = ref === undefined ? null : resumable(findRecorded(store, ref), store, agent)
  const name = agent ?? earlier?.agent ?? ''
  const command = agentCommand(name, config)
  const words = await wordsIn(asked, terminal, { earlier, name })
  const concern = concernOf(asked, store, earlier?.task ?? task)
  const prompt = promptFor(words, concern, { config, store })
  const prepared = prepareAgent({
    ...command,
    prompt,
    sessionId: earlier?.sessionId ?? null,
    newSession: randomUUID(),
    choices: choicesIn(asked),
    agents: projectAgents(config),
  })
  if (earlier !== null && !prepared.resumed) throw refuseToResume(earlier, prepared.profile)
  return {
    ...startedAs(prepared, env),
    agent: name,
    ...(earlier === null ? {} : { task: earlier.task }),
    title: asked.title ?? (words === GO_ON ? earlier?.title : undefined) ?? titleOf(words),
    phase: concern.phase,
    prompt,
    isPromptGiven: prepared.stdin === null,
    cwd: resolve(asked.cwd ?? earlier?.cwd ?? process.cwd()),
  }
}

const concernOf = ({ phase }: OneRun, store: Store, task: number | null): Concern => ({
  task,
  phase: phaseOf(phase, store, task),
})

/** The prompt as given, with the failures before it in the same phase or task. */
function promptFor(
  words: string,
  concern: Concern,
  { config, store }: Pick<Surroundings, 'config' | 'store'>,
): string {
  const { promptBytes, template } = config.lessons
  return buildPrompt({
    task: { task: concern.task, prompt: words },
    attempt: 1,
    budgetLeft: null,
    lessons: lessonsFor(store.lessons({}), concern),
    previous: [],
    differs: null,
    saved: null,
    handoff: null,
    customReasons: customReasonsIn(overridesOf(config)),
    ...(promptBytes === undefined ? {} : { contextBytes: promptBytes }),
    ...(template === undefined ? {} : { template }),
  }).text
}

const GO_ON = 'Continue the task where you stopped.'

async function wordsIn(
  { words: typed, promptFile: path }: OneRun,
  terminal: Terminal,
  { earlier, name }: { readonly earlier: RunRecord | null; readonly name: string },
): Promise<string> {
  const said = typed.join(' ').trim()
  if (said !== '' && path !== undefined)
    throw new UsageError(
      'The prompt is given twice: on the command line and with --prompt-file. Give it once.',
    )
  const words = path === undefined ? said : (await readPromptFile(path, terminal)).trim()
  if (words !== '') return words
  if (path !== undefined) throw new UsageError(`--prompt-file ${path} is empty. Write the prompt into it.`)
  if (earlier !== null) return GO_ON
  throw new UsageError(
    `Missing prompt for ${name}. Try: mayday run --agent ${name} "Fix the failing login test"`,
  )
}

const choicesIn = ({ model, maxTurns }: OneRun): AgentChoices => ({
  ...(model === undefined ? {} : { model }),
  ...(maxTurns === undefined ? {} : { maxTurns }),
})
