import { orUnknown } from '../../../reasons/reason.ts'
import type { Explanation } from '../../../diagnosis/explain.ts'
import { shownText } from '../../shown.ts'
import { escapeAttribute, escapeMarkup } from '../escape-markup.ts'
import { factsOf, headline, meaningOf, nextOf, placeOf, saidBy } from './words.ts'

/**
 * An explanation as JUnit XML: one test case with the reason as the type of its failure. An open verdict is skipped.
 */
export function renderExplainedJunit(found: Explanation, name: string): string {
  const failures = found.verdict === 'failed' ? 1 : 0
  const skipped = found.verdict === 'undetermined' ? 1 : 0
  const counts = `tests="1" failures="${failures}" errors="0" skipped="${skipped}"`
  const agent = found.agent ?? 'agent'
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="mayday" ${counts}>`,
    `  <testsuite name="mayday" ${counts}>`,
    `    <testcase classname="${escapeAttribute(agent)}" name="${escapeAttribute(shownText(name))}">`,
    ...bodyOf(found),
    '    </testcase>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function bodyOf(found: Explanation): readonly string[] {
  const message = escapeAttribute(shownText(meaningOf(found)))
  switch (found.verdict) {
    case 'succeeded':
      return []
    case 'undetermined':
      return [`      <skipped message="${message}"/>`]
    case 'failed':
      return [
        `      <failure type="${escapeAttribute(orUnknown(found.reason))}" message="${message}">${escapeMarkup(textOf(found))}</failure>`,
      ]
  }
}

function textOf(found: Explanation): string {
  const next = nextOf(found)
  const evidence = found.evidence.map((one) => {
    const place = placeOf(one)
    return `${place === null ? '' : `${place}\n`}${saidBy(one)}`
  })
  return [
    headline(found),
    meaningOf(found),
    ...evidence,
    ...factsOf(found).map(([name, value]) => `${name}: ${value}`),
    ...(next === null ? [] : [`Next: ${next}`]),
  ].join('\n')
}
