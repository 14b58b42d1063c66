/**
 * Writes the pages that come from tables: one for each reason, one for all rules, the command reference.
 * `--check` writes nothing and fails where a page is not what the tables say.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { withAgentsTable } from './agents-table.ts'
import { describeConfig } from '../src/config/describe-config.ts'
import { namedRules } from '../src/diagnosis/named-rules.ts'
import { configJsonSchema } from './config-json-schema.ts'
import { explanationSchema } from '../src/diagnosis/explanation-schema.ts'
import type { Example, Rule } from '../src/diagnosis/rule.ts'
import { rules } from '../src/diagnosis/rules.ts'
import type { LastResortRule } from '../src/diagnosis/last-resort-rule.ts'
import { lastResortRules } from '../src/diagnosis/last-resort-rules.ts'
import type { SuccessRule } from '../src/diagnosis/success-rule.ts'
import { successRules } from '../src/diagnosis/success-rules.ts'
import type { WordRule } from '../src/signals/agents/generic/word-rule.ts'
import { wordRules } from '../src/signals/agents/generic/word-rules.ts'
import { commands } from '../src/interfaces/cli/commands.ts'
import { helpFor, topicNames } from '../src/interfaces/cli/help.ts'
import { topicHelp } from '../src/interfaces/cli/help-topics.ts'
import { manPages, withManPages } from './man-page.ts'
import { planWords } from '../src/interfaces/cli/screen/style.ts'
import { inAllDialects } from '../src/reasons/dialects/dialects.ts'
import { precedence, reasonNames, type Reason } from '../src/reasons/reason.ts'
import { reasons } from '../src/reasons/table.ts'
import { neededKeys, sandboxKeys, taskEntries } from '../src/bench/suite/task-keys.ts'
import { attemptSchema } from '../src/bench/attempt-record.ts'
import { seriesSchema } from '../src/bench/series.ts'
import { bodySchemas } from '../src/interfaces/board/bodies.ts'
import { decisionSchema } from '../src/record/decisions.ts'
import { resultSchema } from '../src/record/run-result.ts'
import { taskRecordSchema } from '../src/record/task.ts'
import { eventSchema } from '../src/supervision/event-schema.ts'
import { viewSchemas, withTables } from './view-pages.ts'

const docs = dirname(fileURLToPath(import.meta.url))
const NOTE = '<!-- Made by `npm run docs` from the tables in src/. Change them, not this page. -->\n\n'

const code = (text: string): string => `\`\`\`\n${text.trim()}\n\`\`\``

const example = ({ output, stage, exitCode }: Example): string => {
  const told = [
    stage === undefined ? null : `stage ${stage}`,
    exitCode === undefined ? null : `exit code ${exitCode}`,
  ]
  const head = told.filter((part) => part !== null).join(', ')
  return `${head === '' ? '' : `${head[0]?.toUpperCase() ?? ''}${head.slice(1)}:\n\n`}${code(output.length > 600 ? `${output.slice(0, 600)}…` : output)}`
}

const rulesOf = (reason: Reason): readonly Rule[] => rules.filter((rule) => rule.reason === reason)

function reasonPage(reason: Reason): string {
  const row = reasons[reason]
  const words = Object.entries(inAllDialects(reason)).map(([name, word]) => `| ${name} | \`${word}\` |`)
  const found = rulesOf(reason).map(
    (rule) => `- [\`${rule.id}\`](../rules.md#${anchor(rule.id)}): ${rule.sentence}`,
  )
  return `${NOTE}# ${reason}

${row.meaning}

- **Class:** ${row.class}
- **Precedence:** ${precedence(reason)} of ${reasonNames.length} (across stages the lower number wins)
- **Typical causes:** ${row.causes}
- **Next by default:** ${planWords({ kind: row.policy.plan, words: row.policy.words })}.
- **May an agent claim it by a marker?** ${row.claimable ? `Yes: \`[MAYDAY_FAILURE:${reason}]\` on a line of its own.` : 'No: only the runner can know it.'}
- **Does an identical run make sense?** ${row.transient === true ? 'Yes, the cause may pass.' : row.transient === false ? 'No: something must differ.' : 'Only where the evidence itself is transient (network, lock, server error).'}

| dialect | word |
|---|---|
${words.join('\n')}

## How it is found

${found.length === 0 ? 'By the ending, the stage or the history; see [the rules](../rules.md).' : found.join('\n')}
`
}

const anchor = (id: string): string => id.replaceAll('.', '')

const rulePart = (rule: Rule): string => `## ${rule.id}

${rule.sentence} Reason: [${rule.reason}](reasons/${rule.reason}.md). Read from: ${rule.sources.join(', ')}.

It decides:

${rule.yes.map(example).join('\n\n')}

It does not decide:

${rule.no.map(example).join('\n\n')}
`

const successPart = (rule: SuccessRule): string => `## ${rule.id}

${rule.sentence} Verdict: succeeded, where no exit code is known and nothing after it speaks of trouble.

It decides:

${rule.yes.map(example).join('\n\n')}

It does not decide:

${rule.no.map(example).join('\n\n')}
`

const statusRow = ({ id, means, sentence, yes, no }: WordRule<string | number>): string =>
  `| \`${id}\` | ${sentence} | ${typeof means === 'number' ? id.replace('name.', '') : means} | \`${yes.join('`, `')}\` | \`${no.join('`, `')}\` |`

const lastResortRow = ({ id, sentence, reason, ofAgents, weight, yes, no }: LastResortRule): string =>
  `| \`${id}\` | ${sentence} | ${reason}${ofAgents === undefined ? '' : `; of an agent ${ofAgents}`} | ${weight} | \`${yes.join('`, `')}\` | \`${no.join('`, `')}\` |`

const rulesPage = (): string => `${NOTE}# Rules

Within a stage the stronger source decides: what Mayday did, typed fields and the forms an agent declares, the ending, markers, tools' summaries, plain text near the end. Among equals the later one wins. Every rule below has its examples, and they run as tests.

## Rules that are code

${Object.entries(namedRules)
  .map(([id, sentence]) => `- \`${id}\`: ${sentence}`)
  .join('\n')}

${rules.map(rulePart).join('\n')}
# Stated successes

${successRules.map(successPart).join('\n')}
# Last resorts

The words of the last errors of a failed output that nothing above explains. Each rule that matches is a vote with a weight, and the reason with the most votes wins. The confidence is low. They are asked only where Mayday did not run the stage itself.

| id | what it reads | reason | weight | it reads | it does not read |
|--|--|--|--|--|--|
${lastResortRules.map(lastResortRow).join('\n')}

# Reports of unknown runners

How a loop, an orchestrator or a record of unknown shape reports an ending. The rules above lead from what is reported to a reason.

| id | what it reads | reports | it reads | it does not read |
|--|--|--|--|--|
${wordRules.map(statusRow).join('\n')}
`

const cliPage = (): string => `${NOTE}# Commands

${commands.map((command) => section(command.name, helpFor(command))).join('\n')}
${topicNames.map((name) => section(`help ${name}`, topicHelp(name))).join('\n')}`

const section = (words: string, text: string): string => `## mayday ${words}\n\n${code(text)}\n`

const indexPage = (): string => `${NOTE}# Reasons

| # | reason | class | what it means |
|--|--|--|--|
${reasonNames.map((name) => `| ${precedence(name)} | [${name}](reasons/${name}.md) | ${reasons[name].class} | ${reasons[name].meaning} |`).join('\n')}
`

/** Readers pass over fields that they do not know; what Mayday writes has no others. */
const jsonSchemaOf = (
  schema: GenericSchema,
  definitions: Record<string, GenericSchema> = {},
): ReturnType<typeof toJsonSchema> =>
  toJsonSchema(schema, {
    definitions,
    ignoreActions: ['check', 'finite', 'metadata', 'safe_integer'],
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'object' ? { ...jsonSchema, additionalProperties: false } : jsonSchema,
  })

