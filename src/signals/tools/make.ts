import type { Finding, ToolReader } from './tool-reader.ts'

const MAKE =
  /^(?:\S*\/)?(?:g?make|mingw32-make|nmake|NMAKE|bmake|scons)(?:\.exe)?(?:\[\d+\])?: (?:\*\*\*|\*\*\\\*) /
const RECIPE =
  /(?:\*\*\*|\*\*\\\*) \[(?:[^\]:]+:\d+: )?([^\]]+)\] (?:Error (?:-?\d+|0x[\dA-Fa-f]+)|[A-Z][a-z]+)/
const MAKEFILE = /^(\S*[Mm]akefile\S*|\S+\.mk):\d+: \*\*\* .*Stop\.$/
const NMAKE = /^NMAKE : fatal error U\d{4}: /
/** A target whose failure means that tests or checks failed, not that a build failed. */
const CHECKING =
  /(?:^|[-_/.:])(?:tests?|check|lint|spec|verify|coverage|cover|fmt|format|style|e2e|ci|pytest|unit|doctest|type-?check|mypy|flake8|bench)\w*(?:$|[-_/.:])/i
/** This line follows the error of another target. */
const WAITING = /: (?:\*\*\*|\*\*\\\*) Waiting for unfinished jobs/
const SIGNALLED = /\] (?:Segmentation|Aborted|Killed|Bus|Illegal|Interrupt|Terminated)/

const CMAKE = /^CMake Error(?: at (\S+):\d+ \([^)]*\))?:(.*)$/
/** The machine lacks a package, a library or a compiler. */
const LACKS =
  /^(?:CMake Error\S*: )?(?:By not providing "Find|Could not find a (?:package configuration file|configuration file)|Could NOT find |No CMAKE_\w+_COMPILER could be found|A required (?:library|package)|The following required packages were not found)|configure: error: .{0,200}\b(?:not found|is required|are required|not installed|missing|no acceptable \w+ compiler|Package requirements .{1,200} were not met)\b/
const PKG_CONFIG =
  /^Package \S{1,100} was not found in the pkg-config search path|^No package '[^']{1,100}' found$/
const CMAKE_SAYS = /^ {2}\S/
const NINJA = /^ninja: (?:error|fatal): /
const CONFIGURE =
  /^(?:\S*configure: error: |configure\.ac:\d+: error: |autoreconf: error: |\S+\.build:\d+:\d+: ERROR: )/
const STOPPED =
  /^(?:error: (?:builder for '\/nix\/store\/\S+' failed |build of '\/nix\/store\/\S+' failed|Cannot build '\/nix\/store)|ninja: build stopped: |-- Configuring incomplete, errors occurred|FAILED: Build did NOT complete successfully|scons: building terminated because of errors)/
const PASSED =
  /^(?:scons: done building targets\.|INFO: Build completed successfully,|\[100%\] Built target )/

/** make, cmake, ninja and similar tools. They mostly summarise the compilers that they run. */
export const make: ToolReader = {
  name: 'make',
  title: 'make, CMake and Ninja',
  cue: /pkg-config search path|^No package '|\*\*\* |\*\*\\\* |^CMake Error|^ {2}\S|^ninja: |configure: error|: error: |: ERROR: |^error: .*\/nix\/store|errors occurred|NOT complete|^scons: |Build completed|Built target|^NMAKE/,
  open: () => {
    /** The place of a CMake error whose message is on the next line. */
    let cmakeAt: string | null = null
    /** The first error of CMake. CMake continues after an error, and the later errors follow from the first. */
    let first: string | undefined
    const line = (text: string): Finding | null => {
      if (CMAKE_SAYS.test(text)) {
        const at = cmakeAt
        cmakeAt = null
        if (at === null) return null
        const found = cmakeSays(at, text.trim())
        first ??= found.message
        return first === undefined ? found : { ...found, message: first }
      }
      const cmake = CMAKE.exec(text)
      if (cmake !== null) {
        cmakeAt = (cmake[2] ?? '').trim() === '' ? (cmake[1] ?? '') : null
        return {
          what: 'build-failed',
          tentative: true,
          detail: named(cmake[1]),
          ...(first === undefined ? {} : { inPlace: true, message: first }),
        }
      }
      const verdict = verdictOfMake(text)
      if (verdict?.what === 'build-passed') first = undefined
      return verdict
    }
    return { line }
  },
}

const named = (file: string | undefined): { names?: readonly string[] } =>
  file === undefined || file === '' ? {} : { names: [file] }

const cmakeSays = (file: string, says: string): Finding => ({
  what: LACKS.test(says) ? 'install-failed' : 'build-failed',
  message: file === '' ? `CMake Error: ${says}` : `CMake Error at ${file}: ${says}`,
  tentative: true,
  inPlace: true,
  detail: named(file),
})

function verdictOfMake(text: string): Finding | null {
  if (PASSED.test(text)) return { what: 'build-passed' }
  if (PKG_CONFIG.test(text)) return { what: 'install-failed' }
  if (CONFIGURE.test(text) && LACKS.test(text)) return { what: 'install-failed' }
  if (NINJA.test(text) || CONFIGURE.test(text) || NMAKE.test(text)) return { what: 'build-failed' }
  const makefile = MAKEFILE.exec(text)
  if (makefile !== null) return { what: 'build-failed', detail: named(makefile[1]) }
  if (STOPPED.test(text)) return { what: 'build-failed', secondhand: true }
  if (!MAKE.test(text) || SIGNALLED.test(text) || WAITING.test(text)) return null
  const target = RECIPE.exec(text)?.[1]
  if (target === undefined) return { what: 'build-failed' }
  return CHECKING.test(target)
    ? { what: 'failure', secondhand: true }
    : { what: 'build-failed', secondhand: true }
}
