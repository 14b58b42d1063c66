import { orUnknown } from '../reasons/reason.ts'
import type { RunResult } from '../record/run-result.ts'
import { parseMarker } from '../signals/markers.ts'
import type { RunFacts } from '../signals/signal.ts'
import { countOf } from '../signals/count-of.ts'
import { withoutErrors } from './error-lines.ts'
import { cutAtWord, onOneLine, saysWhatItDoes, sentencesOf } from './words.ts'

const SENTENCE_CHARS = 240
const MOST_ACTIONS = 3
const MOST_FILES = 3
/** Longer last words were cut at their start. */
const CUT_WORDS_CHARS = 2000

/** Reading and searching is not an attempt. */
const LOOKS =
  /^(?:read|view|open|cat|glob|grep|search|find|ls|list|todo|think|fetch|web)(?:[A-Z_-]?\w*)?(?:\s|$)/i

/**
 * What was tried, in two or three sentences: the words of the agent, its last commands and edits, and how far it came.
 * The error itself is never included.
 */
export function describeAttempt(result: RunResult, facts: RunFacts | null, error: string): string {
  const said = facts === null ? '' : wordsOf(facts, result, error)
  const did = facts === null ? '' : deedsOf(facts)
  const own = [said, did].filter((part) => part !== '')
  return [...(own.length === 0 ? [withoutWords(result)] : own), endOf(result)].join(' ')
}

/** The last one or two sentences that name an action. If none does, the last sentence. */
function wordsOf(facts: RunFacts, result: RunResult, error: string): string {
  const told = withoutErrors(ownWords(facts.lastWords).split('\n'), !facts.answered)
  const sentences = sentencesOf(told.join('\n')).filter((sentence) => !isTheError(sentence, result, error))
  const doing = sentences.filter(saysWhatItDoes).slice(-2)
  const chosen = doing.length > 0 ? doing : sentences.slice(-1)
  return chosen.map((sentence) => asSentence(cutAtWord(sentence, SENTENCE_CHARS))).join(' ')
}

/** Without markers, and without the partial sentence at the cut. */
export function ownWords(words: string): string {
  const lines = words.split('\n').filter((line) => parseMarker(line.replace(/\r$/, '')) === null)
  const text = lines.join('\n')
  if (words.length < CUT_WORDS_CHARS) return text
  const end = /[.!?]\s|\n/.exec(text)
  return end === null ? text : text.slice(end.index + 1)
}

function isTheError(sentence: string, { diagnosis }: RunResult, error: string): boolean {
  const errors = [error, ...(diagnosis?.evidence ?? []).map(({ excerpt }) => onOneLine(excerpt))]
  return errors.some((one) => one.length > 3 && (one.includes(sentence) || sentence.includes(one)))
}

const asSentence = (text: string): string => (/[.!?…:]["'`)]?$/.test(text) ? text : `${text}.`)

/** The last different commands and edits, with their counts. */
function deedsOf({ actions, openTool }: RunFacts): string {
  const acts = actions.filter((action) => !LOOKS.test(action))
  const all = acts.length === 0 ? actions : acts
  const times = new Map<string, number>()
  for (const action of all.map(onOneLine)) {
    const before = times.get(action) ?? 0
    times.delete(action)
    times.set(action, before + 1)
  }
  const shown = [...times].slice(-MOST_ACTIONS).map(([action, n]) => {
    const words = cutAtWord(action, SENTENCE_CHARS)
    const open = openTool !== null && onOneLine(openTool) === action ? ' (unfinished)' : ''
    return `\`${words}\`${n > 1 ? ` ×${n}` : ''}${open}`
  })
  return shown.length === 0 ? '' : `Last actions: ${shown.join(', ')}.`
}

/**
 * Used if the words and actions of the agent say nothing. The commands of other stages belong to Mayday, never to the
 * agent.
 */
function withoutWords({ stage, stages, changedFiles }: RunResult): string {
  if (stages.some((one) => one.stage === 'agent_run'))
    return `The agent's output does not say what it tried.${changesOf(changedFiles ?? [])}`
  const ran = stages.find((one) => one.stage === stage)
  if (ran === undefined) return 'Nothing was started.'
  return `Mayday ran \`${cutAtWord(ran.command, SENTENCE_CHARS)}\` at ${stage}; the agent was not started.`
}

function changesOf(files: readonly string[]): string {
  if (files.length === 0) return ''
  const named = files.slice(0, MOST_FILES).map((file) => `\`${cutAtWord(file, SENTENCE_CHARS)}\``)
  const more = files.length > MOST_FILES ? ` and ${files.length - MOST_FILES} more` : ''
  return ` Files changed during the run: ${named.join(', ')}${more}.`
}

function endOf({ stage, reason, turns, verify }: RunResult): string {
  const after = turns === null || turns === 0 ? '' : ` after ${countOf(turns, 'turn')}`
  if (stage === 'final_test' && verify !== null)
    return `Then verify \`${cutAtWord(verify.command, SENTENCE_CHARS)}\` ended in ${orUnknown(reason)}.`
  return `Ended in ${orUnknown(reason)} at ${stage}${after}.`
}
