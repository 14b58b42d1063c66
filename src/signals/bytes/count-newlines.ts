/**
 * Counts line feeds four bytes at a time. Every line number of the evidence depends on this count over the whole
 * output. A loop over single bytes takes twice as long, which shows in the time to explain a large log.
 */

const FOUR_FEEDS = 0x0a_0a_0a_0a
const LOW_BITS = 0x7f_7f_7f_7f
const SUM_OF_BYTES = 0x01_01_01_01

export function countNewlines(bytes: Uint8Array): number {
  // 32-bit words must be aligned.
  const start = -bytes.byteOffset & 3
  if (bytes.length < start) return countInBytes(bytes, 0, bytes.length)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >> 2)
  const end = start + 4 * words.length
  return countInBytes(bytes, 0, start) + countInWords(words) + countInBytes(bytes, end, bytes.length)
}

/** Sets the highest bit of each byte that is a line feed and clears all other bits, then adds these bits up. */
function countInWords(words: Int32Array): number {
  let count = 0
  for (let at = 0; at < words.length; at += 1) {
    const difference = (words[at] ?? 0) ^ FOUR_FEEDS
    const feeds = ~(((difference & LOW_BITS) + LOW_BITS) | difference | LOW_BITS)
    if (feeds !== 0) count += Math.imul(feeds >>> 7, SUM_OF_BYTES) >>> 24
  }
  return count
}

function countInBytes(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += 1) if (bytes[at] === 10) count += 1
  return count
}
