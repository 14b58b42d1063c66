/**
 * Finds every place where one of a few hundred groups of three bytes stands, sixteen places at a time. All else
 * about a secret is decided at these places only: to look at every byte in JavaScript costs more than to read it.
 *
 * Each group of three is put into one of sixteen buckets. For each of the three bytes tables, one for the lower
 * half of a byte and one for the upper, tell which buckets have such a byte, a bit for each; a place where a bucket
 * is left after all looks is worth a second look, in a table of hashes, which tells what may stand there.
 *
 * The bytes below are this module, assembled by hand (nothing else is in it):
 *
 *   (module
 *     (import "a" "memory" (memory 1))
 *     (func (export "scan") (param $at i32) (param $end i32) (param $base i32) (param $out i32) (result i32)
 *       (local $bits i32) (local $p i32) (local $id i32) (local $t0 … $t11 v128) (local $lower v128)
 *       (local $upper v128) (local $one v128) (local $two v128) (local $low v128)
 *       $t0 … $t11 = (v128.load 0) … (v128.load 176)     ;; for each set of eight buckets, byte and half
 *       $low = (i8x16.splat 15)
 *       (block (loop
 *         (br_if 1 (i32.ge_u $at $end))
 *         for n = 0, 1, 2:                               ;; written out
 *           $lower = (v128.load (i32.add $at n)); $upper = (i16x8.shr_u $lower 4) & $low; $lower &= $low
 *           $one &= (swizzle $t[2n] $lower) & (swizzle $t[2n+1] $upper)
 *           $two &= (swizzle $t[6+2n] $lower) & (swizzle $t[6+2n+1] $upper)
 *           ;; swizzle: i8x16.relaxed_swizzle; no index is over 15, so it means the same everywhere
 *         (if (v128.any_true ($one = $one | $two)) (then
 *           $bits = (i8x16.bitmask (i8x16.ne $one (i8x16.splat 0)))
 *           (loop
 *             $p = $at + (i32.ctz $bits)
 *             $id = (i32.load8_u offset=1024 (((i32.load $p) & 0xffffff) * 0x9e3779b1 >>> 19))
 *             (i32.store $out (($p - $base) | ($id << 24)))
 *             $out = $out + (($id != 0) << 2)
 *             (br_if 0 ($bits = $bits & ($bits - 1))))))
 *         $at = $at + 16
 *         (br 0)))
 *       $out))
 */
import { chooseBuckets } from './secret-buckets.ts'

const MODULE =
  'AGFzbQEAAAABCQFgBH9/f38BfwINAQFhBm1lbW9yeQIAAQMCAQAHCAEEc2NhbgAACr4DAbsDAgN/EXtBAP0AAAAhB0EA/QAAECEIQQD9AAAgIQlBAP0AADAhCkEA/QAAQCELQQD9AABQIQxBAP0AAGAhDUEA/QAAcCEOQQD9AACAASEPQQD9AACQASEQQQD9AACgASERQQD9AACwASESQQ/9DyEXAkADQCAAIAFPDQEgAP0AAAAiE0EE/Y0BIBf9TiEUIBMgF/1OIRMgByAT/YACIAggFP2AAv1OIRUgDSAT/YACIA4gFP2AAv1OIRYgAP0AAAEiE0EE/Y0BIBf9TiEUIBMgF/1OIRMgCSAT/YACIAogFP2AAv1OIBX9TiEVIA8gE/2AAiAQIBT9gAL9TiAW/U4hFiAA/QAAAiITQQT9jQEgF/1OIRQgEyAX/U4hEyALIBP9gAIgDCAU/YAC/U4gFf1OIRUgESAT/YACIBIgFP2AAv1OIBb9TiEWIBUgFv1QIhX9UwRAIBVBAP0P/ST9ZCEEA0AgACAEaGoiBSgAAEH///8HcUGx893xeWxBE3YtAIAIIQYgAyAFIAJrIAZBGHRyNgIAIAMgBkEAR0ECdGohAyAEIARBAWtxIgQNAAsLIABBEGohAAwACwsgAws='

const MULTIPLIER = 0x9e_37_79_b1
const HASHES_AT = 1024
const HASHES = 8192
const FOUND_AT = HASHES_AT + HASHES
/** So many places are looked at in one call; if every one is found, they fill the memory before the bytes. */
const BLOCK = 64 * 1024
const BYTES_AT = FOUND_AT + 4 * (BLOCK + 16)
/** The last look of a block reads so far beyond it, rounded up. */
const BEYOND = 32
const PAGE = 64 * 1024

/** So few bytes are looked through faster than the tables are made. */
const SMALL = 64 * 1024

