/**
 * The prompt of an attempt.
 *
 * - P1 It never exceeds its limit in bytes, and it says what was cut.
 * - P2 The text of the task comes first and is cut last. The instructions for markers come last, in every prompt.
 * - P3 Text from logs is fenced and marked as untrusted.
 */
import { claimableReasons } from '../reasons/table.ts'
import { bytesOf, renderContext, type Fitted } from './prompt-context.ts'
import {
  attemptsWords,
  budgetLeftWords,
  differsWords,
  hintWords,
  savedWords,
  whole,
  type PromptInput,
} from './prompt-parts.ts'

export const CONTEXT_BYTES: number = 24 * 1024
/** One argument of a program cannot exceed 128 KiB. */
const PROMPT_BYTES: number = 96 * 1024

/** The `<` prevents that an echo of the prompt counts as a marker. */
const instructionsFor = (own: readonly string[]): string =>
  `If you cannot complete the task, write a failure marker on its own line before your final message: [MAYDAY_FAILURE:<REASON>] where <REASON> is one of: ${[...claimableReasons, ...own].join(', ')}; then one line FAILURE_REASON: what stopped you.`

/** The instructions in every prompt, without custom reasons of a project. */
export const markerInstructions: string = instructionsFor([])

const DEFAULT_TEMPLATE = '{prompt}\n\n{hint}\n\n{failures}\n\n{attempts}\n\n{differs}\n\n{saved}\n\n{budget}'

/**
 * The whole prompt; `promptBytes` must leave room for the instructions at its end (1 KiB does).
 *
 * @example buildPrompt({ task, attempt: 2, lessons, previous, differs: 'a fresh session', … }).text
 */
export function buildPrompt(input: PromptInput): Fitted {
  const { promptBytes = PROMPT_BYTES, contextBytes = CONTEXT_BYTES, task } = input
  const instructions = instructionsFor(input.customReasons ?? [])
  const template = templateOf(input, promptBytes, instructions)
  const frame = frameBytes(template, instructions)
  const prompt = fitPrompt(task.prompt.trimEnd(), promptBytes - frame)
  const room = Math.min(contextBytes, promptBytes - frame - bytesOf(prompt.text))
  const { parts, cuts } = contextParts(input, template, room)
  const body = fill(template, { ...parts, prompt: prompt.text })
  const cut = [...(prompt.cut === null ? [] : [prompt.cut]), ...cuts]
  return {
    text: `${body}${body === '' ? '' : '\n\n'}${instructions}`,
    cut: cut.length === 0 ? null : cut.join('; '),
  }
}

/** If a template has no place for the task, the task comes first. A template that fills the prompt is ignored. */
function templateOf({ template }: PromptInput, promptBytes: number, instructions: string): string {
  if (template === undefined || frameBytes(template, instructions) * 2 > promptBytes) return DEFAULT_TEMPLATE
  const placed = PLACE.test(template) ? template : `{prompt}\n\n${template}`
  return placed.includes('{hint}') ? placed : placed.replace(PLACE, '{prompt}\n\n{hint}')
}

const PLACE = /\{prompt\}/

/** The size of the prompt without its variable parts. */
const frameBytes = (template: string, instructions: string): number =>
  bytesOf(template.replaceAll(/\{(\w+)\}/g, (place, word: string) => (isName(word) ? '' : place))) +
  bytesOf(instructions) +
  4

const names = ['prompt', 'hint', 'failures', 'attempts', 'differs', 'saved', 'budget'] as const
type Name = (typeof names)[number]
type Parts = Partial<Record<Name, string>>

const isName = (word: string): word is Name => names.some((name) => name === word)

/** Every place is filled once, in one pass: text that looks like a place stays text. An empty place leaves no gap. */
const fill = (template: string, parts: Parts): string =>
  template
    .replaceAll(/\n*\{(\w+)\}/g, (place, word: string) =>
      isName(word) && parts[word] === undefined ? '' : place,
    )
    .trim()
    .replaceAll(/\{(\w+)\}/g, (place, word: string) => (isName(word) ? (parts[word] ?? '') : place))

const CUT_PROMPT = '\n(The task was cut here to keep the prompt within its bound.)'

function fitPrompt(prompt: string, most: number): Fitted {
  if (bytesOf(prompt) <= most) return { text: prompt, cut: null }
  const room = most - bytesOf(CUT_PROMPT)
  const kept = room <= 0 ? '' : firstBytes(prompt, room)
  return { text: room <= 0 ? '' : kept + CUT_PROMPT, cut: "the task's own words were cut" }
}

/** At most `most` bytes, in whole lines if possible. */
export function firstBytes(text: string, most: number): string {
  const kept = Buffer.from(text)
    .subarray(0, most)
    .toString()
    .replace(/\uFFFD+$/, '')
  const end = kept.lastIndexOf('\n')
  return end > 0 ? kept.slice(0, end) : kept
}

/** Small parts that always matter come first, then earlier attempts, then as many failures as fit. */
function contextParts(
  input: PromptInput,
  template: string,
  room: number,
): { readonly parts: Parts; readonly cuts: readonly string[] } {
  const parts: Parts = {}
  const cuts: string[] = []
  let left = room
  const put = (name: Name, { text, cut }: Fitted): void => {
    if (text !== '' && bytesOf(text) <= left) {
      parts[name] = text
      left -= bytesOf(text)
    } else if (text !== '') cuts.push(`no room for ${name}`)
    if (cut !== null) cuts.push(cut)
  }
  const wanted = (name: Name): boolean => template.includes(`{${name}}`)
  put('hint', whole(hintWords(input)))
  if (wanted('differs')) put('differs', whole(differsWords(input)))
  if (wanted('budget')) put('budget', whole(budgetLeftWords(input)))
  if (wanted('saved')) put('saved', whole(savedWords(input)))
  if (wanted('attempts')) put('attempts', attemptsWords(input.previous, Math.floor(left / 3)))
  if (wanted('failures')) {
    const files = input.lessons.filter(({ task }) => task === input.task.task).flatMap((one) => one.files)
    put('failures', renderContext(input.lessons, { task: input.task.task, files }, left))
  }
  return { parts, cuts }
}
