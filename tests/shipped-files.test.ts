import { readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Only tests and the build read them. */
const NOT_SHIPPED: ReadonlySet<string> = new Set(['src/signals/bytes/count-newlines.wat'])

/** These files are not in the bundle: an installation has them only if the package lists them. */
const readAtRunTime = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
  .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))

test('every file read at run time is shipped', () => {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] }
  const isShipped = (path: string): boolean =>
    NOT_SHIPPED.has(path) || files.some((one) => matchesGlob(path, one) || path.startsWith(`${one}/`))
  expect(readAtRunTime.length).toBeGreaterThan(20)
  expect(readAtRunTime.filter((path) => !isShipped(path))).toEqual([])
})
