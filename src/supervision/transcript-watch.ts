/**
 * Follows the transcript of a working agent, if only the transcript shows which requests failed and are retried.
 *
 * T1 Only the run's own session counts, and only what was written since the stage began.
 * T2 The search starts when the agent has been silent, and repeats about once a second.
 */
import { closeSync, fstatSync, readSync } from 'node:fs'
import type { Retrying } from '../signals/activity.ts'
import { SignalReader } from '../signals/reader.ts'
import type { LoadedAgents } from './known-agents.ts'
import { openLog } from './open-log.ts'
import type { SupervisedRun } from './supervised-run.ts'
import { isWithin, profileNamed, TAIL_BYTES, transcriptPath } from './transcript.ts'

const NEWLINE = 10

type Beside = {
  readonly output: SignalReader
  readonly startedAt: string
  readonly agents: LoadedAgents
}

export class TranscriptWatch {
  readonly #run: SupervisedRun
  readonly #output: SignalReader
  readonly #since: number
  readonly #agents: LoadedAgents
  #file: number | null = null
  #reader: SignalReader | null = null
  #offset = 0
  #rest = Buffer.alloc(0)
  #notice = 0

  constructor(run: SupervisedRun, { output, startedAt, agents }: Beside) {
    this.#run = run
    this.#agents = agents
    this.#output = output
    this.#since = Date.parse(startedAt)
  }

  /** Adds the retries in the transcript to the notes of the output. */
  look(): void {
    if (!this.#open()) return
    for (const line of this.#newLines())
      if (isWithin(line, this.#since, Infinity)) this.#reader?.push(Buffer.from(`${line}\n`))
    this.#tell(this.#reader?.notes.activity().retrying ?? null)
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  /** The session is known only after the agent's first output, and its file is created even later. */
  #open(): boolean {
    if (this.#file !== null) return true
    const { agent, notes } = this.#output
    const profile = profileNamed(agent, this.#agents)
    const path = transcriptPath(this.#run, profile, notes.facts().sessionId, ({ isLive }) => isLive)
    this.#file = path === null ? null : openLog(path)
    if (this.#file === null || agent === null) return false
    this.#offset = Math.max(0, fstatSync(this.#file).size - TAIL_BYTES)
    const agents = this.#agents.readers
    this.#reader = new SignalReader({ agents, stage: 'agent_run', agent, now: new Date(this.#since) })
    return true
  }

  #newLines(): readonly string[] {
    if (this.#file === null) return []
    const fresh = Buffer.alloc(Math.min(TAIL_BYTES, Math.max(0, fstatSync(this.#file).size - this.#offset)))
    this.#offset += readSync(this.#file, fresh, 0, fresh.length, this.#offset)
    const all = Buffer.concat([this.#rest, fresh])
    const end = all.lastIndexOf(NEWLINE) + 1
    // A line of this length is the output of a tool. Its end is not a record, so it is dropped.
    this.#rest = all.length - end > TAIL_BYTES ? Buffer.alloc(0) : Buffer.from(all.subarray(end))
    return all.subarray(0, end).toString('utf8').split('\n')
  }

  #tell(retrying: Retrying | null): void {
    const notice = retrying?.notice ?? 0
    if (notice === this.#notice) return
    this.#notice = notice
    if (retrying === null) this.#output.notes.stopsRetrying()
    else this.#output.notes.retries({ ...detailOf(retrying), retry: {} })
  }
}

const detailOf = ({ status, code }: Retrying): { status?: number; code?: string } => ({
  ...(status === null ? {} : { status }),
  ...(code === null ? {} : { code }),
})
