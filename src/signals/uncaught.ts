/**
 * Finds the last uncaught error by its shape, independent of the tool that prints it: tracebacks, exceptions of a
 * thread, panics, boxed errors. The message of a chain of causes is the root cause.
 *
 * U1 Each line is looked at once, and only the last error is kept. U2 Stack frames, notes and quiet log lines after
 * an error do not count as output after it.
 */
import type { Item } from './item.ts'

/** An error that ended a program, judged by its shape. */
export type Uncaught = {
  readonly item: Item
  readonly message: string
  /** The part of the message that the item contains. */
  readonly head: string
  /** The number of lines with content after it. */
  readonly after: number
  /** The shape alone proves that the program ended. */
  readonly died: boolean
}

type Open = { item: Item; message: string; head: string; after: number; readonly died: boolean }

const TRACEBACK = /^(?:\s*\|? ?)?Traceback \(most recent call last\):$/
/** The form of IPython and Jupyter: the name of the error is in the header too, and after the frames. */
const NOTEBOOK = /^((?:[A-Za-z_]\w*\.){0,8}[A-Z]\w*) {2,}Traceback \(most recent call last\)$/
const NOTEBOOK_FRAME = /^-{2,}> \d|^(?:File |Cell In|Input In|<ipython-input)|^\S.{0,300} in \S.{0,200}\)?$/
/** The line after a traceback, at the same indent: `pkg.Error: words`, or only the name. */
const PYTHON_ERROR = /^(?:[A-Za-z_][\w.]*\.)?_?[A-Z]\w*(?::\s.*|$)/
const THREAD = /^Exception in (?:thread "[^"]{1,200}"|Application start method|Tkinter callback) ?(.*)$/
const CAUSE = /^Caused(?: by)?: (\S.*)$/
const PANIC =
  /^(?:(?:\[\w{3,8}\] )?(?:[\w.-]{1,80}: ){0,3}panic: (?!test timed out).+|fatal error: .+|thread '[^']{1,200}' (?:\(\d+\) )?panicked at .+)$/
const UNCAUGHT =
  /^\W{0,6}(?:Uncaught (?:\w+Error|\w*[Ee]xception)\b.*|Unhandled [Ee]xception[.:].*|Unhandled (?:promise )?[Rr]ejection\b.*|Error in .{1,200} : .+|(?:PHP )?Fatal error: {1,2}\S.*|terminate called after throwing .*|libc\+\+abi: .*|\*\* \([A-Z][\w.]+\) .+)$/
/** Loggers whose fatal level ends the program: glog, zap, zerolog, logrus, Serilog. */
const FATAL_LEVEL =
  /^F\d{4,8} \d\d:\d\d:\d\d\.\d+ +\d+ \S+:\d+\] \S|\blevel=(?:fatal|panic)\b|^\{.{0,300}"level": ?"(?:fatal|panic|dpanic)"|^\[\d\d:\d\d:\d\d FTL\] \S|^\d\d:\d\d\w{0,2} FTL \S/
/** Interpreters that print the place after the message: Perl, Lua, Octave and MATLAB, Fortran, Tcl. */
const OTHER_DEATHS =
  /^lua(?:\d[\d.]*|jit)?: \S+:\d+: \S|^(?:error|Error) using \S+|^(?:ERROR )?STOP [1-9]\d*$|^At line \d+ of file \S+|^forrtl: severe \(\d+\): |^MPI_ABORT was invoked on rank \d|^ERROR: LoadError: \S|^Fatal error: exception \S|^\w[\w-]{0,60}: (?:Prelude\.|<<loop>>$)|^(?:PS)?>{1,2} ?TerminatingError\([^)]{1,200}\): |^erl_crash|^Crash dump is being written to/
