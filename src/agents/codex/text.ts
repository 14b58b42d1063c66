/**
 * The text that `codex exec` prints without --json: a banner, then sections, each under a heading.
 *
 * X1 The user's prompt and the output of tools are fenced. X2 A line is an error of Codex only in a form that Codex
 * writes, or if it is printed twice. Codex prints the error that ends a turn twice. X3 A new section of the agent
 * means that it works again. X4 A command may print anything, including headings and errors. After a command's
 * heading, a line counts only if the format separates it from the output. That is a marker in the last message before
 * the tokens, or an error after the empty line that ends an output, if no further output follows.
 */
import { meaningOf } from '../../signals/forms.ts'
import { MARKER_NEEDLE } from '../../signals/markers.ts'
import type { Item } from '../../signals/item.ts'
import type { Notes } from '../../signals/notes.ts'
import type { LineRole } from '../../signals/agent-reader.ts'
import { noteCodexError } from './errors.ts'
import { BAD_STARTS, COMMAND_DONE, HEADS, OWN_ERROR, type Section } from './forms.ts'
import { noteNoAnswer } from '../../signals/agents/no-answer.ts'

const STAMP = /^\[\d{4}-\d\d-\d\dT[\d:.]+Z?\] /
const BANNER = /^OpenAI Codex v\d/
const RULE = /^-{8}$/
const COMMAND_LINE = /^(\S.{0,400}) in \/\S*$/
const LOG_LINE = /^\d{4}-\d\d-\d\dT[\d:.]+Z\s+(?:ERROR|WARN|INFO|DEBUG|TRACE)\s+codex_/
const NOISE =
  /^(?:WARNING: proceeding, even though we could not create PATH aliases|Reading (?:additional input|prompt) from stdin\.\.\.)/
const ERROR = /^ERROR: (.{1,2000})$/
/** The same error in the interactive screen, with the remaining retries. */
const SHOWN_ERROR =
  /^\W{0,8}(?:stream error: )?((?:[Ss]tream disconnected before completion|exceeded retry limit, last status)\b: ?.{1,1900}?)(?:; retrying (\d+)\/(\d+) in [\d.]+m?s…?)?$/

/** Lines that only Codex prints. */
export const isCodexLine = (line: string): boolean =>
  BANNER.test(line) ||
  /^ (?:succeeded|exited -?\d+) in [\d.]+m?s:$/.test(line) ||
  /^Usage: codex(?: |$)/.test(line) ||
  line.startsWith('Not inside a trusted directory and --skip-git-repo-check') ||
  /^Error: thread\/(?:start|resume): /.test(line) ||
  LOG_LINE.test(line) ||
  SHOWN_ERROR.test(line) ||
  line.startsWith('WARNING: proceeding, even though we could not create PATH aliases')

/** A run with an answer never ends in these sections. */
const CUT_OFF: ReadonlySet<Section> = new Set(['thinking', 'tool'])

/** A line that is judged later, and its position. */
type Held = { readonly text: string; readonly at: Item }
const MOST_HELD = 100

export class CodexText {
  readonly #notes: Notes
  #section: Section = 'outside'
  #spoke = false
  /** The agent's last message. Codex prints it again at the end. */
  #message = new Set<string>()
  #troubled = false
  #errorBefore = ''
  #commands = 0
  /** The meaning of the next lines in a tool's section: the command, or the files of a patch. */
  #expects: 'command' | 'files' | 'output' = 'output'
  /** A command was started since the banner, so the lines below may be its output. */
  #hasRun = false
  /** A command was started and has not ended. */
  #isRunning = false
  #lineBefore = ''
  /** Markers and errors that count unless they turn out to be output of a command. */
  #heldMarkers: Held[] = []
  #heldErrors: Held[] = []

  constructor(notes: Notes) {
    this.#notes = notes
  }

