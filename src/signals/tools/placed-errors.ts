import { anyOf } from '../any-of.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** The first line of a diagnostic. The place is below it, in a box. */
const HEAD = /^(?:error|Error|ERROR)(?:\[[\w-]+\])?: \S/
const OTHER_HEAD = /^(?:warning|Warning|note|help)(?:\[[\w-]+\])?: /
const BOX = /^\s{0,8}(?:┌─+|╭─+) ?\[?\S{1,300}\.(?!lock|toml|json|ya?ml)\w{1,10}:\d+(?::\d+)?\]?/
/** Crystal and others: the place, the source line, a caret, then the message. */
const PLACE = /^\s{0,4}(?:In|at|File|--> ) ?"?(\S{1,300}\.\w{1,10}):\d+:\d+(?: - .*|:)?$/
/** PureScript: a heading, then the place. */
const FOUND = /^Error found:$/
/** Compilers that name the place and the problem in one line, in a form of their own. */
const ONE_LINE: RegExp = anyOf([
  /^Syntax error (?:compiling|macroexpanding|reading source)\b.{0,80} at \(\S{1,300}:\d+:\d+\)\.?$/,
  /^\S{1,300}\.(?:proto|thrift|fbs|capnp|avdl|smithy|graphqls?):\d+:\d+: (?!warning|note)\S/,
  /^[A-Za-z][\w-]{0,80}:\d+:\d+: (?:fatal )?error: \S/,
  /^\s*Liquid Exception: \S/,
  /^Error in \S.{0,200} : could not find function "/,
  /^(?:Undefined function(?: or variable)?|Unrecognized function or variable) '[^']{1,100}'/,
  /^(?:Error: )?File: \S{1,300}\.m Line: \d+ Column: \d+$/,
])

/** Reads compilers without a name: an error, and a place in the code next to it. */
export const placedErrors: ToolReader = {
  name: 'placed-errors',
  title: 'compilers that print the place on another line',
  cue: anyOf([
    /^(?:error|Error|ERROR)(?:\[[\w-]+\])?: |^(?:warning|Warning|note|help)(?:\[[\w-]+\])?: /,
    /┌─|╭─|^\s{0,4}(?:In|at|File) ?"?\S{1,300}:\d+:\d+|^Error found:|^Syntax error /,
    /\.(?:proto|thrift|fbs|capnp|avdl|smithy|graphqls?):\d|^[A-Za-z][\w-]{0,80}:\d+:\d+: |could not find function|Liquid Exception/,
    /^(?:Undefined|Unrecognized) function|^(?:Error: )?File: /,
  ]),
  open: () => {
    let head: string | null = null
    let hasPlace = false
    const failed = (message: string): Finding => {
      head = null
      hasPlace = false
      return { what: 'build-failed', message, tentative: true, secondhand: true, inPlace: true }
    }
    const line = (text: string): Finding | null => {
      if (ONE_LINE.test(text)) return failed(text)
      if (HEAD.test(text) || FOUND.test(text)) {
        if (hasPlace) return failed(text)
        head = text
        return null
      }
      if (OTHER_HEAD.test(text)) head = null
      else if (head !== null && (BOX.test(text) || (FOUND.test(head) && PLACE.test(text))))
        return failed(head)
      hasPlace = /^In /.test(text) && PLACE.test(text)
      return null
    }
    return { line }
  },
}