/** What is used of it here; the types of the DOM, where it is declared, do not belong to this program. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> }
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer }
}

/** One for all logs, because each takes gigabytes of addresses. */
type Machine = {
  readonly tables: Uint8Array
  readonly found: Uint32Array
  readonly bytes: Buffer
  readonly scan: (at: number, end: number, base: number, out: number) => number
}

let machine: Machine | null = null
/** The tables that are in it. */
let loaded: Uint8Array | null = null

function openMachine(): Machine {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((BYTES_AT + BLOCK + BEYOND) / PAGE) })
  const compiled = new WebAssembly.Module(Buffer.from(MODULE, 'base64'))
  const { scan } = new WebAssembly.Instance(compiled, { a: { memory } }).exports
  if (typeof scan !== 'function') throw new Error('the scan is broken')
  return {
    tables: new Uint8Array(memory.buffer, 0, FOUND_AT),
    found: new Uint32Array(memory.buffer, FOUND_AT, BLOCK + 16),
    bytes: Buffer.from(memory.buffer, BYTES_AT, BLOCK + BEYOND),
    scan: (at, end, base, out) => Number(scan(at, end, base, out)),
  }
}

/** Three bytes in a number, the first the lowest, in all ways to write them, and an id for each. */
export type Trigram = { readonly variants: readonly number[]; readonly ids: readonly number[] }

export const hashOf = (trigram: number): number => Math.imul(trigram, MULTIPLIER) >>> 19

/** Looks for groups of three bytes. An id is 1 to 255, one for all that share a hash. */
export class SecretScan {
  readonly #trigrams: readonly Trigram[]
  #tables: Uint8Array | null = null
  #scanned = 0

  constructor(trigrams: readonly Trigram[]) {
    this.#trigrams = trigrams
  }

  /** Calls `found` for every place from `from` to before `to`, in order, whose three bytes have an id. */
  scan(bytes: Buffer, from: number, to: number, found: (at: number, id: number) => void): void {
    this.#scanned += to - from
    if (this.#scanned < SMALL) this.#scanSlowly(bytes, from, to, found)
    else this.#scanFast(bytes, from, to, found)
  }

  #scanFast(bytes: Buffer, from: number, to: number, found: (at: number, id: number) => void): void {
    machine ??= openMachine()
    this.#tables ??= tablesFor(this.#trigrams)
    if (loaded !== this.#tables) machine.tables.set(this.#tables)
    loaded = this.#tables
    for (let at = from; at < to; at += BLOCK) {
      const length = Math.min(BLOCK, to - at)
      bytes.copy(machine.bytes, 0, at, at + length + 2)
      const last = machine.scan(BYTES_AT, BYTES_AT + length, BYTES_AT, FOUND_AT)
      const count = (last - FOUND_AT) >> 2
      for (let index = 0; index < count; index += 1) {
        const one = machine.found[index] ?? 0
        const place = one & 0xff_ff_ff
        if (place < length) found(at + place, one >>> 24)
      }
    }
  }

  #scanSlowly(bytes: Buffer, from: number, to: number, found: (at: number, id: number) => void): void {
    const text = bytes.toString('latin1', from, to + 2)
    const hits: (readonly [number, number])[] = []
    for (const { variants, ids } of this.#trigrams) {
      for (const [index, variant] of variants.entries()) {
        const three = String.fromCharCode(variant & 255, (variant >> 8) & 255, variant >> 16)
        for (let at = text.indexOf(three); at >= 0; at = text.indexOf(three, at + 1)) {
          hits.push([at, ids[index] ?? 0])
        }
      }
    }
    for (const [at, id] of hits.toSorted(([a], [b]) => a - b)) found(from + at, id)
  }
}

function tablesFor(trigrams: readonly Trigram[]): Uint8Array {
  const tables = new Uint8Array(FOUND_AT)
  const buckets = chooseBuckets(trigrams.map(({ variants }) => variants))
  for (const { variants, ids } of trigrams) {
    const bucket = buckets.get(variants) ?? 0
    for (const [index, variant] of variants.entries()) {
      enter(tables, variant, bucket)
      tables[HASHES_AT + hashOf(variant)] = ids[index] ?? 0
    }
  }
  return tables
}

function enter(tables: Uint8Array, trigram: number, bucket: number): void {
  for (let index = 0; index < 3; index += 1) {
    const byte = (trigram >> (8 * index)) & 255
    const table = 96 * (bucket >> 3) + 32 * index
    const bit = 1 << (bucket & 7)
    for (const half of [table + (byte & 15), table + 16 + (byte >> 4)])
      tables[half] = (tables[half] ?? 0) | bit
  }
}
