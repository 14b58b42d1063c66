import { commandGroups, type Command, type CommandGroup } from './command.ts'
import { commands } from './commands.ts'

/** The first screen: the common commands by what a person wants to do, and the names of the others. */
export const overview = (): string =>
  page(
    commandGroups.flatMap((group) => {
      const others = inGroup(group).filter(({ isCommon }) => isCommon !== true)
      return [
        `${group} (also: ${others.map(({ name }) => name).join(', ')})`,
        ...rowsOf(inGroup(group).filter(({ isCommon }) => isCommon === true)),
      ]
    }),
    'mayday COMMAND --help shows options and examples. mayday help all lists every command.',
  )

export const allCommands = (): string =>
  page(
    commandGroups.flatMap((group, index) => [...(index === 0 ? [] : ['']), group, ...rowsOf(inGroup(group))]),
    'mayday COMMAND --help shows its options and examples. mayday --version prints the version.',
  )

const inGroup = (group: CommandGroup): readonly Command[] =>
  commands.filter((command) => command.group === group)

const page = (lines: readonly string[], last: string): string =>
  [
    'Mayday says why a coding agent failed, with the line that proves it.',
    'Usage: mayday COMMAND [options]',
    '',
    ...lines,
    '',
    last,
    '',
  ].join('\n')

const NAME_WIDTH = Math.max(...commands.map(({ name }) => name.length))

const rowsOf = (listed: readonly Command[]): readonly string[] =>
  listed.map(({ name, summary }) => `  ${name.padEnd(NAME_WIDTH)}  ${summary}`)

const aligned = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`)
}

export function helpFor({ summary, usage, options, examples }: Command): string {
  const rows = options.map(({ name, short, value, help }): readonly [string, string] => [
    `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    help,
  ])
  return [
    `${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`,
    '',
    `Usage: ${usage}`,
    '',
    ...aligned(rows),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
  ].join('\n')
}