  read(raw: string): LineRole {
    const role = this.#read(raw)
    this.#lineBefore = raw
    if (!this.#hasRun || !raw.includes(MARKER_NEEDLE) || (role !== 'own' && role !== 'free')) return role
    if (this.#heldMarkers.length < MOST_HELD) this.#heldMarkers.push({ text: raw, at: this.#notes.item })
    return 'fenced'
  }

  /** The end of the output. A complete run has printed its tokens. */
  end(exitCode: number | null = null): void {
    this.#tellErrors()
    if (exitCode === null && CUT_OFF.has(this.#section) && !this.#troubled)
      this.#notes.add({ source: 'declared', what: 'failure', message: this.#lineBefore, specific: false })
    if (this.#section !== 'after') return
    const now = this.#notes.item
    for (const { text, at } of this.#heldMarkers) {
      this.#notes.reading(at)
      this.#notes.words(text)
    }
    this.#notes.reading(now)
  }

  #read(raw: string): LineRole {
    const stamped = STAMP.test(raw)
    const line = stamped ? raw.replace(STAMP, '') : raw
    if (line === '') return 'free'
    if (LOG_LINE.test(raw) || NOISE.test(line)) return 'taken'
    if (BANNER.test(line)) return this.#enter('banner')
    if (this.#section === 'banner') return this.#banner(line)
    if (this.#error(line)) return 'taken'
    if (stamped && /^exec \S/.test(line)) return this.#oldExec(line)
    const used = /^tokens used: ([\d,]+)$/.exec(line)
    if (used?.[1] !== undefined) {
      this.#tellErrors()
      return this.#close(used[1])
    }
    const head = HEADS.find(([form]) => form.test(line))?.[1]
    if (head === undefined) {
      this.#heldErrors = []
      return this.#inside(line)
    }
    this.#tellErrors()
    // An output ends with an empty line, a message does not.
    if (head !== 'tokens' || this.#lineBefore === '') this.#heldMarkers = []
    this.#expects = line === 'exec' ? 'command' : line === 'apply patch' ? 'files' : 'output'
    return this.#enter(head)
  }

  #enter(section: Section): LineRole {
    this.#section = section
    if (section === 'banner') {
      this.#notes.reopen()
      this.#hasRun = false
      this.#isRunning = false
    }
    if (section === 'words') this.#message = new Set()
    if (section === 'tokens') this.#end()
    if (section === 'words' || section === 'thinking' || section === 'tool') {
      this.#troubled = false
      this.#notes.progress()
    }
    return 'taken'
  }

  #banner(line: string): LineRole {
    const field = /^(model|session id): (\S+)$/.exec(line)
    if (field?.[1] === 'model') this.#notes.model(field[2])
    if (field?.[1] === 'session id') this.#notes.session(field[2])
    // The banner is between two rules, and the prompt's heading follows it.
    if (/^user$|^User instructions:$/.test(line)) this.#enter('user')
    return RULE.test(line) || field !== null ? 'taken' : 'fenced'
  }

  #error(line: string): boolean {
    const bad = this.#section === 'outside' ? meaningOf(BAD_STARTS, line) : undefined
    if (bad !== undefined) {
      this.#notes.add({ source: 'declared', what: bad, message: line })
      return true
    }
    if (line === 'turn interrupted') {
      this.#troubled = true
      this.#notes.add({ source: 'declared', what: 'interrupt', message: line })
      return true
    }
    if (this.#section === 'outside' && this.#shownError(line)) return true
    const message = ERROR.exec(line)?.[1]
    const twice = message !== undefined && message === this.#errorBefore
    this.#errorBefore = message ?? ''
    if (message === undefined || !(twice || OWN_ERROR.test(message))) return false
    if (this.#section === 'tool' && this.#hasRun) return this.#holdError(message)
    this.#heldMarkers = []
    this.#tell(message)
    return true
  }

  #shownError(line: string): boolean {
    const [, message, attempt, of] = SHOWN_ERROR.exec(line) ?? []
    if (message === undefined) return false
    this.#tell(attempt === undefined ? message : `Reconnecting... ${attempt}/${of ?? attempt} (${message})`)
    return true
  }

  /** In a command's section. False if the command printed the line. */
  #holdError(message: string): boolean {
    const isBehindOutput = this.#lineBefore === '' || this.#heldErrors.length > 0
    if (this.#isRunning || !isBehindOutput) return false
    if (this.#heldErrors.length < MOST_HELD) this.#heldErrors.push({ text: message, at: this.#notes.item })
    return true
  }

  #tellErrors(): void {
    const now = this.#notes.item
    for (const { text, at } of this.#heldErrors) {
      this.#notes.reading(at)
      this.#tell(text)
    }
    this.#heldErrors = []
    this.#notes.reading(now)
  }

  #tell(message: string): void {
    this.#troubled = true
    noteCodexError(this.#notes, { message, source: 'declared' })
  }

  #oldExec(line: string): LineRole {
    this.#enter('tool')
    this.#start(line.slice('exec '.length))
    return 'taken'
  }

  #start(command: string): void {
    this.#commands += 1
    this.#hasRun = true
    this.#isRunning = true
    this.#notes.toolStarted(`exec-${this.#commands}`, `exec ${command}`, command)
  }

  #inside(line: string): LineRole {
    switch (this.#section) {
      case 'words':
      case 'thinking':
        if (this.#section === 'words') this.#remember(line)
        return 'own'
      case 'tool':
        this.#tool(line)
        return 'fenced'
      case 'tokens':
        return /^[\d,]+$/.test(line) ? this.#close(line) : 'fenced'
      case 'after':
        return this.#message.has(line) ? 'own' : 'free'
      case 'outside':
        return 'free'
      default:
        return 'fenced'
    }
  }

  #remember(line: string): void {
    this.#spoke = true
    if (this.#message.size < 500) this.#message.add(line)
  }

  #tool(line: string): void {
    const done = COMMAND_DONE.exec(line)?.[1]
    if (done !== undefined) {
      this.#isRunning = false
      this.#notes.toolFinished(`exec-${this.#commands}`)
      if (done === 'succeeded') this.#notes.toolWorked()
      return
    }
    if (this.#expects === 'command') {
      this.#expects = 'output'
      this.#start(COMMAND_LINE.exec(line)?.[1] ?? line)
    } else if (this.#expects === 'files' && /^\/\S+$/.test(line)) {
      this.#notes.file(line)
      this.#notes.action(`edit ${line}`)
    } else if (!line.startsWith('patch: ')) this.#expects = 'output'
  }

  #close(tokens: string): LineRole {
    if (this.#section !== 'tokens') this.#end()
    this.#notes.tokens(Number(tokens.replaceAll(',', '')))
    this.#section = 'after'
    return 'taken'
  }

  #end(): void {
    this.#notes.close()
    if (this.#troubled) return
    if (this.#spoke) this.#notes.success('tokens used', undefined, 'declared')
    else noteNoAnswer(this.#notes, 'tokens used', 'declared')
  }
}
