import { stripVTControlCharacters } from 'node:util'
import { withoutInvisible } from '../../../signals/invisible.ts'

/** East Asian letters and emoji take two columns in a terminal. */
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u

const widthOfLetter = (letter: string): number => (/^\p{M}$/u.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1)

/** The number of columns of a text without colours. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + widthOfLetter(letter), 0)

/** One line that is safe to print: colours are removed, control and invisible characters become spaces. */
export const oneLine = (text: string): string => withoutInvisible(stripVTControlCharacters(text)).trim()

/** Cuts a text at a width. A cut text ends with an ellipsis. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let room = width - 1
  for (const letter of text) {
    room -= widthOfLetter(letter)
    if (room < 0) break
    kept += letter
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`
}

/** Cuts the beginning of a path, because its end distinguishes it from others. */
export function cutStart(path: string, width: number): string {
  if (widthOf(path) <= width) return path
  let kept = ''
  let room = width - 1
  for (const letter of Array.from(path).toReversed()) {
    room -= widthOfLetter(letter)
    if (room < 0) break
    kept = letter + kept
  }
  return `…${kept}`
}

export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))

export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - widthOf(text))) + text

/** A bar in steps of an eighth: 0 is empty, 1 is full, and any positive share shows at least one step. */
export function bar(share: number, width: number): string {
  const eighths = Math.min(width * 8, Math.max(share > 0 ? 1 : 0, Math.round(share * width * 8)))
  const rest = ' ▏▎▍▌▋▊▉'[eighths % 8] ?? ''
  return '█'.repeat(Math.floor(eighths / 8)) + (eighths % 8 === 0 ? '' : rest)
}
