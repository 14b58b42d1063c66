/**
 * An explanation as Markdown, for a job summary or a comment.
 *
 * M1 Text from a log is data. It is in a code block that it cannot close, or every character with a meaning in
 * Markdown or HTML is escaped. So it creates no link, no image and no mention.
 */
import type { Evidence, Explanation } from '../../../diagnosis/explain.ts'
import { shownText } from '../../shown.ts'
import { isRetryable } from './outputs.ts'
import { factsOf, headline, meaningOf, nextOf, placeOf, saidBy } from './words.ts'

/** `before` are the runs of the same command before it, a line each, the newest first. */
export function renderMarkdown(found: Explanation, before: readonly string[] = []): string {
  const parts = [
    `## ${escapeMarkdown(headline(found))}`,
    escapeMarkdown(meaningOf(found)),
    ...next(found),
    ...evidence(found.evidence),
    ...failing(found),
    ...stated(found),
    table(found),
    ...earlier(before),
    ...others(found),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function next(found: Explanation): readonly string[] {
  const words = nextOf(found)
  if (words === null) return []
  const again = isRetryable(found) ? ' An identical run makes sense.' : ' An identical run would fail again.'
  return [`**What to do:** ${escapeMarkdown(words)}${again}`]
}

const evidence = (list: readonly Evidence[]): readonly string[] =>
  list.length === 0 ? [] : ['### Evidence', ...list.map(quoted)]

const quoted = (one: Evidence): string => {
  const place = placeOf(one)
  return [...(place === null ? [] : [escapeMarkdown(place)]), codeBlock(saidBy(one))].join('\n\n')
}

const MOST_NAMES = 10

function failing({ failing: names = [] }: Explanation): readonly string[] {
  if (names.length === 0) return []
  const more = names.length > MOST_NAMES ? [`- and ${names.length - MOST_NAMES} more`] : []
  const rows = names.slice(0, MOST_NAMES).map((name) => `- ${escapeMarkdown(shownText(name))}`)
  return ['### Failing', [...rows, ...more].join('\n')]
}

const stated = ({ statedReason }: Explanation): readonly string[] =>
  statedReason === undefined ? [] : ['### The agent says', codeBlock(shownText(statedReason))]

const table = (found: Explanation): string =>
  [
    '| | |',
    '|--|--|',
    ...factsOf(found).map(([name, value]) => `| ${name} | ${escapeMarkdown(value)} |`),
  ].join('\n')

const earlier = (before: readonly string[]): readonly string[] =>
  before.length === 0
    ? []
    : ['### Attempts before', before.map((line) => `- ${escapeMarkdown(shownText(line))}`).join('\n')]

const others = ({ alternatives }: Explanation): readonly string[] =>
  alternatives.length === 0
    ? []
    : [
        '### Why not',
        alternatives
          .slice(0, 4)
          .map(({ reason, why }) => `- ${escapeMarkdown(shownText(`${reason}: ${why}`))}`)
          .join('\n'),
      ]

/** M1. The fence is longer than any run of backticks inside. */
function codeBlock(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** M1. Returns one line; every ASCII punctuation character with a meaning is escaped. */
const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
    .replaceAll(/[\\`*_{}[\]()#!|<>~@&]/g, (mark) => `\\${mark}`)
    .replaceAll(/(https?|www)(?=[:.])/gi, '$1\\')
