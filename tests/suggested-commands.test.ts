/**
 * Every command and option that a message suggests exists. An option without a command before it belongs to the
 * command that prints the message. So every command that is nearest to the file must have it.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { commands } from '../src/interfaces/cli/commands.ts'
import { optionName } from '../src/interfaces/cli/parse/parse-arguments.ts'

const src = join(import.meta.dirname, '../src')

/** Files whose texts are read or belong to other programs. They contain no messages of Mayday. */
const NO_MESSAGES =
  /^(?:signals|agents|diagnosis|secrets|testing|supervision\/profiles|supervision\/wrapper-|bench|interfaces\/board\/demo|interfaces\/reporters\/page-style)\b/

type Source = { readonly texts: readonly string[]; readonly imports: readonly string[] }

/** The texts of a file, with `…` for inserted values, and the files that it imports. */
function readSource(file: string, code: string): Source {
  const texts: string[] = []
  const imports: string[] = []
  const add = ({ source }: { readonly source?: unknown }): void => {
    if (typeof source !== 'object' || source === null || !('value' in source)) return
    const target = String(source.value)
    if (target.startsWith('.')) imports.push(posix.join(posix.dirname(file), target))
  }
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && texts.push(value)),
    TemplateLiteral: ({ quasis }) =>
      void texts.push(quasis.map(({ value }) => value.cooked ?? value.raw).join('…')),
    ImportDeclaration: add,
    ImportExpression: add,
  }).visit(parseSync(file, code).program)
  return { texts, imports }
}

const sources: ReadonlyMap<string, Source> = new Map(
  globSync('**/*.ts', { cwd: src })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, readSource(file, readFileSync(join(src, file), 'utf8'))]),
)

const codeOf = (file: string): string => readFileSync(join(src, file), 'utf8')

/** Their texts are help, which names options without a command. */
const tables: readonly string[] = globSync('interfaces/cli/*/*.ts', { cwd: src }).filter((file) =>
  /^export const \w+: (?:CommandGroup|Option<)/m.test(codeOf(file)),
)

/** The file that each command loads, as the tables declare it. */
const loaded: ReadonlyMap<string, string> = new Map(
  tables.flatMap((table) => {
    const declared = codeOf(table).matchAll(/^ {6}name: '(\w+)',$[^]*?^ {6}load: .*import\('([^']+)'\)/gm)
    return [...declared].map(([, name = '', file = '']): [string, string] => [
      name,
      posix.join(posix.dirname(table), file),
    ])
  }),
)

/** For each file, the commands that reach it by the fewest imports. */
function readers(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  let open = [...loaded].map(([name, file]) => ({ name, file }))
  while (open.length > 0) {
    const fresh = open.filter(({ file }) => !found.has(file))
    for (const { name, file } of fresh) found.set(file, (found.get(file) ?? new Set()).add(name))
    open = fresh.flatMap(({ name, file }) =>
      (sources.get(file)?.imports ?? []).map((target) => ({ name, file: target })),
    )
  }
  return found
}

const optionsOf = (name: string): readonly string[] =>
  Object.entries(commands.find((command) => command.name === name)?.options ?? {})
    .flatMap(([key, { short }]) => [`--${optionName(key)}`, ...(short === undefined ? [] : [`-${short}`])])
    .concat('--help')

/**
 * An option at the start was given by the user. In order: a command of Mayday, another program, text of another
 * program, an option.
 */
const WORD =
  /\bmayday (?<command>[a-z]+)\b|\b(?<other>git|npm|npx) [a-z]|(?<end> -- )|(?<=[\s'"(])(?<!… )(?<option>--?[a-z][a-z-]*)/g

/** Words after `mayday` in ordinary sentences. */
const NO_COMMAND: ReadonlySet<string> = new Set(['account', 'command', 'help'])

function complaintsOf(text: string, readBy: ReadonlySet<string>): readonly string[] {
  const complaints: string[] = []
  let command: string | null = null
  for (const { groups = {} } of text.matchAll(WORD)) {
    if (groups['other'] !== undefined || groups['end'] !== undefined) command = 'other'
    if (groups['command'] !== undefined && !NO_COMMAND.has(groups['command'])) {
      command = groups['command']
      if (!commands.some(({ name }) => name === command)) complaints.push(`mayday ${command}`)
    }
    const { option } = groups
    if (option === undefined || command === 'other') continue
    // `df -h`: only long options can be distinguished from those of other programs.
    if (command === null && !option.startsWith('--')) continue
    const able = command === null ? [...readBy] : [command]
    const unable = able.filter((name) => !optionsOf(name).includes(option))
    complaints.push(...unable.map((name) => `mayday ${name} ${option}`))
  }
  return complaints
}

test('every command names an existing file', () => {
  expect([...loaded.keys()].toSorted()).toEqual(commands.map(({ name }) => name).toSorted())
  expect([...loaded.values()].filter((file) => !sources.has(file))).toEqual([])
})

test('every suggested command and option exists', () => {
  const readBy = readers()
  const found = [...sources].flatMap(([file, { texts }]) =>
    NO_MESSAGES.test(file) || tables.includes(file)
      ? []
      : texts
          .filter((text) => /\s/.test(text))
          .flatMap((text) =>
            complaintsOf(text, readBy.get(file) ?? new Set()).map((what) => `${file}: ${what}: ${text}`),
          ),
  )
  expect(found).toEqual([])
})

test('examples of help use their own options', () => {
  const found = commands.flatMap(({ name, examples }) =>
    examples.flatMap((example) => complaintsOf(/mayday .*/.exec(example)?.[0] ?? '', new Set([name]))),
  )
  expect(found).toEqual([])
})

const PAGES = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  ...globSync('docs/*.md', { cwd: join(src, '..') }),
]

/** Lines of code blocks that start with the command, without their comments. */
const typedIn = (page: string): readonly string[] =>
  readFileSync(join(src, '..', page), 'utf8')
    .split('```')
    .filter((_, index) => index % 2 === 1)
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/ +#.*/, '').trim())
    .filter((line) => /^(?:npx )?mayday /.test(line))

test.each(PAGES)('commands in %s can be typed', (page) => {
  const lines = typedIn(page)
  expect(lines.flatMap((line) => complaintsOf(line.replace(/^npx /, ''), new Set()))).toEqual([])
  expect(lines.filter((line) => / {2,}mayday /.test(line))).toEqual([])
})

test.each([
  ['See: mayday histroy', ['mayday histroy']],
  ['Try: mayday work --setup x', ['mayday work --setup']],
  ['Try: mayday run --verify x -- agent --strange', []],
  ['leave --dry-run out', ['mayday work --dry-run']],
  ['See: git branch --all', []],
])('%j is reported as %j', (text, complaints) => {
  expect(complaintsOf(text, new Set(['work']))).toEqual(complaints)
})
