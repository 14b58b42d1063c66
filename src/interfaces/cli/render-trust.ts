/** What a person sees before they trust it. Nothing is cut, redacted or hidden: they answer for all of it. */
import { realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Executing } from '../../config/executing-values.ts'
import { changesSinceTrust, trustOf } from '../../config/trust-record.ts'
import type { Project } from '../../record/project.ts'
import { styleFor } from './style.ts'

type Shown = { readonly project: Project; readonly executing: Executing }

/** Text with everything written out that a terminal would obey or not show: line breaks, colours and odd blanks too. */
export const spelledOut = (text: string): string =>
  text.replaceAll(
    /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu,
    (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`,
  )

export function renderTrust({ project, executing }: Shown, { colour }: { readonly colour: boolean }): string {
  const style = styleFor(colour)
  const changes = trustOf(executing, project) === undefined ? changesSinceTrust(executing, project) : null
  const changed = new Map((changes ?? []).map((one) => [one.key, one]))
  const entry = (head: string, was: string | null | undefined): readonly string[] => [
    `  ${head}`,
    ...(typeof was === 'string' ? [style.dim(`    was: ${spelledOut(was)}`)] : []),
  ]
  return [
    ...describeFile(join(project.root, 'mayday.yaml')),
    '',
    ...executing.values.flatMap(({ key, shown, place }) => {
      const change = changed.get(key)
      const mark = change === undefined ? '' : change.was === null ? ' (new)' : ' (changed)'
      const line = style.dim(place === null ? '' : `  line ${place.line}`)
      return entry(`${style.bold(key)}${mark}: ${spelledOut(shown)}${line}`, change?.was)
    }),
    ...[...changed.values()]
      .filter(({ is }) => is === null)
      .flatMap(({ key, was }) => entry(`${style.bold(key)} (gone)`, was)),
    '',
    ...(changes === null ? [] : ['You trusted other values here before.', '']),
  ].join('\n')
}

/** The file by its real path, and its owner where that is somebody else. */
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
  /** The number of the user who owns the file or its folder; null where that is this user. */
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
    // It has just gone. What was read of it is shown all the same.
    return path
  }
}
