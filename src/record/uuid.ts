import { closeSync, openSync, readSync } from 'node:fs'

// Within one process a later id is greater, even in the same millisecond or after the clock was set back: the 12 bits
// after the time count up, and overflow into the time.
let lastMs = 0
let counter = 0

/** A UUIDv7: sorts by time, monotonic within this process. */
export function uuidv7(nowMs: number = Date.now()): string {
  const bytes = randomBytes()
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

/** From the system: loading Node's crypto module would take as long as opening the database. */
function randomBytes(): Buffer {
  const bytes = Buffer.alloc(16)
  const device = openSync('/dev/urandom', 'r')
  try {
    readSync(device, bytes)
  } finally {
    closeSync(device)
  }
  return bytes
}
