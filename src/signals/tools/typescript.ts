import { ErrorBatch } from './error-batch.ts'
import type { ToolReader } from './tool-reader.ts'

/** `src/a.ts(3,7): error TS2322: …`, the coloured form `src/a.ts:3:7 - error TS2322: …`, or without a file. */
const ERROR =
  /^(?:Error: )?(?:([^():]{1,300}|[A-Za-z]:[^():]{1,300})(?:\(\d+,\d+\): |:\d+:\d+ - ))?error TS\d{1,5}: /
const SUMMARY =
  /^(?:\[?[\d:]+ ?[AP]?M?\]? (?:- )?)?Found (\d+) errors?(?:\.| in (?:the same file|\d+ files?\.|\S+:\d+))/
const NOT_COMPILED = /^TSError: .{0,3}Unable to compile TypeScript/

export const typescript: ToolReader = {
  name: 'tsc',
  title: 'TypeScript',
  cue: /error TS\d|Found \d+ errors?|^TSError: /,
  open: () => {
    const errors = new ErrorBatch()
    return {
      line: (text) => {
        const error = ERROR.exec(text)
        if (error !== null) {
          errors.add(text, error[1])
          return errors.soFar('build-failed')
        }
        if (NOT_COMPILED.test(text)) return { what: 'build-failed', tentative: true }
        const found = SUMMARY.exec(text)?.[1]
        if (found === '0' && text.includes('Watching')) return { what: 'build-passed' }
        return found === undefined || errors.isEmpty ? null : errors.take('build-failed', Number(found))
      },
    }
  },
}
