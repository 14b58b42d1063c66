import { ErrorBatch } from './error-batch.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

/** `# example.com/demo` opens the errors of one package. */
const PACKAGE = /^# \S+(?: \[\S+\])?$/
const ERROR = /^(?:vet: )?((?:\.{0,2}\/|[A-Za-z]:\\)?[\w./\\@+-]{1,300}\.go):\d+(?::\d+)?: (.+)$/
/** Words that only the compiler uses, for errors whose package line was cut off. */
const COMPILER =
  /^(?:undefined: |undeclared name: |syntax error: |imported and not used|"[^"]+" imported (?:and|but) not used|declared (?:and|but) not used|\w+ declared (?:and|but) not used|cannot use |cannot assign |missing return|not enough arguments|too many (?:arguments|errors)|assignment mismatch|invalid operation|expected |non-name |no new variables|\S+ redeclared|duplicate case|cannot convert )/
const MISSING =
  /^(?:no required module provides package|package \S+ is not in (?:std|GOROOT)|cannot find package|cannot find module|module \S+: |missing go\.sum entry|import cycle not allowed|use of internal package|build constraints exclude all Go files|could not import )/
/** A third-party module that is not in go.mod, go.sum or the folder of packages. */
const FOREIGN =
  /^(?:no required module provides package|cannot find (?:package|module)(?: providing package)?|missing go\.sum entry for|package) .{0,40}?"?[\w-]+(?:\.[\w-]+)+\//
const GO =
  /^go: (?!downloading |finding |extracting |added |upgraded |downgraded |removed |creating |to add |found |warning|no module dependencies)(.+)$/
const NETWORK =
  /^(?:module \S+: )?Get "|dial tcp|\b410 Gone|\b404 Not Found|reading \S+: |unrecognized import path|git ls-remote|toolchain not available|unknown revision|invalid version|verifying \S+: checksum mismatch/

export const goBuild: ToolReader = {
  name: 'go',
  title: 'Go compiler and modules',
  cue: /^# \S|\.go:\d+|^go: /,
  open: () => {
    const errors = new ErrorBatch()
    let inPackage = false
    let isOnlyForeign = true
    const line = (text: string): Finding | null => {
      if (PACKAGE.test(text)) {
        inPackage = true
        return null
      }
      const go = GO.exec(text)
      if (go !== null) return readGo(text, go[1] ?? '')
      const [, file, says] = ERROR.exec(text) ?? []
      if (says === undefined) return null
      if (NETWORK.test(says)) return { what: 'install-failed', detail: transient(says) }
      if (!inPackage && !COMPILER.test(says) && !MISSING.test(says)) return null
      isOnlyForeign = FOREIGN.test(says) && (isOnlyForeign || errors.isEmpty)
      errors.add(text, file)
      return errors.soFar(isOnlyForeign ? 'install-failed' : 'build-failed')
    }
    return { line }
  },
}

function readGo(text: string, says: string): Finding | null {
  if (NETWORK.test(says)) return { what: 'install-failed', detail: transient(text) }
  const broken =
    /go\.mod file not found|cannot find main module|errors parsing|updates to go\.mod|missing go\.sum|inconsistent vendoring|no such tool|build failed|cannot load|go\.mod requires go|does not contain package|malformed|module declares its path/
  return broken.test(says) ? { what: 'build-failed' } : null
}
