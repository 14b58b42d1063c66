/** What can be typed at each position, from the table of commands. The scripts of all shells are generated from it. */
import { commands } from '../commands.ts'
import { topicNames } from '../topic-names.ts'
import type { Option, Shown } from '../parse/option.ts'
import { optionName } from '../parse/parse-arguments.ts'
import type { ListedKind } from '../parse/value-type.ts'

/** The completion of one value: fixed words, values of the project, files, or nothing. */
export type Completed = {
  readonly words: readonly string[]
  readonly lists: readonly ListedKind[]
  readonly files: boolean
}

export type CompletedOption = {
  /** With its dashes. */
  readonly names: readonly string[]
  readonly help: string
  /** Null for a switch. */
  readonly value: Completed | null
}

export type CompletedCommand = {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  readonly positionals: Completed
}

const HELP: CompletedOption = { names: ['--help', '-h'], help: 'show options and examples', value: null }

export const completedCommands = (): readonly CompletedCommand[] => [
  ...commands.map(({ name, summary, options, positionals = {} }) => ({
    name,
    summary,
    options: [...Object.entries(options).map(completedOption), HELP],
    positionals: together(Object.values(positionals).map(({ type }) => completedBy(type))),
  })),
  {
    name: 'help',
    summary: 'show the help of a command or a topic',
    options: [],
    positionals: {
      words: ['all', ...commands.map(({ name }) => name), ...topicNames],
      lists: [],
      files: false,
    },
  },
]

const completedOption = ([key, { short, help, type }]: [string, Option]): CompletedOption => ({
  names: [`--${optionName(key)}`, ...(short === undefined ? [] : [`-${short}`])],
  help,
  value: type === null ? null : completedBy(type),
})

/** Only plain words, because the scripts contain them without quotes. */
const PLAIN = /^[\w.-]+$/

const completedBy = ({ known = [], completes }: Shown): Completed => ({
  words: known.filter((word) => PLAIN.test(word)),
  lists: completes === undefined || completes === 'file' ? [] : [completes],
  files: completes === 'file' || completes === 'card',
})

const together = (all: readonly Completed[]): Completed => ({
  words: all.flatMap(({ words }) => words),
  lists: all.flatMap(({ lists }) => lists),
  files: all.some(({ files }) => files),
})
