/**
 * `npm run package:check`: packs the package and has publint and arethetypeswrong look at it. They are installed first,
 * in a separate folder: users of Mayday do not need them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from './pack.ts'
import { run } from './run-program.ts'

const checks = join(import.meta.dirname, 'package-checks')

run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checks })
const folder = mkdtempSync(join(tmpdir(), 'mayday-package-'))
try {
  const { file, size, files } = pack(folder)
  console.log(`${(size / 1024).toFixed(0)} kB, ${files} files`)
  const bin = (name: string): string => join(checks, 'node_modules/.bin', name)
  run(bin('publint'), ['run', file, '--strict'])
  // The package has ES modules only, and says so.
  run(bin('attw'), [file, '--profile', 'esm-only', '--format', 'ascii'])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
