/** The completion script for fish 3. fish runs no command substitutions of the completed line. */
import type { Completed, CompletedCommand, CompletedOption } from './completion-table.ts'
import { filled } from './filled.ts'

export const fishScript = (commands: readonly CompletedCommand[]): string =>
  filled('mayday.fish', {
    commands: commands.map(commandLine).join('\n'),
    options: commands.flatMap(linesOf).join('\n'),
  })

const commandLine = ({ name, summary }: CompletedCommand): string =>
  `complete -c mayday -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`

const linesOf = ({ name, options, positionals }: CompletedCommand): readonly string[] => {
  const within = `complete -c mayday -n '__mayday_in ${name}'`
  const offered = offer(positionals)
  return [
    ...options.map((option) => `${within} ${optionWords(option)} -d ${quoted(option.help)}`),
    ...(offered === '' && !positionals.files ? [] : [`${within}${positionals.files ? ' -F' : ''}${offered}`]),
  ]
}

const optionWords = ({ names, value }: CompletedOption): string =>
  [
    ...names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)),
    ...(value === null ? [] : [`-r ${value.files ? '-F' : '-f'}${offer(value)}`]),
  ].join(' ')

const offer = ({ words, lists }: Completed): string => {
  const offered = [...words, ...lists.map((kind) => `(__mayday_list ${kind})`)]
  return offered.length === 0 ? '' : ` -a ${quoted(offered.join(' '))}`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
