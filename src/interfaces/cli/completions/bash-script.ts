/**
 * The completion script for bash 3.2 and newer.
 *
 * B1 The script evaluates no typed text. It does not use `compgen -W`, which would run `$(…)` in the name of a card.
 * It compares words one by one, and quotes values of the project before it inserts them.
 */
import type { Completed, CompletedCommand } from './completion-table.ts'
import { filled } from './filled.ts'

export const bashScript = (commands: readonly CompletedCommand[]): string =>
  filled('mayday.bash', {
    commands: [...commands.map(({ name }) => name), '--help', '--version'].join(' '),
    values: commands.flatMap(valueCases).join('\n'),
    options: commands.flatMap(optionCase).join('\n'),
    positionals: commands.map(positionalCase).join('\n'),
  })

const valueCases = ({ name, options }: CompletedCommand): readonly string[] =>
  options.flatMap(({ names, value }) =>
    value === null
      ? []
      : [`    ${names.map((one) => `'${name} ${one}'`).join(' | ')}) ${offer(value)}; return ;;`],
  )

const optionCase = ({ name, options }: CompletedCommand): readonly string[] =>
  options.length === 0
    ? []
    : [`      ${name}) _mayday_add ${options.flatMap(({ names }) => names).join(' ')} ;;`]

const positionalCase = ({ name, positionals }: CompletedCommand): string =>
  `    ${name}) ${offer(positionals)} ;;`

const offer = ({ words, lists, files }: Completed): string =>
  [
    ...(files ? [] : ['_mayday_nothing_else']),
    ...(words.length === 0 ? [] : [`_mayday_add ${words.join(' ')}`]),
    ...lists.map((kind) => `_mayday_list ${kind}`),
    ...(files && words.length === 0 && lists.length === 0 ? [':'] : []),
  ].join('; ')
