/** The files that a browser loads before the first page of the board is drawn. What is imported later is not one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export function firstLoad(built: string): ReadonlySet<string> {
  const page = readdirSync(built).find((name) => name.startsWith('needs-you-page-')) ?? ''
  const found = new Set(['index.html', 'app.css', 'theme.js'])
  for (const script of ['app.js', page]) addLoaded(script, built, found)
  return found
}

/** A script and what it imports before it runs. */
function addLoaded(name: string, built: string, found: Set<string>): void {
  if (found.has(name)) return
  found.add(name)
  const text = readFileSync(join(built, name), 'utf8')
  for (const [, next = ''] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+)["'`]/g))
    addLoaded(next, built, found)
}
