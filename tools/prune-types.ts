/** Removes the types that no entry of the package leads to: only public ones are shipped. */
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const types = join(root, 'dist/types')

type Package = { readonly exports: Readonly<Record<string, string | { readonly types: string }>> }

/** The types that package.json exports. */
function entries(): string[] {
  const { exports }: Package = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.values(exports).flatMap((one) => (typeof one === 'string' ? [] : [join(root, one.types)]))
}

const IMPORT = /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g

/** The declaration that an import means. */
const fileOf = (from: string, name: string): string => {
  const path = resolve(dirname(from), name).replace(/\.[jt]s$/, '')
  return existsSync(`${path}.d.ts`) ? `${path}.d.ts` : join(path, 'index.d.ts')
}

const wanted = new Set<string>()
const open = entries()
for (let path = open.pop(); path !== undefined; path = open.pop()) {
  if (wanted.has(path)) continue
  wanted.add(path)
  const text = readFileSync(path, 'utf8')
  for (const [, name = ''] of text.matchAll(IMPORT)) open.push(fileOf(path, name))
}

const all = globSync('**/*.d.ts', { cwd: types }).map((name) => join(types, name))
for (const path of all) if (!wanted.has(path)) rmSync(path)
