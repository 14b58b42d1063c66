import type { Command } from './command.ts'
import { commands } from './commands.ts'

export const overview = (): string =>
  [
    'Mayday says why a coding agent failed, with the line that proves it.',
    '',
    'Usage: mayday COMMAND [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`),
    '',
    'mayday COMMAND --help shows its options and examples. mayday --version prints the version.',
    '',
  ].join('\n')

export function helpFor({ summary, usage, options, examples }: Command): string {
  const lines = options.map(({ name, short, value, help }) => {
    const flag = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
    return `  ${flag.padEnd(20)} ${help}`
  })
  return [
    `${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}.`,
    '',
    `Usage: ${usage}`,
    '',
    ...lines,
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
  ].join('\n')
}
