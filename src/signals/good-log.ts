/**
 * Reads the log of a successful run, to compare it with that of a failed run.
 *
 * G1 The result does not depend on how the input is cut into chunks. G2 Only the hash of a line's shape is kept. G3
 * The prefix that a CI system adds is not part of the shape.
 */
import { redact } from '../secrets/secrets.ts'
import { detectEncoding, SNIFF_BYTES, type Encoding } from './bytes/encoding.ts'
import { LineBlocks } from './bytes/line-blocks.ts'
import { linesOf } from './bytes/lines.ts'
import { overwrites, unescaped } from './bytes/plain.ts'
import { ciSystemOf } from './ci/ci-log.ts'
import type { CiLine } from './ci/ci-system.ts'
import type { KnownShapes } from './known-shapes.ts'
import { withoutLogPrefix } from './tools/log-prefix.ts'

/** The first lines of a log are enough to recognise its CI system. */
const RECOGNITION_LINES = 200

/** The lines of the successful runs with which an output is compared. */
export class GoodRuns {
  readonly #shapes: KnownShapes
  readonly #name: string

  /** `name` is the name of the newest run: a file, or `run 37`. */
  constructor(shapes: KnownShapes, name: string) {
    this.#shapes = shapes
    this.#name = name
  }

  /**
   * Returns the name of the good runs if none of them has such a line, else null. A recorded log is masked and the
   * output of a live run is not, so `secrets` are masked before the comparison.
   */
  newSince(line: string, secrets: readonly string[]): string | null {
    const said = withoutLogPrefix(line)
    return this.#shapes.has(said) || this.#shapes.has(redact(said, secrets)) ? null : this.#name
  }
}

export class GoodLog {
  readonly #shapes: KnownShapes
  #sniff: Buffer[] = []
  #sniffed = 0
  #blocks: LineBlocks | null = null
  /** The first lines, until the CI system of the log is known. */
  #held: string[] | null = []
  #read: ((plain: string) => CiLine) | null = null

  constructor(shapes: KnownShapes) {
    this.#shapes = shapes
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (this.#blocks !== null) return this.#blocks.push(bytes)
    this.#sniff.push(Buffer.from(bytes))
    this.#sniffed += bytes.length
    if (this.#sniffed >= SNIFF_BYTES) this.#start()
  }

  end(): void {
    const blocks = this.#blocks ?? this.#start()
    blocks.end()
    this.#recognise()
  }

  #start(): LineBlocks {
    const head = Buffer.concat(this.#sniff)
    this.#sniff = []
    const encoding = detectEncoding(head)
    const blocks = this.#blocksIn(encoding)
    this.#blocks = blocks
    blocks.push(head.subarray(encoding.bom))
    return blocks
  }

  #blocksIn(encoding: Encoding): LineBlocks {
    return new LineBlocks(encoding, (block) => {
      for (const { raw } of linesOf(block, encoding)) this.#line(unescaped(raw).trimEnd())
    })
  }

  #line(text: string): void {
    if (this.#held === null) return this.#take(text)
    this.#held.push(text)
    if (this.#held.length >= RECOGNITION_LINES) this.#recognise()
  }

  #recognise(): void {
    const held = this.#held
    if (held === null) return
    this.#held = null
    this.#read = ciSystemOf(held)?.open() ?? null
    for (const text of held) this.#take(text)
  }

  /** Every line counts, including those of the CI system: they are in good and bad runs alike. */
  #take(text: string): void {
    const said = this.#read === null ? text : text.slice(this.#read(text).prefix)
    for (const part of overwrites(said)) this.#shapes.add(withoutLogPrefix(part.trimEnd()))
  }
}
