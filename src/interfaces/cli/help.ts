import type { Command } from './command.ts'
import { commandGroups, commands } from './commands.ts'
import type { Option } from './parse/option.ts'
import { optionName } from './parse/parse-arguments.ts'
import { topicNames } from './topic-names.ts'

export { topicNames }

/** The first screen: the common commands by purpose, and the names of the others. */
export const overview = (): string =>
  page(
    commandGroups.flatMap(({ title, commands: all }) => {
      const others = all.filter(({ isCommon }) => isCommon !== true)
      return [
        ...titleLines(
          title,
          others.map(({ name }) => name),
        ),
        ...rowsOf(all.filter(({ isCommon }) => isCommon === true)),
      ]
    }),
    'mayday COMMAND --help: options and examples. mayday help all: every command.',
    TOPICS,
  )

/** The title of a group, and the names of the commands that are not common. A long line continues on the next. */
export function titleLines(title: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [title]
  const whole = `${title} (also: ${names.join(', ')})`
  if (whole.length <= MOST_COLUMNS) return [whole]
  const end = whole.lastIndexOf(' ', MOST_COLUMNS)
  return [whole.slice(0, end), `  ${whole.slice(end + 1)}`]
}

/** The width of most terminals. */
const MOST_COLUMNS = 80

export const allCommands = (): string =>
  page(
    commandGroups.flatMap(({ title, commands: all }, index) => [
      ...(index === 0 ? [] : ['']),
      title,
      ...rowsOf(all),
    ]),
    'mayday COMMAND --help: options and examples. mayday --version: the version.',
    TOPICS,
  )

const TOPICS = `mayday help TOPIC explains one of: ${topicNames.join(', ')}.`

const page = (lines: readonly string[], ...last: readonly string[]): string =>
  [
    'Mayday says why a coding agent failed, with the line that proves it.',
    'Usage: mayday COMMAND [options]',
    '',
    ...lines,
    '',
    ...last,
    '',
  ].join('\n')

const NAME_WIDTH = Math.max(...commands.map(({ name }) => name.length))

const rowsOf = (listed: readonly Command[]): readonly string[] =>
  listed.map(({ name, summary }) => `  ${name.padEnd(NAME_WIDTH)}  ${summary}`)

/** Renders two columns. */
export const aligned = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`)
}

export const helpFor = ({ summary, usage, options, examples }: Command): string =>
  [
    `${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`,
    '',
    `Usage: ${usage}`,
    '',
    ...aligned(Object.entries(options).map(optionRow)),
    ...(Object.keys(options).length === 0 ? [] : ['']),
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
  ].join('\n')

const optionRow = ([key, { short, type, help }]: readonly [string, Option]): readonly [string, string] => [
  `${short === undefined ? '' : `-${short}, `}--${optionName(key)}${type === null ? '' : ` ${type.sign}`}`,
  help,
]
