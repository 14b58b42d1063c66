/** What a browser loads before the board's first page can be seen, as it is sent. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const BOARD = join(import.meta.dirname, '../dist/board')
const MOST_KB = 80

const read = (name: string): string => readFileSync(join(BOARD, name), 'utf8')

/** A file and all that it imports at once. What is imported later is another matter. */
function loadedWith(name: string, found: Set<string> = new Set()): ReadonlySet<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const [, other = ''] of read(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    loadedWith(other, found)
  return found
}

const lazyIn = (name: string, start: string): string => {
  const found = new RegExp(String.raw`import\(\`?"?\.\/(${start}[^"\`]*\.js)`).exec(read(name))?.[1]
  if (found === undefined) throw new Error(`${name} loads no ${start} later`)
  return found
}

test('the first load of the board stays small', () => {
  const scripts = loadedWith(lazyIn('app.js', 'needs-you-page'), new Set(loadedWith('app.js')))
  const files = ['index.html', 'theme.js', 'app.css', ...scripts]
  const bytes = files.reduce((sum, name) => sum + gzipSync(read(name)).length, 0)
  process.stdout.write(
    `First load of the board: ${(bytes / 1000).toFixed(1)} kB gzip in ${files.length} files\n`,
  )
  expect(bytes).toBeLessThan(MOST_KB * 1000)
})

test('the palette and the highlighter are loaded later', () => {
  const first = loadedWith(lazyIn('app.js', 'needs-you-page'), new Set(loadedWith('app.js')))
  expect(first).not.toContain(lazyIn('app.js', 'palette'))
  expect([...first].filter((name) => /^(?:run-page|highlight|palette)/.test(name))).toEqual([])
})
