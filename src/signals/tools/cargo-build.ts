import { ErrorBatch } from './error-batch.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

const ERROR = /^error(?:\[E\d{4}\])?: /
const PLACE = /^\s*--> ([^\s:][^:]{0,300}):\d+:\d+/
const LINT = /^\s*= (?:note|help): .*(?:`-D \S+`|#\[deny\(|rust-clippy|clippy::)/
const STOPPED = /^error: (?:could not compile `|aborting due to (?:\d+|one|\w+) )/
/** The last words of rustc, which stand alone if only the end of its output was pasted. */
const EXPLAINS =
  /^For more information about this error, try `rustc --explain E\d{4}`|^Some errors have detailed explanations: E\d{4}/
const COUNTED = /due to (\d+) previous errors?/
const DEPENDENCY =
  /^error: (?:failed to (?:get `|select a version|download|fetch|load source|query replaced|resolve|update registry)|no matching package|unable to (?:get packages|update)|package `[^`]+` cannot be built because it requires|rustc \S+ is not supported|toolchain '|spurious network|the lock file .* needs to be updated)/
const MANIFEST =
  /^error: (?:failed to (?:parse manifest|load manifest|parse lock file|run custom build command)|could not find `Cargo\.toml`|linker `[^`]+` not found|couldn't read|can't find (?:crate|`|bin|library)|no (?:bin|library|example) target|package ID specification|manifest path)/
const NO_COMMAND = /^error: (?:no such (?:sub)?command: |'cargo-\S+' is not installed)/
const CAUSE =
  /^ {2,8}(?! )(?:\[\d+\] |failed to download|curl failed|.*\b(?:timed out|Could not (?:resolve|connect)|connection))/
/** Errors before this line belong to another tool. */
const BEGINS = /^\s+(?:Compiling|Checking) \S+ v\d/
const PASSED = /^\s+Finished .*target\(s\) in /

type Run = {
  readonly errors: ErrorBatch
  compilerErrors: number
  lints: number
  /** The error of a dependency. Its cause may follow. */
  dependency: string
  isOver: boolean
}

function finish(run: Run, text: string): Finding {
  const { errors } = run
  run.isOver = true
  const what = run.lints > 0 && run.compilerErrors === 0 ? 'lint-failed' : 'build-failed'
  ;[run.compilerErrors, run.lints] = [0, 0]
  return errors.isEmpty ? { what } : errors.take(what, Number(COUNTED.exec(text)?.[1] ?? 1))
}

function readDependency(run: Run, text: string): Finding | null {
  const finding: Finding = { what: 'install-failed', tentative: true, detail: transient(text) }
  if (DEPENDENCY.test(text)) {
    run.dependency = text
    return finding
  }
  return run.dependency !== '' && CAUSE.test(text)
    ? { ...finding, message: `${run.dependency}: ${text.trim()}`, inPlace: true }
    : null
}

function readError(run: Run, text: string): Finding | null {
  const { errors } = run
  if (ERROR.test(text)) {
    errors.add(text)
    if (text.startsWith('error[')) run.compilerErrors += 1
  } else if (LINT.test(text)) run.lints += 1
  const file = PLACE.exec(text)?.[1]
  if (file === undefined || errors.isEmpty) return null
  errors.name(file)
  return file.endsWith('Cargo.toml') ? errors.soFar('build-failed') : null
}

function readLine(run: Run, text: string): Finding | null {
  if (STOPPED.test(text)) return finish(run, text)
  if (EXPLAINS.test(text)) return run.isOver ? null : { what: 'build-failed', tentative: true }
  if (BEGINS.test(text) && run.compilerErrors === 0) run.errors.clear()
  if (PASSED.test(text)) return { what: 'build-passed' }
  if (NO_COMMAND.test(text)) return { what: 'command-missing' }
  if (MANIFEST.test(text)) return { what: 'build-failed' }
  return readDependency(run, text) ?? readError(run, text)
}

export const cargoBuild: ToolReader = {
  name: 'cargo',
  title: 'Cargo and rustc',
  cue: /^error|^For more information about this error|^Some errors have detailed|^\s+(?:Compiling|Checking) |^\s*--> |^\s*= (?:note|help): |^\s+Finished |^ {2,8}(?! )(?:\[\d+\] |failed to download|curl failed|.*(?:timed out|Could not|connection))/,
  open: () => {
    const run: Run = { errors: new ErrorBatch(), compilerErrors: 0, lints: 0, dependency: '', isOver: false }
    return { line: (text) => readLine(run, text) }
  },
}
