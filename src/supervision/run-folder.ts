/**
 * The folder of one run on disk.
 *
 * F1 Only the kernel writes worker.log, through the worker's descriptors. Nothing here writes into it.
 * F2 run.json exists before the first process, result.json after the last.
 * F3 env.json exists exactly as long as the files may contain unmasked secrets. It is deleted last.
 * F4 Writes during the run may use the run's reserve.
 * F5 No link is followed, and only regular files are opened: the agent runs as the same user and can put anything
 * into the folder. If something else has the name of a file, it is renamed.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type * as v from 'valibot'
import { appendPlain, clearWay, moveAside, readPlainText, touchPlain } from '../record/plain-file.ts'
import { writeWhole } from '../record/write-whole.ts'
import type { KnownTests } from '../diagnosis/compare-tests.ts'
import { knownTestsSchema } from '../diagnosis/test-schemas.ts'
import { resultSchema, type RunResult } from '../record/run-result.ts'
import { parseJson, type Shape } from '../record/schema.ts'
import { redact } from '../secrets/secrets.ts'
import { baselineSchema, type Baseline } from './changes/baseline.ts'
import { maskBaseline } from './changes/mask-names.ts'
import { Reserve } from './reserve.ts'
import type { Recorded } from './run-event.ts'
import { environmentSchema, eventIn } from './run-shapes.ts'
import { runSpecSchema, type RunSpec } from './run-spec.ts'
import type { RunStage } from '../reasons/stages.ts'

export type Environment = Readonly<Record<string, string>>

/** The path of a run's folder, relative to the record: by the local day, then by id. */
export const logPathFor = (runId: string, now: Date): string => join('logs', dayOf(now), runId)

/** The name of a day's folder. */
export function dayOf(now: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`
}

export class RunFolder {
  readonly path: string
  readonly reserve: Reserve

  constructor(path: string) {
    this.path = path
    this.reserve = new Reserve(join(path, 'reserve'))
  }

  readonly file = (name: string): string => join(this.path, name)

  /** The record that contains this run's folder. */
  get recordFolder(): string {
    return dirname(dirname(dirname(this.path)))
  }

  get log(): string {
    return this.file('worker.log')
  }

  /** Makes the folder with an empty log. A rejected launch has one too. */
  create(): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 })
    touchPlain(this.log)
  }

  write(spec: RunSpec, env: Environment, prompt: string | null): void {
    if (prompt !== null) this.#put('prompt.md', prompt)
    this.#put('env.json', JSON.stringify(env))
    this.#writeSpec(spec)
    this.reserve.hold()
  }

  spec(): RunSpec | null {
    return readJson(this.file('run.json'), runSpecSchema)
  }

  result(): RunResult | null {
    return readJson(this.file('result.json'), resultSchema)
  }

  /** Null if env.json is gone: the run is finished and masked. */
  environment(): Environment | null {
    return readJson(this.file('env.json'), environmentSchema)
  }

  /** F3: masks the command and the prompt, which are no longer needed unmasked. */
  forgetSecrets(secrets: readonly string[]): void {
    const spec = this.spec()
    if (spec !== null) this.#writeSpec(withoutSecrets(spec, secrets))
    const prompt = readPlainText(this.file('prompt.md'))
    if (prompt !== null) this.#put('prompt.md', redact(prompt, secrets))
    const tree = this.tree()
    if (tree !== null) this.writeTree(maskBaseline(tree, secrets))
    rmSync(this.file('env.json'), { force: true })
  }

  #writeSpec(spec: RunSpec): void {
    this.#put('run.json', `${JSON.stringify(spec, null, 2)}\n`)
  }

  /** F5. Not synced: after a power cut the process that the file describes is gone too. */
  #put(name: string, text: string, how: 'synced' | 'unsynced' = 'unsynced'): void {
    clearWay(this.file(name))
    writeWhole(this.file(name), text, how)
  }

  record(event: Recorded): void {
    const path = this.file('events.jsonl')
    clearWay(path)
    const line = `${JSON.stringify(event)}\n`
    // A failed try may have left a partial line.
    const again = (): void => appendPlain(path, `\n${line}`)
    this.reserve.spend(path, () => appendPlain(path, line), again)
  }

  /** Skips lines that a crash cut off. */
  events(): readonly Recorded[] {
    const text = readPlainText(this.file('events.jsonl')) ?? ''
    return text.split('\n').flatMap((line) => {
      const event = eventIn(line)
      return event === null ? [] : [event]
    })
  }

  /** Writes the events again after their file was deleted. */
  rewriteEvents(story: readonly Recorded[]): void {
    const lines = story.map((event) => `${JSON.stringify(event)}\n`)
    this.#put('events.jsonl', lines.join(''))
  }

  /** The work tree before the agent, if an earlier stage of the run had to make it. */
  writeTree(baseline: Baseline): void {
    this.#put('tree.json', JSON.stringify(baseline))
  }

  tree(): Baseline | null {
    return readJson(this.file('tree.json'), baselineSchema)
  }

  /** The runs with which the failing tests of verify are compared. */
  writeKnownTests(known: KnownTests): void {
    this.#put('compare.json', JSON.stringify(known))
  }

  knownTests(): KnownTests | null {
    return readJson(this.file('compare.json'), knownTestsSchema)
  }

  /** An existing file that could not be read is kept beside the new one. */
  conclude(result: RunResult): void {
    if (readPlainText(this.file('result.json')) !== null && this.result() === null)
      moveAside(this.file('result.json'))
    const text = `${JSON.stringify(result, null, 2)}\n`
    this.reserve.spend(this.file('result.json'), () => this.#put('result.json', text, 'synced'))
  }

  /** The wrapper of a stage writes files with this prefix. */
  prefixOf(stage: RunStage): string {
    return stage === 'agent_run' ? '' : `${stage}.`
  }

  exitOf(stage: RunStage): string | null {
    return readPlainText(this.file(`${this.prefixOf(stage)}exit`))
  }

  pidOf(stage: RunStage): string | null {
    return readPlainText(this.file(`${this.prefixOf(stage)}pid`))
  }

  /** Asks the supervisor of the run to cancel it. */
  askToCancel(): void {
    // A run that was only recorded has no folder yet.
    mkdirSync(this.path, { recursive: true, mode: 0o700 })
    touchPlain(this.file('cancel'))
  }

  isCancelAsked(): boolean {
    return existsSync(this.file('cancel'))
  }
}

const withoutSecrets = ({ kept, ...spec }: RunSpec, secrets: readonly string[]): RunSpec => ({
  ...spec,
  // A masked task would be another task, so it is left out.
  ...(kept === undefined || holdsSecret(kept, secrets) ? {} : { kept }),
  baseline: maskBaseline(spec.baseline, secrets),
  stages: spec.stages.map((stage) => ({ ...stage, argv: stage.argv.map((word) => redact(word, secrets)) })),
})

function holdsSecret(kept: NonNullable<RunSpec['kept']>, secrets: readonly string[]): boolean {
  const { prompt, argv, setup, baseline, verify } = kept
  return [prompt, ...(argv ?? []), setup, baseline, verify].some(
    (text) => text !== null && redact(text, secrets) !== text,
  )
}

const readJson = <S extends v.GenericSchema>(path: string, schema: S): Shape<S> | null =>
  parseJson(schema, readPlainText(path) ?? '')
