import { countOf } from '../../../signals/count-of.ts'
import type { ToldFinding } from './doctor.ts'
import { oneLine } from '../screen/columns.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import type { Paper } from '../screen/page.ts'

/** One line for each finding, its fix below, and a summary. */
export function renderFindings(findings: readonly ToldFinding[], { colour, columns }: Paper): string {
  const style = styleFor(colour)
  const lines = findings.flatMap((finding) => [
    indented(`${markOf(finding, style)} `, oneLine(finding.says), columns),
    ...(finding.fixed === null
      ? (finding.next === undefined ? [] : [finding.next]).map((next) => indented('  → ', next, columns))
      : [indented(`  ${style.green('→')} `, oneLine(finding.fixed), columns)]),
  ])
  return `${[...lines, '', sumOf(findings)].join('\n')}\n`
}

/** The mark is in the left margin. */
function indented(mark: string, text: string, columns: number): string {
  const [first = '', ...rest] = wrap(text, columns - 4).split('\n')
  return [`${mark}${first}`, ...rest.map((line) => `    ${line}`)].join('\n')
}

function markOf({ level, fixed }: ToldFinding, style: Style): string {
  if (level === 'fine') return style.green('✓')
  if (fixed !== null) return style.green('✎')
  return level === 'warning' ? style.yellow('!') : style.red('✗')
}

function sumOf(findings: readonly ToldFinding[]): string {
  const left = findings.filter(({ fixed }) => fixed === null)
  const problems = left.filter(({ level }) => level === 'problem').length
  const warnings = left.filter(({ level }) => level === 'warning').length
  const fixed = findings.length - left.length
  const fixable = left.some((finding) => finding.fixable && finding.level !== 'fine')
  return [
    problems + warnings === 0
      ? 'Everything is fine.'
      : `${countOf(problems, 'problem')}, ${countOf(warnings, 'warning')}.`,
    ...(fixed === 0 ? [] : [`${fixed} repaired.`]),
    ...(fixable ? ['To repair what can be repaired: mayday doctor --fix'] : []),
  ].join(' ')
}
