import { countOf } from '../../../signals/count-of.ts'
import type { Changes } from '../../../views/changes.ts'
import { padEnd, padStart, widthOf } from '../screen/columns.ts'
import { styleFor, type Style } from '../screen/style.ts'

/** The files with how many lines changed, as `git diff --stat` lists them. */
export function renderStat(changes: Changes, { colour }: { readonly colour: boolean }): string {
  const style = styleFor(colour)
  const { files, added, removed, why, unkept, rolledBackAt, leftOut } = changes
  const names = files.map(nameOf)
  const width = Math.min(80, Math.max(0, ...names.map(widthOf)))
  const lines = files.map((file, at) => ` ${padEnd(names[at] ?? '', width)} ${countsOf(file, style)}`)
  const notes = [
    why,
    files.length === 0 && why === null ? `Run ${changes.run} has no difference to show.` : null,
    files.length > 0 ? `${countOf(files.length, 'file')}, +${added} −${removed}` : null,
    leftOut > 0
      ? `${countOf(leftOut, 'more file')} differ${leftOut === 1 ? 's' : ''} that this run did not change.`
      : null,
    unkept.length > 0 ? `Changed, but with no difference to show: ${listed(unkept)}` : null,
    rolledBackAt === null ? null : 'Mayday has undone these changes since.',
  ].filter((note) => note !== null)
  return [...lines, ...notes, ''].join('\n')
}

const listed = (names: readonly string[]): string =>
  names.length > 10 ? `${names.slice(0, 10).join(', ')} and ${names.length - 10} more` : names.join(', ')

type File = Changes['files'][number]

const nameOf = ({ path, oldPath }: File): string => (oldPath === null ? path : `${oldPath} → ${path}`)

const WORDS: Readonly<Record<File['change'], string>> = {
  added: 'new',
  deleted: 'deleted',
  changed: '',
  renamed: 'renamed',
  mode: 'mode',
  type: 'type',
}

function countsOf({ added, removed, change, oldMode, newMode }: File, style: Style): string {
  if (change === 'mode') return style.dim(`mode ${oldMode ?? ''} → ${newMode ?? ''}`)
  const word = WORDS[change] === '' ? '' : style.dim(`  ${WORDS[change]}`)
  if (added === null || removed === null) return `${style.dim('binary')}${word}`
  return `${style.green(padStart(`+${added}`, 6))} ${style.red(padStart(`−${removed}`, 6))}${word}`
}

/** Colours a patch line by line. */
export function paintPatch(text: string, style: Style): string {
  return text
    .split('\n')
    .map((line) => {
      if (/^(?:diff|index|\+\+\+|---|new file|deleted file|similarity|rename|old mode|new mode)/.test(line))
        return style.bold(line)
      if (line.startsWith('@@')) return style.cyan(line)
      if (line.startsWith('+')) return style.green(line)
      return line.startsWith('-') ? style.red(line) : line
    })
    .join('\n')
}