/** A script that runs with `set -u` ends there. */
const SHELL = /^\S{1,200}: (?:line )?\d+: \w{1,80}: (?:unbound variable|parameter (?:null or )?not set)$/
/** The console of Symfony, which Composer and Laravel use too. The message follows in a block of its own. */
const SYMFONY = /^In \S{1,120}\.php line \d+:$/
/** Perl names the place at the end. */
const PERL = /^\S.{0,300} at (?:-e|\S+\.(?:pl|pm|t)) line \d+\.$/
const RUBY = /^\S{1,300}\.(?:rb|rake|ru|gemspec):\d+:in [`'].{1,200}': .+ \([A-Z][\w:]*\)$/
/** Node prints the source line, a caret, and then the error with its frames. */
const NAMED_ERROR = /^(?:[A-Za-z_]\w*(?:\.|::|\\))*(?:[A-Z]\w*)?(?:Error|Exception)(?: \[\w+\])?(?:: ?.*|$)/
/** At most this many lines of a message may be between an error and its frames. */
const MESSAGE_LINES = 8
const NODE_END = /^(?:Node\.js v\d|Bun v\d)/
const BOX = /^\s*│\s*(Error: \S.*)$/

/** The message of these is on the next line. */
const RUST_PANIC = /^thread '[^']{1,200}' (?:\(\d+\) )?panicked at \S+:\d+:\d+:$/
const CPP_THROW = /^terminate called after throwing an instance of '[^']{1,200}'$/
const CPP_WHAT = /^\s+what\(\): {1,2}(\S.*)$/

const FRAME =
  /^\s+(?:at |File "|\.\.\. \d+ more|\d+: |in )|^\s{2,}\S|^goroutine \d|^\s*│|^\s*[╷╵]|^note: |^stack backtrace:|^During handling of|^The above exception/
/** Programs log at quiet levels while they shut down. */
const QUIET = /^.{0,60}\b(?:INFO|DEBUG|TRACE|info|debug|trace)\b|^exit status \d+$|^\s*$/

export class UncaughtErrors {
  #open: Open | null = null
  #inTraceback = false
  /** The name of the notebook error whose frames are being read. */
  #inNotebook: string | null = null
  /** A line that is an error if stack frames follow it. */
  #maybe: { readonly item: Item; readonly message: string; readonly age: number } | null = null

  get last(): Uncaught | null {
    return this.#open
  }

  line(text: string, item: Item): void {
    const candidate = this.#maybe
    const isIdle = candidate === null && this.#open === null && !this.#inTraceback
    // The common case: no error so far, and none on this line.
    if (isIdle && !MAY_BEGIN.test(text)) return
    this.#maybe = null
    if (TRACEBACK.test(text)) {
      this.#inTraceback = true
      return
    }
    if (this.#isOfNotebook(text, item)) return
    if (this.#inTraceback && this.#isOfTraceback(text, item)) return
    if (this.#open !== null && this.#open.after === 0) {
      const said = messageAfter(this.#open.message, text)
      if (said !== null) {
        this.#open.message += ` ${said}`
        return
      }
    }
    const shape = shapeOf(text)
    if (shape !== null) return this.#begin(item, shape.message, shape.died)
    if (this.#open !== null && NODE_END.test(text))
      return this.#begin(this.#open.item, this.#open.message, true)
    const cause = CAUSE.exec(text)?.[1]
    if (cause !== undefined && this.#open !== null && this.#open.after === 0) {
      this.#open.item = item
      this.#open.message = cause
      this.#open.head = cause
      return
    }
    if (candidate !== null && isFrameOf(candidate.message, text))
      this.#begin(candidate.item, candidate.message, false)
    else if (candidate !== null && candidate.age < MESSAGE_LINES)
      this.#maybe = { ...candidate, age: candidate.age + 1 }
    if (NAMED_ERROR.test(text)) this.#maybe = { item, message: text, age: 0 }
    else if (this.#open !== null && !FRAME.test(text) && !QUIET.test(text)) this.#open.after += 1
  }

  /** The header is the error until its last line follows. */
  #isOfNotebook(text: string, item: Item): boolean {
    const name = NOTEBOOK.exec(text)?.[1]
    if (name !== undefined) {
      this.#inNotebook = name
      this.#begin(item, name, false)
      return true
    }
    if (this.#inNotebook === null) return false
    if (text === '' || /^\s/.test(text) || NOTEBOOK_FRAME.test(text)) return true
    const isLast = text.startsWith(`${this.#inNotebook}:`)
    this.#inNotebook = null
    if (isLast) this.#begin(item, text, false)
    return isLast
  }

  /** Ruby prints its error after the frames too, in a form of its own. */
  #isOfTraceback(text: string, item: Item): boolean {
    if (text === '' || /^\s/.test(text)) return true
    this.#inTraceback = false
    if (!PYTHON_ERROR.test(text)) return false
    this.#begin(item, text, false)
    return true
  }

  #begin(item: Item, message: string, died: boolean): void {
    this.#open = { item, message, head: message, after: 0, died }
  }
}

/** Many programs print a plain `Error:`. It is an uncaught error only if a stack frame follows. */
const BARE = /^(?:Error|Exception)\b/
const STACK_FRAME = /^\s+(?:at \S|File "|\.\.\. \d+ more)/

const isFrameOf = (error: string, next: string): boolean =>
  (BARE.test(error) ? STACK_FRAME : FRAME).test(next)

/** The message on the next line, for an error whose first line only names the place. */
function messageAfter(head: string, next: string): string | null {
  if (RUST_PANIC.test(head)) return /^(?:\s*$|note: |stack backtrace:)/.test(next) ? null : next.trim()
  if (SYMFONY.test(head)) return next.trim()
  return CPP_THROW.test(head) ? (CPP_WHAT.exec(next)?.[1] ?? null) : null
}

/** Every shape has one of these. Most lines have none. */
const MAY_BEGIN =
  /Traceback|[Ee]xception|[Ee]rror|panic|fatal|Uncaught|Unhandled|terminate called|libc\+\+abi|\*\* \(|\.(?:rb|rake|ru|gemspec):|^F\d|FTL|^lua|STOP|^At line|^forrtl|MPI_ABORT|^ERROR|\bline \d|unbound variable|parameter |Prelude|<<loop>>|TerminatingError|^erl_|^Crash|│/

function shapeOf(text: string): { readonly message: string; readonly died: boolean } | null {
  if (!MAY_BEGIN.test(text)) return null
  const thrown = THREAD.exec(text)?.[1]
  if (thrown !== undefined) return { message: thrown, died: true }
  if (PANIC.test(text) || UNCAUGHT.test(text) || RUBY.test(text)) return { message: text, died: true }
  if (FATAL_LEVEL.test(text) || OTHER_DEATHS.test(text)) return { message: text, died: true }
  if (SHELL.test(text) || SYMFONY.test(text)) return { message: text, died: true }
  if (text.endsWith('.') && PERL.test(text)) return { message: text, died: true }
  const boxed = BOX.exec(text)?.[1]
  return boxed === undefined ? null : { message: boxed, died: true }
}
