import { readOwnWrites, type OwnWrites } from '../record/own-writes.ts'
import { redact } from '../secrets/secrets.ts'
import { changedSince, type Baseline } from './changes/changes.ts'
import type { Recorded } from './run-event.ts'
import type { RunStage } from '../reasons/stages.ts'

/** The files that one stage changed and no earlier stage had changed. Null if it cannot be known. */
export type StageFiles = readonly string[] | null

/**
 * The files that a run has changed so far, per stage.
 *
 * T1 The agent's work is what changed between the start and the end of its stage. Files that setup wrote before or
 * verify wrote after do not count.
 * T2 Every file that changed during the run is listed under the first stage that changed it.
 * T3 The changes of a stage are recorded before the next stage starts, so an adopter counts the same.
 */
export class TreeWatch {
  #baseline: Baseline
  readonly #record: string
  readonly #ignore: readonly string[]
  readonly #secrets: readonly string[]
  #taken: Promise<StageFiles> | null = null
  readonly #noted = new Map<RunStage, readonly string[]>()

  /**
   * `record` knows Mayday's own writes. Paths in `ignore` are never the agent's work. `secrets` are masked in names.
   */
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

  /** T3: reads the changes of ended stages from the events. */
  recall(story: readonly Recorded[]): void {
    for (const event of story) if (event.event === 'tree:changed') this.#noted.set(event.stage, event.files)
  }

  /** From now on changes count as the agent's. */
  begin(baseline: Baseline): void {
    this.#baseline = baseline
    this.#taken = null
  }

  /** Starts a measurement early, so that the verdict does not wait for git. */
  look(): void {
    this.#taken = this.#read()
  }

  async #read(): Promise<StageFiles> {
    const own = (): OwnWrites => readOwnWrites(this.#record)
    const changed = await changedSince(this.#baseline, { ignore: this.#ignore, own })
    return changed?.map((path) => redact(path, this.#secrets)) ?? null
  }

  /** The result of the last measurement, relative to the top of the work tree; null if it cannot be known. */
  files(): Promise<StageFiles> {
    if (this.#taken === null) this.look()
    return this.#taken ?? Promise.resolve(null)
  }

  /** The changes of an ended stage: as recorded, or from the last measurement. */
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

  /** T2: what other stages changed since the tree was last measured. The agent's stage starts with a measurement. */
  #earlierThan(stage: RunStage): readonly string[] {
    if (stage === 'agent_run') return []
    if (stage === 'final_test') return this.#noted.get('agent_run') ?? []
    return [...this.#noted.values()].flat()
  }
}
