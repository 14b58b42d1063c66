/** A place outside of a project that an attacker would like to have written, and how to tell that nobody did. */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type Outside = Disposable & {
  readonly path: string
  readonly file: (name: string) => string
  readonly put: (name: string, text: string) => string
  /** Every file with what is in it. */
  readonly state: () => readonly string[]
}

export function outside(): Outside {
  const path = mkdtempSync(join(tmpdir(), 'mayday-outside-'))
  const file = (name: string): string => join(path, name)
  return {
    path,
    file,
    put: (name, text) => {
      mkdirSync(dirname(file(name)), { recursive: true })
      writeFileSync(file(name), text)
      return file(name)
    },
    state: () =>
      readdirSync(path, { recursive: true, encoding: 'utf8' })
        .toSorted()
        .map((name) => `${name}: ${lstatSync(file(name)).isFile() ? readFileSync(file(name), 'utf8') : '-'}`),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}
