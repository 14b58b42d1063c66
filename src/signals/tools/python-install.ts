import { anyOf } from '../any-of.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

const PIP =
  /^\s{0,2}(?:ERROR: )?(?:Could not find a version that satisfies the requirement |No matching distribution found for |Could not open requirements file|Invalid requirement: |Could not install packages due to an |Failed building wheel for |Failed to build installable wheels|Could not build wheels for |ResolutionImpossible|Cannot install .* because these package versions have conflicting dependencies|Package '[^']+' requires a different Python|Directory '[^']*' is not installable|Could not detect requirement name|HTTP error \d+ while getting|Command errored out with exit status |Command "?.*python.* (?:failed with error code|exited with|errored out)|Exception:$|Hash mismatch|THESE PACKAGES DO NOT MATCH THE HASHES|Invalid wheel filename|.* is not a supported wheel on this platform|.* does not appear to be a Python project|could not install deps )/
const PIP_STOPPED =
  /^error: (?:metadata-generation-failed|subprocess-exited-with-error|externally-managed-environment|legacy-install-failure|failed-wheel-build-for-install|invalid-installed-package|resolution-too-deep|uninstall-no-record-file)/
/** The indented output of the failed subprocess. Its exception is the cause. */
const SUBPROCESS_ERROR = /^ {6}(?:\w+Error|error|fatal error)(?: \S+)?: \S/
const RETRYING =
  /^\s*(?:WARNING: )?Retrying \(Retry\(total=\d.*after connection broken by '(?:.*: )?(.{1,200}?)'?\)?': /
const UV =
  /^error: (?:Failed to (?:fetch|download|parse|prepare|install|build|read|resolve)|No (?:virtual environment|interpreter|solution|`pyproject|Python)|The lockfile at|Request failed after|Distribution not found|Could not find|Querying Python|Because )|^\s+[×x] (?:No solution found when resolving|Failed to (?:build|download|download and build|fetch|resolve)|Because )/
const POETRY: RegExp = anyOf([
  /^(?:Because .* version solving failed\.|.*\bversion solving failed\.$|.*pyproject\.toml changed significantly since poetry\.lock|Unable to find installation candidates for|Poetry could not find a pyproject\.toml|The current project's (?:supported )?Python requirement|Could not find a matching version of package|No file\/folder found for package)/,
  /^\s+- Installing .*: Failed$|^\s*(?:ERROR: )?Couldn't install package|^Locking Failed!/,
])
const CONDA =
  /^(?:PackagesNotFoundError|ResolvePackageNotFound|CondaHTTPError|UnsatisfiableError|LibMambaUnsatisfiableError|CondaVerificationError|EnvironmentFileNotFound|EnvironmentLocationNotFound|CondaSSLError|CondaToSNonInteractiveError|SpecsConfigurationConflictError|CondaValueError): ?|^(?:error|critical) +libmamba /
const SETUP_PY = /^error: (?:Could not find suitable distribution for|Download error on)/
/** Setuptools or CMake called a compiler. It builds the project, or below pip one of its packages. */
const COMPILER = /^error: command '[^']+' (?:failed|terminated)/
/** The errors of a compiler, with their place. Those of pip's own children are indented. */
const IN_SOURCE =
  /^[^\s:]{1,300}\.(?:c|cc|cpp|cxx|cu|h|hh|hpp|hxx|cuh|pyx|f|f90|rs)(?::\d+(?::\d+)?: (?:fatal )?error: |\(\d+(?:,\d+)?\)\s?: (?:fatal )?error C\d{4}: )/
/** A header or a library that the machine lacks. */
const LACKS = /: No such file or directory|file not found|cannot find -l|\berror C1083: /
const PASSED =
  /^\s*(?:Successfully (?:installed|downloaded) \S|Installed \d+ packages? in|Audited \d+ packages? in|Installing the current project: |No dependencies to install or update|# To activate this environment, use)/

export const pythonInstall: ToolReader = {
  name: 'pip',
  title: 'pip, uv, Poetry and conda',
  cue: anyOf([
    /^\s{0,2}ERROR: |^error: |:\d+: (?:fatal )?error: |\) ?: (?:fatal )?error C|Could not find|No matching distribution|Retrying \(Retry/,
    /^ {6}(?:\w+Error|error|fatal error)(?: \S+)?: /,
    /^\s*(?:Successfully|Installed|Audited|Installing the current) |^\s+[×x] |[Ss]olving|poetry|Poetry/,
    /Unable to find installation|requirement|Conda\w*Error|NotFound(?:Error)?:|UnsatisfiableError/,
    /EnvironmentFile|EnvironmentLocation|^(?:error|critical) +libmamba|^Command |failed with error code/,
    /No dependencies to install|activate this environment|Failed$|install package|Locking/,
  ]),
  open: () => {
    let network = ''
    let subprocess = ''
    let source = ''
    const fail = (text: string): Finding => {
      const why = network || subprocess
      const message = why === '' ? text.trim() : `${text.trim()}: ${why}`
      const detail = network === '' ? transient(text) : { transient: true }
      return { what: 'install-failed', message, tentative: true, detail }
    }
    const line = (text: string): Finding | null => {
      const retry = RETRYING.exec(text)?.[1]
      if (retry !== undefined) {
        network = retry
        return null
      }
      if (SUBPROCESS_ERROR.test(text)) {
        subprocess = text.trim()
        return null
      }
      if (PASSED.test(text)) {
        network = ''
        subprocess = ''
        return { what: 'install-passed' }
      }
      if (IN_SOURCE.test(text)) source ||= text
      if (COMPILER.test(text))
        return source === '' || LACKS.test(source)
          ? fail(text)
          : { what: 'build-failed', message: text.trim() }
      return isFailure(text) ? fail(text) : null
    }
    return { line }
  },
}

const isFailure = (text: string): boolean =>
  !text.includes('[Errno 28]') &&
  [PIP, PIP_STOPPED, UV, POETRY, CONDA, SETUP_PY].some((form) => form.test(text))
