/** Removes the types that no entry of the package leads to: only public ones are shipped. */
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const types = join(import.meta.dirname, '../dist/types')
const ENTRIES = ['index.d.ts', 'testing/index.d.ts']

const IMPORT = /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g

/** The declaration that an import means. */
const fileOf = (from: string, name: string): string => {
  const path = resolve(dirname(from), name).replace(/\.[jt]s$/, '')
  return existsSync(`${path}.d.ts`) ? `${path}.d.ts` : join(path, 'index.d.ts')
}

const wanted = new Set<string>()
const open = ENTRIES.map((name) => join(types, name))
for (let path = open.pop(); path !== undefined; path = open.pop()) {
  if (wanted.has(path)) continue
  wanted.add(path)
  const text = readFileSync(path, 'utf8')
  for (const [, name = ''] of text.matchAll(IMPORT)) open.push(fileOf(path, name))
}

const all = globSync('**/*.d.ts', { cwd: types }).map((name) => join(types, name))
for (const path of all) if (!wanted.has(path)) rmSync(path)
