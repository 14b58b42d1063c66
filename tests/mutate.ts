/** Repeatable damage to bytes, for fuzzers. */

/** Values that often break parsers. */
const NASTY: readonly string[] = [
  '\0',
  '\u001B[31m',
  '\u202E',
  '{"',
  '}}}}',
  '[[[[[[',
  '\\u0000',
  '"',
  "'",
  '\r',
  '\n---\n',
  '\n- [ ] ',
  '99999999999999999999',
  '-1',
  '1e309',
  '&a *a',
  '<<: *a',
  '!!js/function',
  '\uFEFF',
  '%00',
  '../../../etc/passwd',
  'a'.repeat(5000),
]

const pick = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)]

const at = (bytes: Buffer, random: () => number): number => Math.floor(random() * (bytes.length + 1))

type Damage = (bytes: Buffer, random: () => number) => Buffer

const damages: readonly Damage[] = [
  (bytes, random) => bytes.subarray(0, at(bytes, random)),
  (bytes, random) => {
    const from = at(bytes, random)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + Math.floor(random() * 100))])
  },
  (bytes, random) => {
    const from = at(bytes, random)
    const some = bytes.subarray(from, from + Math.floor(random() * 200))
    return Buffer.concat([bytes.subarray(0, from), some, some, bytes.subarray(from)])
  },
  (bytes, random) => {
    const copy = Buffer.from(bytes)
    if (copy.length > 0) copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256)
    return copy
  },
  (bytes, random) => {
    const from = at(bytes, random)
    return Buffer.concat([
      bytes.subarray(0, from),
      Buffer.from(pick(NASTY, random) ?? ''),
      bytes.subarray(from),
    ])
  },
]

/** Applies one to six damages to a copy of the bytes. */
export function mutate(bytes: Buffer, random: () => number): Buffer {
  let damaged = bytes
  for (let round = Math.floor(random() * 6); round >= 0; round -= 1)
    damaged = (pick(damages, random) ?? damages[0])?.(damaged, random) ?? damaged
  return damaged
}
