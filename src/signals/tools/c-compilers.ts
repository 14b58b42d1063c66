import { ErrorBatch } from './error-batch.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const SOURCE = String.raw`(?:[A-Za-z]:)?[^\s:(][^:(]{0,300}\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inc|inl|ipp|tcc|m|mm|cu|cuh|[sS]|f|f90|ixx|cppm|swift|zig|hs|lhs|dart|d|pas|vala|y|l|cl|adb|ads|cbl|cob|for|f95|f03|f08|v|sv|vhd|vhdl|nim|ml|mli)`
/** gcc, clang, swiftc, ghc, zig and dart: `main.c:3:5: error: …`. */
const UNIX = new RegExp(String.raw`^(${SOURCE}):\d+(?::\d+)?: (?:fatal )?[eE]rror: (?!-\[|\S+ : XCT)`)
/** cl.exe: `main.c(3): error C2065: …`. */
const MSVC =
  /^\s*(?:\d+>)?([^\s(][^(]{0,300})\(\d+(?:,\d+)?\)\s?: (?:fatal )?\s?error C(?!1060|1076|1002|3859)\d{4}: /
/** Other compilers that print places like cl.exe: Intel's, shader compilers, plug-ins of MSBuild. */
const LIKE_MSVC =
  /^\s*(?:\d+>)?([^\s(][^(]{0,300}\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|inl|cu|hlsl|fx|fxh|rc|f|f90|for))\(\d+(?:,\d+)?\)\s?: (?:fatal |catastrophic )?error(?: #?[A-Z]{0,3}\d{1,5})?\s?: /
const DRIVER =
  /^<unknown>:0: error: link |^(?:\S*\/)?(?:gcc|g\+\+|cc|c\+\+|cc1|cc1plus|cc1obj|clang|clang\+\+|clang-cl|nvcc|swiftc|as|ld|collect2)(?:-[\d.]+)?(?:\.exe)?: (?:fatal )?error: /
/** A preprocessor error whose place was cut off. */
const NO_HEADER = /^fatal error: '[^']{1,200}' file not found$/
/** gfortran prints the place, the source line and a caret before the message. */
const FORTRAN_PLACE = /^(\S{1,300}\.(?:f|for|f\d\d|F|F\d\d|FOR|fpp|ftn|inc|INC|h)):\d+(?:[:.]\d+)?(?:-\d+)?:$/
const FORTRAN_ERROR = /^(?:Fatal )?Error: \S/
const NVFORTRAN = /^(?:NV|PG)FORTRAN-[SF]-\d{4}-/
const LINKER =
  /(?:^|[:)>] )(?:undefined reference to|multiple definition of) [`'"‘]|^(?:\S*\/)?(?:ld|ld\.\w+|[\w-]+-ld)(?:\.exe)?: (?:cannot find |library not found for |symbol\(s\) not found|framework not found |error: |final link failed: )|^(?:ld\.lld|ld64\.lld|lld-link|rust-lld|mold|wasm-ld): (?:fatal )?error: |^Undefined symbols for architecture |(?:^|: )(?:fatal )?error LNK\d{4}: /
/** Lines after the real error that add no information. */
const TRAILING =
  /^(?:<unknown>:0: error: build had \d+ command failures|collect2(?:\.exe)?: (?:fatal )?error: ld returned \d+ exit status|(?:\S*\/)?clang(?:\+\+)?(?:-\d+)?: error: linker command failed|(?:\d+ warnings? and )?\d+ errors? generated\.$|compilation terminated\.$)/
/** A finding of clang-tidy or clang-format. The code compiles. */
const CLANG_TIDY = /,-warnings-as-errors\]$|\[-Wclang-format-violations\]$/
/** Memory and disk errors have their own readers. The linker error after them adds nothing. */
const OF_THE_MACHINE = /No space left|signal 9|\bKilled\b|out of (?:memory|heap)|[Cc]annot allocate memory/
const GENERATED = /\b(\d+) errors? generated/

export const cCompilers: ToolReader = {
  name: 'cc',
  title: 'C and C++ compilers',
  cue: /error: |Error: |^Warning: |\w:\d+(?:[:.]\d+)?(?:-\d+)?:$|FORTRAN-|\) ?: (?:fatal |catastrophic )?error|error C\d{4}|error LNK|undefined reference to|multiple definition of|^(?:\S*\/)?ld: |symbols for architecture|errors? generated\.|compilation terminated|file not found/,
  open: () => {
    const errors = new ErrorBatch()
    const add = (text: string, file?: string): Finding => {
      errors.add(text, file)
      return errors.soFar('build-failed')
    }
    let machine = false
    let fortran: string | undefined
    const line = (text: string): Finding | null => {
      if (CLANG_TIDY.test(text)) return null
      const told = machine
      machine = OF_THE_MACHINE.test(text)
      if (machine) return null
      if (TRAILING.test(text)) return told ? null : trailing(text, errors)
      const place = UNIX.exec(text) ?? MSVC.exec(text) ?? LIKE_MSVC.exec(text)
      if (place !== null) return add(text, place[1])
      const file = fortran
      fortran = FORTRAN_PLACE.exec(text)?.[1]
      if (file !== undefined && FORTRAN_ERROR.test(text)) return add(text, file)
      if (NVFORTRAN.test(text)) return add(text)
      return DRIVER.test(text) || LINKER.test(text) || NO_HEADER.test(text) ? add(text) : null
    }
    return { line }
  },
}

function trailing(text: string, errors: ErrorBatch): Finding | null {
  const generated = GENERATED.exec(text)?.[1]
  if (generated !== undefined) return errors.isEmpty ? null : errors.soFar('build-failed')
  return errors.isEmpty && !text.startsWith('compilation') ? { what: 'build-failed', tentative: true } : null
}
