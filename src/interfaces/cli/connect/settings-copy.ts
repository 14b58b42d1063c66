/**
 * Copies of an agent's settings files, so that they can be restored byte for byte.
 *
 * C1 A file is restored only if it is as the agent left it after the connection: a later change is never lost.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { PLUGIN_ID } from '../../../agents/agent-plugin.ts'
import { codeOf } from '../../../record/plain-file.ts'
import { readOrNull, replaceFile } from '../../../record/replace-file.ts'
import type { Shape } from '../../../record/schema.ts'

const bytes = v.nullable(v.string())

export const copySchema = v.object({
  path: v.string(),
  /** Base64; null if there was no file. */
  before: bytes,
  after: bytes,
  /** The nearest folder that did not exist before; null if the file's folder did. */
  madeFolder: v.nullable(v.string()),
})
export type SettingsCopy = Shape<typeof copySchema>

export const copyBefore = (paths: readonly string[]): readonly SettingsCopy[] =>
  paths.map((path) => ({
    path,
    before: bytesOf(path),
    after: null,
    madeFolder: missingFolder(dirname(path)),
  }))

export const copyAfter = (copies: readonly SettingsCopy[]): readonly SettingsCopy[] =>
  copies.map((copy) => (copy.after === CHANGED ? copy : { ...copy, after: bytesOf(copy.path) }))

/** A value that is the hash of no file. A file with this record is never restored. */
const CHANGED = 'changed'

/**
 * The copies of a connection that is made again. If another program has changed a file since, the old copy must not be
 * restored (C1). The file is copied again if it no longer contains the plugin. Otherwise it has no copy any more.
 */
export const copyAgain = (copies: readonly SettingsCopy[], plugin: string): readonly SettingsCopy[] =>
  copies.flatMap((copy) => {
    if (isUntouched(copy)) return [copy]
    return mentions(copy.path, plugin) ? [{ ...copy, after: CHANGED }] : copyBefore([copy.path])
  })

export const mentions = (path: string, plugin: string): boolean =>
  Buffer.from(bytesOf(path) ?? '', 'base64').includes(plugin)

export const isUntouched = ({ path, after }: SettingsCopy): boolean => bytesOf(path) === after

function bytesOf(path: string): string | null {
  try {
    return readFileSync(path).toString('base64')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}

/** The highest folder that is missing. */
function missingFolder(folder: string): string | null {
  if (existsSync(folder)) return null
  return missingFolder(dirname(folder)) ?? folder
}

/** Restores the bytes. A link to the file stays a link. */
export function restore({ path, before, madeFolder }: SettingsCopy): void {
  if (before === null) {
    rmSync(path, { force: true })
    if (madeFolder !== null) removeEmpty(dirname(path), madeFolder)
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  const target = existsSync(path) ? realpathSync(path) : path
  replaceFile(target, { before: readOrNull(target), after: Buffer.from(before, 'base64') })
}

/**
 * Removes the plugin's switch, which some agents only turn off. Everything else in the file stays as it is. Nothing
 * happens if the file named the plugin before the connection.
 */
export function removeSwitch({ path, before }: SettingsCopy): void {
  if (!mentions(path, PLUGIN_ID) || Buffer.from(before ?? '', 'base64').includes(PLUGIN_ID)) return
  const target = realpathSync(path)
  const text = readFileSync(target, 'utf8')
  replaceFile(target, { before: Buffer.from(text), after: Buffer.from(withoutSwitch(text)) })
}

const SWITCH = `"${PLUGIN_ID}"\\s*:\\s*(?:true|false)`

/** With the comma that separates it from its neighbour. */
const withoutSwitch = (json: string): string =>
  json.replace(new RegExp(`,\\s*${SWITCH}`), '').replace(new RegExp(`\\s*${SWITCH}(?:\\s*,|\\s*(?=\\}))`), '')

function removeEmpty(folder: string, last: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // The folder is not empty any more, so it stays.
    return
  }
  if (folder !== last) removeEmpty(dirname(folder), last)
}
