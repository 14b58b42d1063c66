/** Generates the page about mayday.yaml from the tables. */
import { keys } from './keys.ts'
import type { AnyEntry, AnySection, Executes, ValueEntry } from './schema.ts'

export const describeConfig = (): string => `# mayday.yaml

A file \`mayday.yaml\` in the project's root is optional. Its values win over \`~/.config/mayday/mayday.yaml\` (or \`$XDG_CONFIG_HOME/mayday/mayday.yaml\`), and the command line wins over both. A key that is not on this page, or a value of the wrong kind, stops the command with the file, the line and the column. \`mayday config\` prints the effective values and their origins.

The file comes with the repository. The keys marked **trust** end in a process or in a network address. Mayday uses them from the project's file only after a person has trusted them once: with \`mayday trust\`, or when the first command that needs them asks. Commands that only read do not ask and do not use these keys. Trust is stored in the project's record together with these values. If one of them changes, Mayday asks again and shows the change. A comment or another key does not matter. \`--trust\` confirms without a terminal and stores the trust. \`MAYDAY_TRUST=1\` is for CI: it applies to one command, is not stored, and is not passed to workers. \`--yes\` is not trust. \`mayday trust --revoke\` removes the trust. The file of the user needs no trust.

\`\`\`yaml
${exampleConfig()}
\`\`\`

[schemas/mayday.yaml.schema.json](schemas/mayday.yaml.schema.json) is the JSON Schema of this file, for editors that complete and check YAML.

Durations are written \`90s\`, \`30m\`, \`2h\`, \`7d\` or \`1h30m\`; sizes \`512m\` or \`2g\`.

${Object.values<AnyEntry>(keys).map(describeTop).join('\n')}
The default command of an agent (\`agents\`) lets it edit the project and do what its settings allow. You can allow more: \`agents: {claude: {args: [--dangerously-skip-permissions]}}\`.
`

/** A file with every key that has an example. */
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
  return `${title}${entry.help}\n\n| key | takes | default | meaning |\n|---|---|---|---|\n${rowsOf(entry, entry.key, undefined).join('\n')}\n`
}

const sentence = (entry: ValueEntry<unknown>): string =>
  `${entry.help[0]?.toUpperCase() ?? ''}${entry.help.slice(1)}. Takes ${entry.type.takes}${entry.default === null ? '' : `; default: \`${entry.type.show(entry.default)}\``}.`

/** For a key outside of a section. */
function trustWords(executes: Executes | undefined): string {
  if (executes === undefined) return ''
  return executes === true ? ' **trust**' : ' **trust**, if it names one under agents.'
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
