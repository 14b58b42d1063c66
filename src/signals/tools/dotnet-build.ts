import { ErrorBatch } from './error-batch.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

/** `Program.cs(3,5): error CS0103: … [demo.csproj]`, also without a place. */
const ERROR =
  /^\s*(?:\d+(?::\d+)?>)?(?:([^\s(](?:[^(]|\(x86\)){0,300})\(\d+(?:,\d+){0,3}\)|([^\s:]{1,300}(?: [^\s:]{1,100})?)|CSC)\s?: (?:fatal )?error (?!C\d|LNK|NU\d|TS\d)[A-Z]{2,8}\d{3,5}: |^error (?:CS|FS|BC|VBC|MSB)\d{4}: /
const RESTORE = /(?:^|: )error (?:NU\d{4}|MSB4236|NETSDK1045)\s?:/
const FAILED = /^\s*(?:Build FAILED\.|The build failed\. Fix the build errors and run again\.)/
const COUNT = /^\s+(\d+) Error\(s\)/
const PASSED = /^\s*Build succeeded\.?(?:$| with| in)/
const RESTORED = /^\s*Restored \S+\.(?:cs|fs|vb)proj|^\s*All projects are up-to-date for restore/
const NO_SDK =
  /^(?:A compatible \.NET SDK was not found|The command could not be loaded, possibly because|No \.NET SDKs were found)/

export const dotnetBuild: ToolReader = {
  name: 'dotnet',
  title: '.NET build',
  longLines: true,
  cue: /error [A-Z]{2,6}\d{3,5}|Build FAILED|build failed\. Fix|Build succeeded|Error\(s\)|^\s*Restored |up-to-date for restore|\.NET SDK|command could not be loaded/,
  open: () => {
    const errors = new ErrorBatch()
    const line = (text: string): Finding | null => {
      if (RESTORE.test(text)) return { what: 'install-failed', detail: transient(text) }
      if (NO_SDK.test(text)) return { what: 'command-missing' }
      const error = ERROR.exec(text)
      if (error !== null) {
        errors.add(text, error[1])
        return errors.soFar('build-failed')
      }
      if (FAILED.test(text))
        return errors.isEmpty ? { what: 'build-failed', secondhand: true } : errors.soFar('build-failed')
      if (RESTORED.test(text)) return errors.isEmpty ? { what: 'install-passed' } : null
      const counted = COUNT.exec(text)?.[1]
      if (counted !== undefined && counted !== '0' && !errors.isEmpty)
        return errors.take('build-failed', Number(counted))
      return PASSED.test(text) ? { what: 'build-passed' } : null
    }
    return { line }
  },
}
