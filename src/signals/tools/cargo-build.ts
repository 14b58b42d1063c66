import type { What } from '../signal.ts'
import { ErrorBatch } from './error-batch.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

const ERROR = /^error(?:\[E\d{4}\])?: /
const PLACE = /^\s*--> ([^\s:][^:]{0,300}):\d+:\d+/
const LINT = /^\s*= (?:note|help): .*(?:`-D \S+`|#\[deny\(|rust-clippy|clippy::)/
const STOPPED = /^error: (?:could not compile `|aborting due to (?:\d+|one|\w+) )/
const COUNTED = /due to (\d+) previous errors?/
const DEPENDENCY =
  /^error: (?:failed to (?:get `|select a version|download|fetch|load source|query replaced|resolve|update registry)|no matching package|unable to (?:get packages|update)|package `[^`]+` cannot be built because it requires|rustc \S+ is not supported|toolchain '|spurious network|the lock file .* needs to be updated)/
const MANIFEST =
  /^error: (?:failed to (?:parse manifest|load manifest|parse lock file|run custom build command)|could not find `Cargo\.toml`|linker `[^`]+` not found|couldn't read|can't find (?:crate|`|bin|library)|no (?:bin|library|example) target|package ID specification|manifest path)/
const NO_COMMAND = /^error: (?:no such (?:sub)?command: |'cargo-\S+' is not installed)/
const CAUSE =
  /^ {2,8}(?! )(?:\[\d+\] |failed to download|curl failed|.*\b(?:timed out|Could not (?:resolve|connect)|connection))/
/** Errors before it are another tool's. */
const BEGINS = /^\s+(?:Compiling|Checking) \S+ v\d/
const PASSED = /^\s+Finished .*target\(s\) in /

export const cargoBuild: ToolReader = {
  name: 'cargo',
  title: 'Cargo and rustc',
  cue: /^error|^\s+(?:Compiling|Checking) |^\s*--> |^\s*= (?:note|help): |^\s+Finished |^ {2,8}(?! )(?:\[\d+\] |failed to download|curl failed|.*(?:timed out|Could not|connection))/,
  open: () => {
    const errors = new ErrorBatch()
    let compilerErrors = 0
    let lints = 0
    let dependency = ''
    const verdict = (): What => (lints > 0 && compilerErrors === 0 ? 'lint-failed' : 'build-failed')
    const finish = (text: string): Finding => {
      const failed = Number(COUNTED.exec(text)?.[1] ?? 1)
      const finding = errors.isEmpty ? { what: verdict() } : errors.take(verdict(), failed)
      compilerErrors = 0
      lints = 0
      return finding
    }
    const line = (text: string): Finding | null => {
      if (STOPPED.test(text)) return finish(text)
      if (BEGINS.test(text) && compilerErrors === 0) errors.clear()
      if (PASSED.test(text)) return { what: 'build-passed' }
      if (NO_COMMAND.test(text)) return { what: 'command-missing' }
      if (MANIFEST.test(text)) return { what: 'build-failed' }
      if (DEPENDENCY.test(text)) {
        dependency = text
        return { what: 'install-failed', tentative: true, detail: transient(text) }
      }
      if (dependency !== '' && CAUSE.test(text)) {
        return {
          what: 'install-failed',
          message: `${dependency}: ${text.trim()}`,
          inPlace: true,
          tentative: true,
          detail: transient(text),
        }
      }
      if (ERROR.test(text)) {
        errors.add(text)
        if (text.startsWith('error[')) compilerErrors += 1
      } else if (LINT.test(text)) lints += 1
      const file = PLACE.exec(text)?.[1]
      if (file === undefined || errors.isEmpty) return null
      errors.name(file)
      return file.endsWith('Cargo.toml') ? errors.soFar('build-failed') : null
    }
    return { line }
  },
}
