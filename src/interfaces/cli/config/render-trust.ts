/**
 * Shows the values that the user is asked to trust. Nothing is cut, redacted or hidden, because the user is
 * responsible for all of it.
 */
import { realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Executing } from '../../../config/executing-values.ts'
import { changesSinceTrust, trustOf } from '../../../config/trust-record.ts'
import type { Project } from '../../../record/project.ts'
import { spelledOut } from '../../../signals/invisible.ts'
import { widthOf } from '../screen/columns.ts'
import { countOf } from '../../../signals/count-of.ts'
import { styleFor, type Style } from '../screen/style.ts'

type Shown = { readonly project: Project; readonly executing: Executing }

type Screen = { readonly colour: boolean; readonly columns: number; readonly rows: number }

export function renderTrust(shown: Shown, screen: Screen): string {
  const { project, executing } = shown
  const changes = trustOf(executing, project) === undefined ? changesSinceTrust(executing, project) : null
  const lines = [
    ...describeFile(join(project.root, 'mayday.yaml')),
    `${countOf(executing.values.length, 'value')}, shown in full:`,
    '',
    ...describeValues(executing, changes ?? [], styleFor(screen.colour)),
    '',
    ...(changes === null ? [] : ['You trusted other values here before.', '']),
  ]
  return [...lines, ...describeHeight(lines, screen)].join('\n')
}

function describeValues(
  { values }: Executing,
  changes: NonNullable<ReturnType<typeof changesSinceTrust>>,
  style: Style,
): readonly string[] {
  const changed = new Map(changes.map((one) => [one.key, one]))
  const entry = (head: string, was: string | null | undefined): readonly string[] => [
    `  ${head}`,
    ...(typeof was === 'string' ? [style.dim(`    was: ${spelledOut(was)}`)] : []),
  ]
  return [
    ...values.flatMap(({ key, shown, place }) => {
      const change = changed.get(key)
      const mark = change === undefined ? '' : change.was === null ? ' (new)' : ' (changed)'
      const line = style.dim(`${place === null ? '' : `  line ${place.line}`}${sizeOf(shown)}`)
      return entry(`${style.bold(spelledOut(key))}${mark}: ${spelledOut(shown)}${line}`, change?.was)
    }),
    ...[...changed.values()]
      .filter(({ is }) => is === null)
      .flatMap(({ key, was }) => entry(`${style.bold(spelledOut(key))} (gone)`, was)),
  ]
}

/** A longer value is easily read only in part, so its length is shown. */
const LONG_VALUE = 200

const sizeOf = (value: string): string =>
  value.length <= LONG_VALUE ? '' : `  (${countOf(value.length, 'character')})`

/** Warns if the first values have scrolled off the screen. */
function describeHeight(lines: readonly string[], { columns, rows }: Screen): readonly string[] {
  const height = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0)
  return height < rows
    ? []
    : [
        `This takes ${countOf(height, 'line')}, more than the screen has (${rows}). Scroll up to read it all.`,
        '',
      ]
}

/** The real path of the file, and its owner if that is another user. */
function describeFile(path: string): readonly string[] {
  const { realPath, owner, folderOwner } = fileFacts(path)
  const you = `and you are user ${process.geteuid?.()}.`
  return [
    `Mayday would execute this, from ${spelledOut(realPath)}:`,
    ...(realPath === path ? [] : [`${spelledOut(path)} is a link to that file.`]),
    ...(owner === null ? [] : [`The file belongs to user ${owner}, ${you}`]),
    ...(folderOwner === null ? [] : [`Its folder belongs to user ${folderOwner}, ${you}`]),
  ]
}

export type FileFacts = {
  readonly realPath: string
  /** The uid of the owner of the file or its folder; null if it is this user. */
  readonly owner: number | null
  readonly folderOwner: number | null
}

export function fileFacts(path: string): FileFacts {
  const realPath = realPathOf(path)
  return { realPath, owner: strangerOf(realPath), folderOwner: strangerOf(dirname(realPath)) }
}

function strangerOf(path: string): number | null {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  return owner === undefined || owner === process.geteuid?.() ? null : owner
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // The file was just deleted. The values that were read are still shown.
    return path
  }
}
