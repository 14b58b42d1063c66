/**
 * An explanation for GitHub Actions: workflow commands, a job summary, outputs.
 *
 * The runner executes every line of standard output that begins with `::`. G1 Text of a log stays inside the value of
 * one command: line breaks and separators are encoded.
 */
import type { Explanation } from '../../../diagnosis/explain.ts'
import { shownText } from '../../shown.ts'
import { namedFile } from './named-file.ts'
import { headline, meaningOf, nextOf, saidBy } from './words.ts'

/** GitHub truncates a longer message. */
const MOST_MESSAGE = 3000

const LEVELS = { failed: 'error', undetermined: 'warning', succeeded: 'notice' } as const

/** One annotation. It points to the file and line of the evidence if they are in the workspace. */
export function githubAnnotation(found: Explanation, workspace: string): string {
  const place = found.verdict === 'failed' ? namedFile(found, workspace) : null
  const properties = [
    ...(place === null ? [] : [`file=${propertyOf(place.path)}`]),
    ...(place === null || place.line === null ? [] : [`line=${place.line}`]),
    `title=${propertyOf(`Mayday: ${headline(found)}`)}`,
  ]
  return `::${LEVELS[found.verdict]} ${properties.join(',')}::${dataOf(messageOf(found))}\n`
}

function messageOf(found: Explanation): string {
  const [first] = found.evidence
  const next = nextOf(found)
  const lines = [
    meaningOf(found),
    ...(first === undefined ? [] : [saidBy(first)]),
    ...(next === null ? [] : [`Next: ${next}`]),
  ]
  return shownText(lines.join('\n')).slice(0, MOST_MESSAGE)
}

/** G1. The encoding that the runner decodes. */
const dataOf = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const propertyOf = (text: string): string => dataOf(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Between these lines the runner executes no commands. `token` must be unpredictable. */
export const withoutCommands = (text: string, token: string): string =>
  `::stop-commands::${token}\n${text}${text.endsWith('\n') ? '' : '\n'}::${token}::\n`
