import type { Command } from './command.ts'
import { commands } from './commands.ts'

export const overview = (): string =>
  [
    'Mayday says why a coding agent failed, with the line that proves it.',
    '',
    'Usage: mayday COMMAND [options]',
    '',
    ...aligned(commands.map(({ name, summary }) => [name, summary])),
    '',
    'mayday COMMAND --help shows its options and examples. mayday --version prints the version.',
    '',
  ].join('\n')

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
