import { basename } from 'node:path'
import { UsageError } from '../../errors.ts'

const PLACEHOLDER = '{prompt}'

export const hasPlaceholder = (argv: readonly string[]): boolean =>
  argv.some((word) => word.includes(PLACEHOLDER))

/** Replaces `{prompt}` by the prompt within its word. */
export function fillPlaceholder(argv: readonly string[], prompt: string): readonly string[] {
  const unsafe = codeWord(argv)
  if (unsafe !== null)
    throw new UsageError(
      `${unsafe} would execute the prompt as code. Make {prompt} a separate word, e.g. sh -c 'agent "$1"' sh {prompt}, or let the command read the file that $MAYDAY_PROMPT_FILE names.`,
    )
  return argv.map((word) => (word === PLACEHOLDER ? prompt : word.replaceAll(PLACEHOLDER, () => prompt)))
}

const INTERPRETERS =
  /^(?:(?:ba|da|z|k|mk|fi|a|tc|c)?sh|su|runuser|(?:python|node|perl|ruby|php|deno|bun)[\d.]*)$/
const CODE_OPTION = /^(?:-[A-Za-z]*[ce]|--command|--eval|-r|-p|--print|eval)$/

/** The program that would execute a word that contains `{prompt}`. The text of a prompt is never code. */
function codeWord(argv: readonly string[]): string | null {
  for (const [at, word] of argv.entries()) {
    if (!word.includes(PLACEHOLDER)) continue
    const before = argv.slice(0, at).map((one) => basename(one))
    const found = before.find((name, place) => name === 'ssh' || runsCode(argv, place, at))
    if (found !== undefined) return found
  }
  return null
}

/** Whether this word is an interpreter that executes the word at `at`. Options after a script do not count. */
function runsCode(argv: readonly string[], interpreter: number, at: number): boolean {
  const name = basename(argv[interpreter] ?? '')
  if (!INTERPRETERS.test(name) || !CODE_OPTION.test(argv[at - 1] ?? '')) return false
  const between = argv.slice(interpreter + 1, at - 1)
  return (
    /^(?:su|runuser)$/.test(name) ||
    between.every((word, place) => /^[-+]/.test(word) || /^[-+]o$/.test(between[place - 1] ?? ''))
  )
}
