import { RedactingStream } from '../../secrets/secrets.ts'
import { detectEncoding, SNIFF_BYTES } from '../../signals/bytes/encoding.ts'
import { LineBlocks } from '../../signals/bytes/line-blocks.ts'
import { linesOf, type Line } from '../../signals/bytes/lines.ts'

/**
 * Returns every line of a log with its secrets masked, numbered
 * as in the file. `unit`: bytes per code unit in the file.
 */
export class RedactedLines {
  readonly #redacting: RedactingStream
  readonly #emit: (line: Line, unit: 1 | 2) => void
  #head = Buffer.alloc(0)
  #blocks: LineBlocks | null = null

  constructor(secrets: readonly string[], emit: (line: Line, unit: 1 | 2) => void) {
    this.#redacting = new RedactingStream(secrets)
    this.#emit = emit
  }

  push(chunk: Uint8Array): void {
    this.#cut(this.#redacting.push(chunk))
  }

  end(): void {
    this.#cut(this.#redacting.end())
    const blocks = this.#blocks ?? this.#start()
    blocks.end()
  }

  #cut(bytes: Buffer): void {
    if (this.#blocks !== null) return this.#blocks.push(bytes)
    this.#head = Buffer.concat([this.#head, bytes])
    if (this.#head.length >= SNIFF_BYTES) this.#start()
  }

  #start(): LineBlocks {
    const encoding = detectEncoding(this.#head)
    const blocks = new LineBlocks(encoding, (block) => {
      for (const line of linesOf(block, encoding)) this.#emit(line, encoding.unit)
    })
    this.#blocks = blocks
    blocks.push(this.#head.subarray(encoding.bom))
    return blocks
  }
}
