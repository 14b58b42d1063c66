/**
 * The colours of a terminal, as parts of a line with classes. Text stays text: no part of a log becomes markup.
 * Sequences that only move the cursor or ring the bell are left out.
 */
export type Part = { readonly text: string; readonly classes: string; readonly color: string | null }

type Look = { readonly flags: ReadonlySet<string>; readonly fg: string | null; readonly bg: string | null }

const PLAIN: Look = { flags: new Set(), fg: null, bg: null }

/** CSI, OSC (ended by BEL or ST), other two-byte escapes, and control characters that show nothing. */
const SEQUENCE =
  /\u001b\[(?<codes>[0-9;:]*)m|\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]|[\u0000-\u0008\u000b-\u001a\u001b-\u001f\u007f]/g

/** No program writes longer colour codes. */
const LONGEST_CODES = 200

const FLAGS: Readonly<Record<number, string>> = { 1: 'a-bold', 2: 'a-dim', 3: 'a-italic', 4: 'a-under' }

export function parseAnsi(line: string): readonly Part[] {
  const shown = shownOf(line)
  const parts: Part[] = []
  let look = PLAIN
  let at = 0
  const add = (text: string): void => {
    if (text !== '') parts.push(partOf(text, look))
  }
  for (const found of shown.matchAll(SEQUENCE)) {
    add(shown.slice(at, found.index))
    at = found.index + found[0].length
    if (found.groups?.['codes'] !== undefined) look = lookAfter(look, found.groups['codes'])
  }
  add(shown.slice(at))
  return parts
}

/** The text that a terminal would finally show for a line that was overwritten several times. */
const shownOf = (line: string): string => {
  const whole = line.replace(/\r+$/, '')
  return whole.slice(whole.lastIndexOf('\r') + 1)
}

const partOf = (text: string, { flags, fg, bg }: Look): Part => ({
  text,
  classes: [...flags, fg?.startsWith('a-') === true ? fg : null, bg]
    .filter((name) => name !== null)
    .join(' '),
  color: fg === null || fg.startsWith('a-') ? null : fg,
})

function lookAfter(before: Look, codes: string): Look {
  const [code = 0, ...rest] = codes.slice(0, LONGEST_CODES).split(/[;:]/).map(Number)
  return applied(before, code, rest)
}

/** Applies one code, then the rest. */
function applied(look: Look, code: number, rest: readonly number[]): Look {
  const { color, used } = code === 38 || code === 48 ? extended(rest) : { color: null, used: 0 }
  // A background of any colour could hide the text.
  const now = code === 38 ? { ...look, fg: color } : code === 48 ? look : lookOf(look, code)
  const [next, ...behind] = rest.slice(used)
  return next === undefined ? now : applied(now, next, behind)
}

function lookOf(look: Look, code: number): Look {
  const flag = FLAGS[code]
  if (code === 0) return PLAIN
  if (flag !== undefined) return { ...look, flags: new Set([...look.flags, flag]) }
  if (code >= 22 && code <= 24) return { ...look, flags: new Set() }
  if (code >= 30 && code <= 37) return { ...look, fg: `a-${code - 30}` }
  if (code >= 90 && code <= 97) return { ...look, fg: `a-${code - 90}` }
  if (code === 39) return { ...look, fg: null }
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107) || code === 7) return { ...look, bg: 'a-bg' }
  if (code === 49 || code === 27) return { ...look, bg: null }
  return look
}

/** `5;N` for the 256-colour palette, or `2;R;G;B`. */
function extended(numbers: readonly number[]): { readonly color: string | null; readonly used: number } {
  const [kind, a = 0, b = 0, c = 0] = numbers
  if (kind === 2) return { color: `rgb(${a & 255} ${b & 255} ${c & 255})`, used: 4 }
  if (kind !== 5) return { color: null, used: numbers.length }
  return { color: paletteColor(a), used: 2 }
}

function paletteColor(n: number): string | null {
  if (n < 16) return `a-${n % 8}`
  if (n > 255) return null
  if (n >= 232)
    return `rgb(${Array(3)
      .fill(8 + (n - 232) * 10)
      .join(' ')})`
  const level = (i: number): number => (i === 0 ? 0 : 55 + i * 40)
  const at = n - 16
  return `rgb(${level(Math.floor(at / 36))} ${level(Math.floor(at / 6) % 6)} ${level(at % 6)})`
}
