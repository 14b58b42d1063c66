/** The stages of a sample run: the output, the times and the verdict of each. */
import { explain } from '../../../agents/explain.ts'
import type { Explanation } from '../../../diagnosis/explain.ts'
import type { TaskRecord } from '../../../record/task.ts'
import { sampleOf, withReset, type SampleLog } from './sample-logs.ts'
import { transcriptOf } from './sample-transcript.ts'

export type Attempt = {
  readonly log: SampleLog
  /** Which attempt at the task, from 0. */
  readonly number: number
  readonly prompt: string
  readonly startedAt: Date
  readonly durationMs: number
  /** When the usage limit of the sample resets. */
  readonly resetAt: Date
}

/** The part of the log that a stage printed. */
export type Part = {
  readonly stage: 'agent_run' | 'final_test'
  readonly command: string
  readonly text: string
  readonly from: number
  readonly fromLine: number
  readonly startMs: number
  readonly durationMs: number
  readonly exitCode: number
}

/** The final test takes a twentieth of the time. */
const CHECK_SHARE = 0.05

export const linesIn = (text: string): number => text.split('\n').length - 1

export function partsOf(task: TaskRecord, { log, startedAt, durationMs, resetAt }: Attempt): readonly Part[] {
  const { does, exitCode, check } = sampleOf(log)
  const startMs = startedAt.getTime()
  const agentMs = check === null ? durationMs : Math.round(durationMs * (1 - CHECK_SHARE))
  const text =
    typeof does === 'string'
      ? withReset(does, resetAt)
      : transcriptOf(task.agent ?? '', does, {
          at: (share) => startMs + share * agentMs,
          costUsd: costOf(durationMs),
          tokens: tokensOf(durationMs),
        })
  const agent: Part = {
    stage: 'agent_run',
    command: commandOf(task),
    text,
    from: 0,
    fromLine: 1,
    startMs,
    durationMs: agentMs,
    exitCode,
  }
  if (check === null) return [agent]
  return [
    agent,
    {
      stage: 'final_test',
      command: check.command,
      text: check.output,
      from: Buffer.byteLength(text),
      fromLine: linesIn(text) + 1,
      startMs: startMs + agentMs,
      durationMs: durationMs - agentMs,
      exitCode: check.exitCode,
    },
  ]
}

/** The failed stage decides, else the last one. Its line numbers count in the whole file. */
export async function explained(parts: readonly Part[]): Promise<Explanation> {
  const part = parts.find(({ exitCode }) => exitCode !== 0) ?? parts.at(-1)
  if (part === undefined) throw new Error('A sample run has at least one stage.')
  const { text, exitCode, stage, from, fromLine } = part
  const told = await explain(Buffer.from(text), { exitCode, stage })
  return {
    ...told,
    stage,
    evidence: told.evidence.map((one) => ({
      ...one,
      line: one.line === null ? null : one.line + fromLine - 1,
      byteOffset: one.byteOffset === null ? null : one.byteOffset + from,
    })),
  }
}

/** How each agent is started with a prompt. */
const starts: Readonly<Record<string, string>> = {
  codex: 'codex exec --json',
  claude: 'claude --output-format stream-json --verbose -p',
  gemini: 'gemini --output-format stream-json -p',
  opencode: 'opencode run',
}

export const commandOf = ({ agent, title }: TaskRecord): string =>
  `${starts[agent ?? ''] ?? agent} '${title}'`

/** The sample log contains no cost, so the cost is computed from its duration. */
export const costOf = (durationMs: number): number => Math.round(durationMs / 400) / 1000
export const tokensOf = (durationMs: number): number => Math.round(durationMs / 6)
