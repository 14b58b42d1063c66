import { readOwnWrites, type OwnWrites } from '../record/own-writes.ts'
import { redact } from '../secrets/secrets.ts'
import { changedSince, type Baseline } from './changes/changes.ts'
import type { Recorded } from './run-event.ts'
import type { RunStage } from './run-spec.ts'

/** What one stage changed, as far as no earlier stage had changed it. Null where it cannot be known. */
export type StageFiles = readonly string[] | null

/**
 * The files that a run has changed so far, stage by stage.
 *
 * T1 The agent's work is what changed between the start and the end of its stage: what setup wrote before and verify
 * wrote after does not count. T2 Every file that changed during the run is named by the stage that was first to change
 * it. T3 What a stage changed is recorded before the next one starts, so an adopter counts the same.
 */
export class TreeWatch {
  #baseline: Baseline
  readonly #record: string
  readonly #ignore: readonly string[]
  readonly #secrets: readonly string[]
  #taken: Promise<StageFiles> | null = null
  readonly #noted = new Map<RunStage, readonly string[]>()

  /** `record` knows what Mayday itself wrote; `ignore` is never the agent's work. `secrets` are masked in names. */
  constructor(
    baseline: Baseline,
    record: string,
    { ignore, secrets }: { readonly ignore: readonly string[]; readonly secrets: readonly string[] },
  ) {
    this.#baseline = baseline
    this.#record = record
    this.#ignore = ignore
    this.#secrets = secrets
  }

  /** T3: what the run's story tells of stages that are over. */
  recall(story: readonly Recorded[]): void {
    for (const event of story) if (event.event === 'tree:changed') this.#noted.set(event.stage, event.files)
  }

  /** From here on changes count as the agent's. */
  begin(baseline: Baseline): void {
    this.#baseline = baseline
    this.#taken = null
  }

  /** Begins to look, because somebody will ask in a moment: the verdict should not wait for git. */
  look(): void {
    this.#taken = this.#read()
  }

  async #read(): Promise<StageFiles> {
    const own = (): OwnWrites => readOwnWrites(this.#record)
    const changed = await changedSince(this.#baseline, { ignore: this.#ignore, own })
    return changed?.map((path) => redact(path, this.#secrets)) ?? null
  }

  /** As the last look found it; relative to the work tree's top, null where it cannot be known. */
  files(): Promise<StageFiles> {
    if (this.#taken === null) this.look()
    return this.#taken ?? Promise.resolve(null)
  }

  /** What a stage that is over changed: as noted, or as the last look found it. */
  async filesOf(stage: RunStage): Promise<StageFiles> {
    const noted = this.#noted.get(stage)
    if (noted !== undefined) return noted
    const earlier = new Set(this.#earlierThan(stage))
    return (await this.files())?.filter((path) => !earlier.has(path)) ?? null
  }

  isNoted(stage: RunStage): boolean {
    return this.#noted.has(stage)
  }

  note(stage: RunStage, files: readonly string[]): void {
    this.#noted.set(stage, files)
  }

  /** T2: what other stages changed since the tree was last measured. The agent's stage begins with a measurement. */
  #earlierThan(stage: RunStage): readonly string[] {
    if (stage === 'agent_run') return []
    if (stage === 'final_test') return this.#noted.get('agent_run') ?? []
    return [...this.#noted.values()].flat()
  }
}
