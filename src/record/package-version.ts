import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

/** The version of this installation. The build replaces it with the value. */
export function packageVersion(): string {
  const found: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))
  return typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : 'unknown'
}
