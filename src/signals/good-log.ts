/**
 * Reads the log of a run that went well, for what it has in common with one that failed.
 *
 * G1 Where the input is cut into chunks changes nothing. G2 Of a line only the hash of its shape is kept. G3 The prefix
 * of a CI system is structure and no part of a shape.
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

/** A CI system is known by the first lines of its logs. */
const RECOGNITION_LINES = 200

/** The lines of the good runs that an output is compared with. */
export class GoodRuns {
  readonly #shapes: KnownShapes
  readonly #name: string

  /** `name` is what a person calls the newest of them: a file, or `run 37`. */
  constructor(shapes: KnownShapes, name: string) {
    this.#shapes = shapes
    this.#name = name
  }

  /**
   * Since which good run the line is new; null where such a line stands in one of them. A recorded log is masked and
   * the output of a live run is not: `secrets` are masked here before a line is called new.
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
  /** The first lines, until it is known whose log it is. */
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

  /** Every line counts, also those of the system itself: they stand in good runs and bad ones. */
  #take(text: string): void {
    const said = this.#read === null ? text : text.slice(this.#read(text).prefix)
    for (const part of overwrites(said)) this.#shapes.add(withoutLogPrefix(part.trimEnd()))
  }
}
