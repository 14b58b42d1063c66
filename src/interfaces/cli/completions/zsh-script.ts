/**
 * The completion script for zsh.
 *
 * Z1 The script evaluates no typed text. zsh's own file completion runs a command in backquotes before a slash. So
 * files are not completed if a word contains a `$` or a backquote.
 */
import type { Completed, CompletedCommand, CompletedOption } from './completion-table.ts'
import { filled } from './filled.ts'

export const zshScript = (commands: readonly CompletedCommand[]): string =>
  filled('mayday.zsh', {
    commands: commands.map(({ name }) => name).join(' '),
    summaries: commands.map(({ name, summary }) => quoted(`${name}  ${summary}`)).join(' '),
    values: commands.flatMap(valueCases).join('\n'),
    options: commands.flatMap(optionCase).join('\n'),
    positionals: commands.map(positionalCase).join('\n'),
  })

/** Quotes a text as one word: each quote closes the string, is escaped, and opens it again. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const valueCases = ({ name, options }: CompletedCommand): readonly string[] =>
  options.flatMap(({ names, value }) =>
    value === null
      ? []
      : [`    ${names.map((one) => `'${name} ${one}'`).join('|')}) ${offer(value)}; return ;;`],
  )

const optionCase = ({ name, options }: CompletedCommand): readonly string[] => {
  if (options.length === 0) return []
  const rows = options.flatMap(({ names, help }: CompletedOption) => names.map((one) => [one, help] as const))
  return [
    `      ${name})`,
    `        names=(${rows.map(([one]) => one).join(' ')})`,
    `        shown=(${rows.map(([one, help]) => quoted(`${one}  ${help}`)).join(' ')})`,
    '        compadd -l -d shown -a names ;;',
  ]
}

const positionalCase = ({ name, positionals }: CompletedCommand): string =>
  `    ${name}) ${offer(positionals)} ;;`

const offer = ({ words, lists, files }: Completed): string =>
  [
    ...(words.length === 0 ? [] : [`compadd -- ${words.join(' ')}`]),
    ...lists.map((kind) => `_mayday_list ${kind}`),
    ...(files ? ['_mayday_files'] : []),
    ...(files || words.length > 0 || lists.length > 0 ? [] : [':']),
  ].join('; ')
