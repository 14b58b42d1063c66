/**
 * `npm run release -- VERSION`: everything up to the tarball that is published, and nothing beyond it.
 *
 * R1 What is missing is said before anything is changed. R2 The tarball is tried as users get it: by `npx` in an empty
 * folder on every supported Node, and by `npm install -g`. R3 Nothing is published: the last line says how to.
 *
 * `npm run release -- --smoke` builds, packs and tries the package as it is, without a version and without an address.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from './pack.ts'
import { missingFields, newChangelog, nextVersion } from './release-plan.ts'
import { ProgramError, run } from './run-program.ts'
import { smokeTest } from './smoke-test.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')

function release(version: string): void {
  const manifest: Record<string, unknown> = JSON.parse(read('package.json'))
  const missing = missingFields(manifest)
  if (missing.length > 0)
    throw new ProgramError(
      `package.json has no ${missing.join(', ')}. A package without an address cannot be released: add them first.`,
    )
  const problem = nextVersion(String(manifest['version']), version)
  if (problem !== null) throw new ProgramError(problem)
  const dirty = run('git', ['status', '--porcelain'], { cwd: root, quiet: true })
  if (dirty !== '') throw new ProgramError(`The work tree has changes. Commit them first:\n${dirty}`)
  const changelog = newChangelog(read('CHANGELOG.md'), version, new Date())
  if (changelog === null) throw new ProgramError('CHANGELOG.md has nothing under "## Unreleased".')
  run('npm', ['version', version, '--no-git-tag-version', '--workspaces=false'], { cwd: root })
  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  run('npm', ['run', '--silent', 'docs:check'], { cwd: root })
  const file = packAndTry(join(root, 'release'))
  console.log(
    `\nReady: ${file}\nLook at git diff, commit and tag it (v${version}), then: npm publish ${file}`,
  )
}

/** R2. */
function packAndTry(folder: string): string {
  run('npm', ['run', '--silent', 'build'], { cwd: root })
  run('npm', ['run', '--silent', 'package:check'], { cwd: root })
  mkdirSync(folder, { recursive: true })
  const { file, size, files } = pack(folder)
  console.log(`${file}: ${(size / 1024).toFixed(0)} kB, ${files} files`)
  smokeTest(file)
  return file
}

function smoke(): void {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-release-'))
  try {
    packAndTry(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [word] = process.argv.slice(2)
try {
  if (word === '--smoke') smoke()
  else if (word === undefined)
    throw new ProgramError('Usage: npm run release -- VERSION, or: npm run release -- --smoke')
  else release(word)
} catch (error) {
  if (!(error instanceof ProgramError)) throw error
  console.error(`release: ${error.message}`)
  process.exitCode = 1
}
