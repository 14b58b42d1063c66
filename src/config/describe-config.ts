/** The page about mayday.yaml, from the tables. */
import { keys } from './keys.ts'
import type { AnyEntry, AnySection, Executes, ValueEntry } from './schema.ts'

export const describeConfig = (): string => `# mayday.yaml

A file \`mayday.yaml\` in the project's root is optional. What it says wins over \`~/.config/mayday/mayday.yaml\` (or \`$XDG_CONFIG_HOME/mayday/mayday.yaml\`), and a command line wins over both. A key that is not on this page, or a value of the wrong kind, stops the command with the file, the line and the column. \`mayday config\` prints what holds, and where each value comes from.

The file comes with the repository. The keys marked **trust** end in a process or in a network address, so Mayday uses them from the project's file only after a person has looked at them once: \`mayday trust\`, or the question of the first command that would use them. Commands that only read ask for nothing and use none of them. Trust is remembered in the project's record by these values: a changed one asks again and shows what changed; a comment or another key does not. \`--trust\` says yes without a terminal and remembers it. \`MAYDAY_TRUST=1\` is for CI: it holds for one command, is not remembered, and is not handed on to workers. \`--yes\` is not trust. \`mayday trust --revoke\` takes it back. A person's own file needs no trust.

\`\`\`yaml
${exampleConfig()}
\`\`\`

Durations are written \`90s\`, \`30m\`, \`2h\`, \`7d\` or \`1h30m\`; sizes \`512m\` or \`2g\`.

${Object.values<AnyEntry>(keys).map(describeTop).join('\n')}
An agent's default command (\`agents\`) lets it edit the project and do what its own settings allow. Leave to do more is yours to give: \`agents: {claude: {args: [--dangerously-skip-permissions]}}\`.
`

/** A file with everything in it that has an example. */
export const exampleConfig = (): string => exampleOf(keys, '').join('\n')

function exampleOf(section: AnySection, indent: string): readonly string[] {
  return Object.values(section).flatMap((entry) => exampleLines(entry, entry.key, indent))
}

function exampleLines(entry: AnyEntry, name: string, indent: string): readonly string[] {
  if (entry.kind === 'value') return entry.example === undefined ? [] : [`${indent}${name}: ${entry.example}`]
  const inner =
    entry.kind === 'section'
      ? exampleOf(entry.entries, `${indent}  `)
      : entry.example === undefined
        ? []
        : exampleLines(entry.each, entry.example, `${indent}  `)
  return inner.length === 0 ? [] : [`${indent}${name}:`, ...inner]
}

function describeTop(entry: AnyEntry): string {
  const title = `## ${entry.key}\n\n`
  if (entry.kind === 'value') return `${title}${sentence(entry)}${trustWords(entry.executes)}\n`
  return `${title}${entry.help}\n\n| key | takes | default | what it is |\n|---|---|---|---|\n${rowsOf(entry, entry.key, undefined).join('\n')}\n`
}

const sentence = (entry: ValueEntry<unknown>): string =>
  `${entry.help[0]?.toUpperCase() ?? ''}${entry.help.slice(1)}. Takes ${entry.type.takes}${entry.default === null ? '' : `; default: \`${entry.type.show(entry.default)}\``}.`

/** For a key that stands alone. */
function trustWords(executes: Executes | undefined): string {
  if (executes === undefined) return ''
  return executes === true ? ' **trust**' : ' **trust**, where it names one under agents.'
}

function rowsOf(entry: AnyEntry, path: string, above: Executes | undefined): readonly string[] {
  const executes = entry.executes ?? above
  switch (entry.kind) {
    case 'section':
      return Object.values(entry.entries).flatMap((one) => rowsOf(one, `${path}.${one.key}`, executes))
    case 'map':
      return rowsOf(entry.each, `${path}.${entry.name}`, executes)
    case 'value': {
      const preset = entry.default === null ? '' : `\`${entry.type.show(entry.default)}\``
      return [
        `| \`${path}\` | ${entry.type.takes} | ${preset} | ${entry.help}${executes === undefined ? '' : ' **trust**'} |`,
      ]
    }
  }
}
