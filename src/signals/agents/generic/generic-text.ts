import { parseObject } from '../../json.ts'
import type { Notes } from '../../notes.ts'
import type { LineRole } from '../../agent-reader.ts'
import { readRecord } from './generic-record.ts'
import { statusIn } from './generic-status.ts'
import { HtmlPage, isMarkup } from './html-page.ts'
import { readLogLine } from './log-line.ts'
import { readLooseField } from './loose-field.ts'
import { readStatus } from './read-status.ts'
import type { Story } from './story.ts'

/** Labels before the result of a tool. */
const SHOWS =
  /^\s*(?:observation|tool (?:output|result|response)|observed output)\b[^:]{0,60}:|^\s*⎿(?!\s*(?:Interrupted|API Error)\b)|^\W{0,8}(?:observation|tool (?:output|result|response))s? [─━═=-]{8}/i
/** Labels before the agent's own words. */
const SPEAKS =
  /^\s*(?:thought|action|final answer|answer|assistant|agent|ai|plan|step \d+|iteration \d+)\b[^:]{0,30}:|^\s*[⏺●✻✳]|^={4,}\S|^\W{0,8}(?:agent|assistant|user|message from) ?[\w ]{0,30} [─━═=-]{8}|^(?:the )?(?:agent|run|chain|task|session) (?:was )?(?:stopped|finished|ended|failed|aborted)\b|^> (?:finished|entering) /i
const MAY_SHOW = /[:⎿]| [─━═=-]{8}/
const LONGEST_SHOW = 200

/** If one of these words is near, a page is the answer of a model's provider, not of a website under test. */
const ASKS =
  /\b(?:api|llm|provider|litellm|openai|anthropic|claude|gemini|openrouter|completions?|status(?: code)?|response|request|error|exception|retry(?:ing)?|\w*(?:API|HTTP|Status|Request)Error)\b/i

/** A page that begins later in a line is quoted. */
const LONGEST_LEAD = 300

const LONGEST_BEFORE = 500

/** Longer lines are data. */
const LONGEST = 2000

/** Reads the plain text of an unknown program: mostly loops, orchestrators and terminal recordings. */
export function readText(notes: Notes, story: Story): { line: (text: string) => LineRole; end: () => void } {
  // The two lines before: an array for each line would cost more than reading it.
  let before: string | null = null
  let earlier = ''
  const isAnswer = (opening: string): boolean => {
    const lead = opening.split(/<(?:!doctype|html)/i, 1)[0] ?? ''
    const context = before === null ? null : [earlier, before].map((one) => one.slice(0, LONGEST_BEFORE))
    return lead.length <= LONGEST_LEAD && (context === null || ASKS.test([...context, lead].join('\n')))
  }
  const page = new HtmlPage(notes, (note) => story.stumble(note, 'text'), isAnswer)
  let shown = 0
  const isShown = (text: string, logged: boolean): boolean => {
    if (MAY_SHOW.test(text) && SHOWS.test(text)) shown = LONGEST_SHOW
    else if (shown > 0) shown = logged || SPEAKS.test(text) ? 0 : shown - 1
    return shown > 0
  }
  const line = (text: string): LineRole => {
    const role = roleOf(text)
    earlier = before ?? ''
    before = text
    return role
  }
  const roleOf = (text: string): LineRole => {
    story.line()
    if (text.length > LONGEST) return page.takes(text) ? 'taken' : 'free'
    const log = readLogLine(text)
    const { logged } = log
    if (page.takes(text, logged)) return 'taken'
    if (isMarkup(text)) return 'fenced'
    if (isShown(text, logged)) return 'fenced'
    if (readLooseField(story, text) || readEmbedded(notes, story, text)) return 'taken'
    return readStatus(story, text, { log })
  }
  return { line, end: () => page.end() }
}

/** The answer of another service is not the answer of the model's provider. */
const OF_OTHERS =
  /\b(?:git(?:hub|lab)|bitbucket|jira|slack|discord|telegram|notion|linear|stripe|twilio|sentry|elastic(?:search)?|postgres\w*|mysql|redis|mongo\w*|webhook|s3|smtp)(?:\b|_)/i

/** Reads a record after a time, a name or a status: `Error: 403 {"message": …}`. */
function readEmbedded(notes: Notes, story: Story, text: string): boolean {
  const at = text.endsWith('}') ? text.indexOf('{"') : -1
  if (at <= 0 || at > 120) return false
  if (OF_OTHERS.test(text.slice(0, at))) return false
  const value = parseObject(text.slice(at))
  if (value === null) return false
  const status = statusIn(text.slice(0, at))
  readRecord(notes, story, status === undefined ? value : { http_status: status, ...value }, 'text')
  return true
}