/** A task file holds one task or a list of them. */
function taskFileSchema(): Readonly<Record<string, unknown>> {
  const properties = Object.entries(taskEntries).map(([key, schema]) => [key, partOf(schema)])
  const task = {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: neededKeys,
    additionalProperties: false,
    dependentRequired: Object.fromEntries(sandboxKeys.map((key) => [key, ['sandbox']])),
  }
  return {
    title: 'a task file of mayday bench',
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    oneOf: [{ $ref: '#/$defs/task' }, { type: 'array', items: { $ref: '#/$defs/task' }, minItems: 1 }],
    $defs: { task },
  }
}

/** What YAML reads as a number or a boolean is text here, except where a boolean is asked for. */
function partOf(schema: GenericSchema): Readonly<Record<string, unknown>> {
  const { $schema: _, ...part } = jsonSchemaOf(schema)
  return part
}

const schemaFile = (title: string, schema: GenericSchema): string =>
  `${JSON.stringify({ title, ...jsonSchemaOf(schema) }, null, 2)}\n`

const pages: ReadonlyMap<string, string> = new Map([
  ...reasonNames.map((name) => [`reasons/${name}.md`, reasonPage(name)] as const),
  ['reasons.md', indexPage()],
  ['rules.md', rulesPage()],
  ['cli.md', cliPage()],
  ['config.md', `${NOTE}${describeConfig()}`],
  ['agents.md', withAgentsTable(await readFile(join(docs, 'agents.md'), 'utf8'))],
  ...manPages(),
  ['../package.json', withManPages(await readFile(join(docs, '../package.json'), 'utf8'))],
  ['schemas/explain-2.schema.json', schemaFile('mayday.explain/2', explanationSchema)],
  ['schemas/result-2.schema.json', schemaFile('mayday.result/2', resultSchema)],
  ['schemas/bench-task.schema.json', `${JSON.stringify(taskFileSchema(), null, 2)}\n`],
  ['schemas/mayday.yaml.schema.json', `${JSON.stringify(configJsonSchema(), null, 2)}\n`],
  ['schemas/event.schema.json', schemaFile('a line of events.jsonl', eventSchema)],
  ['schemas/decision.schema.json', schemaFile('a line of decisions.jsonl', decisionSchema)],
  ['schemas/task.schema.json', schemaFile('a task', taskRecordSchema)],
  ['schemas/series-1.schema.json', schemaFile('mayday.series/1', seriesSchema)],
  ['schemas/attempt-1.schema.json', schemaFile('mayday.attempt/1', attemptSchema)],
  ...viewSchemas(jsonSchemaOf),
  ['cli-json.md', withTables(await readFile(join(docs, 'cli-json.md'), 'utf8'), jsonSchemaOf)],
  [
    'schemas/actions.schema.json',
    `${JSON.stringify(Object.fromEntries(Object.entries(bodySchemas).map(([path, body]) => [path, jsonSchemaOf(body)])), null, 2)}\n`,
  ],
])

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [name, text] of pages) {
  const path = join(docs, name)
  const now = await readFile(path, 'utf8').catch(() => null)
  if (now === text) continue
  stale.push(name)
  if (check) continue
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
for (const folder of ['reasons', 'man'])
  for (const name of await readdir(join(docs, folder)).catch(() => [])) {
    if (pages.has(`${folder}/${name}`)) continue
    stale.push(`${folder}/${name}`)
    if (!check) await rm(join(docs, folder, name))
  }
console.log(
  stale.length === 0
    ? 'The generated pages are up to date.'
    : `${check ? 'Stale' : 'Written'}: ${stale.join(', ')}`,
)
if (check && stale.length > 0) {
  console.error('Run npm run docs and commit the result.')
  process.exitCode = 1
}
