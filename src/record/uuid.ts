import { randomFillSync } from 'node:crypto'

// Within one process a later id is a greater one, even in the same millisecond or after a clock was set back:
// the 12 bits after the time count up, and run over into the time.
let lastMs = 0
let counter = 0

/** A UUIDv7: sorts by time, monotonic within this process. */
export function uuidv7(nowMs: number = Date.now()): string {
  const bytes = randomFillSync(Buffer.alloc(16))
  if (nowMs > lastMs) {
    lastMs = nowMs
    counter = bytes.readUInt16BE(6) & 0x7ff
  } else if (++counter > 0xfff) {
    lastMs += 1
    counter = 0
  }
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
