import { hang } from './fold.ts'

/** Colours on a terminal, plain text elsewhere. */
export type Style = {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

const paint =
  (on: boolean, open: number, close: number) =>
  (text: string): string =>
    on ? `\u001B[${open}m${text}\u001B[${close}m` : text

export const styleFor = (colour: boolean): Style => ({
  bold: paint(colour, 1, 22),
  dim: paint(colour, 2, 22),
  red: paint(colour, 31, 39),
  green: paint(colour, 32, 39),
  yellow: paint(colour, 33, 39),
  cyan: paint(colour, 36, 39),
})

/** Wraps a sentence at words, each line indented. */
export function wrap(text: string, columns: number, indent = ''): string {
  return indent + hang(text, Math.max(40, Math.min(columns, 100)), indent.length)
}

/** A plan in words. Its name comes first, unless the words already begin with it. */
export const planWords = ({ kind, words }: { readonly kind: string; readonly words: string }): string =>
  words.startsWith(kind) ? words : `${kind}: ${words}`
