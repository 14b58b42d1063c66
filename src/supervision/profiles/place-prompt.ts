import { scan, type CommandLine, type Scan } from './command-line.ts'

/** The words that are the prompt, and the text before it in the same word (`--prompt=`). */
type Place = {
  readonly at: number
  readonly end: number
  readonly before: readonly string[]
  readonly prefix: string
}

/** The command line with another prompt; null if it contains no prompt. */
export function placePrompt(
  argv: readonly string[],
  line: CommandLine,
  prompt: string,
): readonly string[] | null {
  const found = scan(argv, line)
  const place = found === null ? null : (optionPlace(line, found) ?? barePlace(argv, line, found))
  if (place === null) return null
  const word = place.prefix === '' ? promptWord(prompt) : `${place.prefix}${prompt}`
  return [...argv.slice(0, place.at), ...place.before, word, ...argv.slice(place.end)]
}

/** A word that no parser reads as an option. A model ignores the space before the dash. */
export const promptWord = (prompt: string): string => (prompt.startsWith('-') ? ` ${prompt}` : prompt)

function optionPlace(line: CommandLine, { options }: Scan): Place | null {
  const found = options.findLast(
    ({ name, at, end, joined }) =>
      [...line.promptOptions, ...line.fileOptions].includes(name) && (joined || end > at + 1),
  )
  if (found === undefined) return null
  const { name, at, end, joined } = found
  if (line.fileOptions.includes(name)) return { at, end, before: line.promptOptions.slice(0, 1), prefix: '' }
  return joined
    ? { at, end, before: [], prefix: `${name}=` }
    : { at: at + 1, end: at + 2, before: [], prefix: '' }
}

/** One of several words may be the value of an unknown option. So only a word that contains spaces is the prompt. */
function barePlace(argv: readonly string[], line: CommandLine, { bare }: Scan): Place | null {
  if (line.bareWords === 'none') return null
  const sentences = bare.filter((at) => /\s/.test((argv[at] ?? '').trim()))
  const [only = -1] = bare.length === 1 ? bare : sentences.length === 1 ? sentences : []
  if (only >= 0) return argv[only] === '-' ? null : { at: only, end: only + 1, before: [], prefix: '' }
  const [first = -1] = bare
  const last = bare.at(-1) ?? -1
  const isOneStretch = last - first + 1 === bare.length
  return line.bareWords === 'many' && bare.length > 1 && isOneStretch
    ? { at: first, end: last + 1, before: [], prefix: '' }
    : null
}
