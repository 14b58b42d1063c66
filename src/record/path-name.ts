import { isUtf8 } from 'node:buffer'

/** A file's name as git and the system give it: one character per byte. */
export type RawPath = string

const PLAIN = /^(?!")[\u0020-\u007E]*$/

/**
 * A name for people and JSON. Bytes that are not UTF-8 are quoted as git does. A name that looks quoted is quoted too.
 */
export function showPath(raw: RawPath): string {
  if (PLAIN.test(raw)) return raw
  const bytes = Buffer.from(raw, 'latin1')
  if (isUtf8(bytes) && !raw.startsWith('"')) return bytes.toString('utf8')
  const quoted = raw.replaceAll(/["\\]|[^\u0020-\u007E]/g, (char) =>
    char === '"' || char === '\\' ? `\\${char}` : `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )
  return `"${quoted}"`
}

/** The inverse of `showPath`. */
export function rawPath(shown: string): RawPath {
  if (PLAIN.test(shown)) return shown
  if (!shown.startsWith('"')) return Buffer.from(shown, 'utf8').toString('latin1')
  return shown
    .slice(1, -1)
    .replaceAll(/\\(?:([0-7]{3})|(.))/g, (_all, octal: string | undefined, char: string | undefined) =>
      octal === undefined ? (char ?? '') : String.fromCharCode(Number.parseInt(octal, 8)),
    )
}

/** A raw path below a folder, for the system. */
export const bytesBelow = (folder: string, raw: RawPath): Buffer =>
  Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(raw, 'latin1')])
