/** Manual pages in the macros of man(7), from the table of commands. */
import type { Command } from '../src/interfaces/cli/command.ts'
import { commandGroups, commands } from '../src/interfaces/cli/commands.ts'
import { exitCodes } from '../src/interfaces/cli/exit-codes.ts'
import { topicNames } from '../src/interfaces/cli/help.ts'
import { topicHelp } from '../src/interfaces/cli/help-topics.ts'
import type { Option } from '../src/interfaces/cli/parse/option.ts'
import { optionName } from '../src/interfaces/cli/parse/parse-arguments.ts'

const NOTE = '.\\" Made by `npm run docs` from the table of commands. Change the table, not this page.\n'

/** A line of text: no character of it is a request, an escape or a break. */
const text = (line: string): string =>
  line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replaceAll(/^([.'])/g, '\\&$1')

const head = (name: string): string =>
  `${NOTE}.TH ${text(name.toUpperCase())} 1 "" "Mayday" "Mayday Manual"\n`

const section = (title: string, ...lines: readonly string[]): string =>
  `.SH ${title}\n${lines.map((line) => `${line}\n`).join('')}`

const tagged = (tag: string, ...words: readonly string[]): string =>
  ['.TP', `\\fB${text(tag)}\\fR`, ...words.map(text)].join('\n')

const sentence = (words: string): string => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`

const optionTag = ([key, { short, type, help }]: [string, Option]): string =>
  tagged(
    `${short === undefined ? '' : `-${short}, `}--${optionName(key)}${type === null ? '' : ` ${type.sign}`}`,
    sentence(help),
  )

/** Lines as they are typed or printed. */
const literal = (lines: readonly string[]): readonly string[] => ['.nf', ...lines.map(text), '.fi']

const commandPage = ({ name, summary, usage, options, examples }: Command): string =>
  [
    head(`mayday-${name}`),
    section('NAME', `mayday\\-${text(name)} \\- ${text(summary)}`),
    section(
      'SYNOPSIS',
      ...literal(usage.split(' | mayday ').map((one, index) => (index === 0 ? one : `mayday ${one}`))),
    ),
    section(
      'OPTIONS',
      ...Object.entries(options).map(optionTag),
      tagged('--help', 'Show options and examples.'),
    ),
    section('EXAMPLES', ...literal(examples)),
    section('SEE ALSO', '.BR mayday (1)'),
  ].join('')

const overviewPage = (): string =>
  [
    head('mayday'),
    section('NAME', 'mayday \\- run coding agents and say why they fail'),
    section('SYNOPSIS', '.B mayday', '.I COMMAND', '[options]'),
    section(
      'DESCRIPTION',
      'Mayday runs coding agents unattended and says why a run failed, with the line that proves it.',
    ),
    ...commandGroups.map(({ title, commands: inGroup }) =>
      section(
        title.toUpperCase(),
        ...inGroup.map(({ name, summary }) =>
          ['.TP', `.BR mayday\\-${text(name)} (1)`, text(sentence(summary))].join('\n'),
        ),
      ),
    ),
    section(
      'EXIT STATUS',
      ...Object.values(exitCodes).map(({ code, means }) => tagged(String(code), sentence(means))),
    ),
    ...topicNames
      .filter((name) => name !== 'exit-codes')
      .map((name) => section(text(name.toUpperCase()), ...literal(topicHelp(name).trim().split('\n')))),
  ].join('')

/** Every page with its path below docs/. */
export const manPages = (): readonly (readonly [string, string])[] => [
  ['man/mayday.1', overviewPage()],
  ...commands.map((command) => [`man/mayday-${command.name}.1`, commandPage(command)] as const),
]

/** `npm install -g` installs only pages that package.json lists one by one. */
export const withManPages = (manifest: string): string => {
  const man = manPages().map(([path]) => `./docs/${path}`)
  return `${JSON.stringify({ ...JSON.parse(manifest), man }, null, 2)}\n`
}
