/** The page about mayday.yaml, from the tables. */
import { keys } from './keys.ts'
import type { AnyEntry, AnySection, ValueEntry } from './schema.ts'

export const describeConfig = (): string => `# mayday.yaml

A file \`mayday.yaml\` in the project's root is optional. What it says wins over \`~/.config/mayday/mayday.yaml\` (or \`$XDG_CONFIG_HOME/mayday/mayday.yaml\`), and a command line wins over both. A key that is not on this page, or a value of the wrong kind, stops the command with the file, the line and the column. \`mayday config\` prints what holds, and where each value comes from.

\`\`\`yaml
${exampleConfig()}
\`\`\`

Durations are written \`90s\`, \`30m\`, \`2h\`, \`7d\` or \`1h30m\`; sizes \`512m\` or \`2g\`.

${Object.values<AnyEntry>(keys).map(describeTop).join('\n')}
An agent's usual command (\`agents\`) lets it edit the project and do what its own settings allow. Leave to do more is yours to give: \`agents: {claude: {args: [--dangerously-skip-permissions]}}\`.
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
  if (entry.kind === 'value') return `${title}${sentence(entry)}\n`
  return `${title}${entry.help}\n\n| key | takes | usual | what it is |\n|---|---|---|---|\n${rowsOf(entry, entry.key).join('\n')}\n`
}

const sentence = (entry: ValueEntry<unknown>): string =>
  `${entry.help[0]?.toUpperCase() ?? ''}${entry.help.slice(1)}. Takes ${entry.type.takes}${entry.usual === null ? '' : `; usual: \`${entry.type.show(entry.usual)}\``}.`

function rowsOf(entry: AnyEntry, path: string): readonly string[] {
  switch (entry.kind) {
    case 'section':
      return Object.values(entry.entries).flatMap((one) => rowsOf(one, `${path}.${one.key}`))
    case 'map':
      return rowsOf(entry.each, `${path}.${entry.name}`)
    case 'value': {
      const usual = entry.usual === null ? '' : `\`${entry.type.show(entry.usual)}\``
      return [`| \`${path}\` | ${entry.type.takes} | ${usual} | ${entry.help} |`]
    }
  }
}
