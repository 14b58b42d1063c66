/**
 * Counts line feeds sixteen bytes at a time. Every line number of the evidence depends on this count over
 * the whole output; in JavaScript it takes ten times as long and would be the larger part of reading a log.
 *
 * The bytes below are this module, assembled by hand (98 bytes, nothing else in it):
 *
 *   (module
 *     (memory (export "memory") 17)
 *     (func (export "count") (param $at i32) (param $end i32) (result i32) (local $count i32)
 *       (block (loop
 *         (br_if 1 (i32.ge_u (local.get $at) (local.get $end)))
 *         (local.set $count (i32.add (local.get $count) (i32.popcnt (i8x16.bitmask
 *           (i8x16.eq (v128.load (local.get $at)) (i8x16.splat (i32.const 10)))))))
 *         (local.set $at (i32.add (local.get $at) (i32.const 16)))
 *         (br 0)))
 *       (local.get $count)))
 */
const MODULE =
  'AGFzbQEAAAABBwFgAn9/AX8DAgEABQMBABEHEgIGbWVtb3J5AgAFY291bnQAAAoyATABAX8CQANAIAAgAU8NASACIAD9AAQAQQr9D/0j/WRpaiECIABBEGohAAwACwsgAgs='

/** The memory of one counter: 17 pages of 64 KiB, of which a buffer takes 16. */
const BUFFER_BYTES = 1024 * 1024

/** Fewer bytes are counted faster where they are, and a small log needs no counter at all. */
const SMALL_BYTES = 16 * 1024

/** What is used of it here; the types of the DOM, where it is declared, do not belong to this program. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: Readonly<Record<string, unknown>> }
  readonly Memory: new () => { readonly buffer: ArrayBuffer }
}

type Counter = { readonly memory: Buffer; readonly count: (at: number, end: number) => number }

const counters = new WeakMap<ArrayBufferLike, Counter>()
let compiled: object | null = null
let common: Counter | null = null

function openCounter(): Counter {
  compiled ??= new WebAssembly.Module(Buffer.from(MODULE, 'base64'))
  const { memory, count } = new WebAssembly.Instance(compiled).exports
  if (!(memory instanceof WebAssembly.Memory) || typeof count !== 'function')
    throw new Error('the counter is broken')
  const counter = {
    memory: Buffer.from(memory.buffer),
    count: (at: number, end: number) => Number(count(at, end)),
  }
  counters.set(memory.buffer, counter)
  return counter
}

/** A megabyte to read into: what lies in it is counted without being copied. */
export const countingBuffer = (): Buffer => openCounter().memory.subarray(0, BUFFER_BYTES)

export function countNewlines(bytes: Buffer): number {
  if (bytes.length < SMALL_BYTES) return countSlowly(bytes, 0)
  const own = counters.get(bytes.buffer)
  return own === undefined ? countCopies(bytes) : countInPlace(own, bytes)
}

function countInPlace({ count }: Counter, bytes: Buffer): number {
  const whole = bytes.length & ~15
  return count(bytes.byteOffset, bytes.byteOffset + whole) + countSlowly(bytes, whole)
}

function countCopies(bytes: Buffer): number {
  common ??= openCounter()
  let total = 0
  for (let at = 0; at < bytes.length; at += BUFFER_BYTES) {
    const length = bytes.copy(common.memory, 0, at, at + BUFFER_BYTES)
    total += countInPlace(common, common.memory.subarray(0, length))
  }
  return total
}

function countSlowly(bytes: Buffer, from: number): number {
  let count = 0
  for (let at = from; at < bytes.length; at += 1) if (bytes[at] === 10) count += 1
  return count
}
