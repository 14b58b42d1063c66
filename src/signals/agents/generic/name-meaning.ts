/** What a single word for a role, an event or a level says, whatever the record. */
import { asWords } from './as-words.ts'
import { remembered } from './remembered.ts'

const SHOWN_ROLE =
  /^(?:user|human|system|developer|(?:tool|function)(?: (?:results?|responses?|outputs?|messages?))?|observation|environment|ipython|user proxy)$/
const AGENT_ROLE = /^(?:assistant|ai|model|agent|bot|llm|exit)$/
const SHOWN =
  /\btool (?:\w+ )?(?:results?|responses?|outputs?|update|progress|end|ended|finished|completed?|done)\b|\bfunction (?:call )?(?:outputs?|results?|responses?)\b|\bobservation\b|\buser (?:message|prompt|input)\b|\b(?:command|exec|terminal|bash|shell) (?:outputs?|results?|end)\b|\b(?:stdout|stderr)\b|\bfile (?:content|read)\b/
const ACTION =
  /\btool (?:use|calls?|invocation|(?:\w+ )?start(?:ed)?|request)\b|\bfunction call\b|^(?:action|command|exec|bash|edit)$|\bcommand (?:execution|start(?:ed)?)\b/
const AGENT =
  /\bassistant\b|\bagent (?:message|response|output|thoughts?|reasoning)\b|^(?:message|text|thoughts?|thinking|reasoning|answer|completion)$|\bcontent block\b|\bmessage (?:delta|part|update)\b|^(?:output )?text (?:start|delta|chunk|update|end|done)$/
const PART =
  /\b(?:tool|command|item|step|file|request|span|chunk|delta|start(?:ed)?|mcp|server|init|patch|hook|progress|notification|permission|model|api|llm)\b/
const END =
  /^(?:result|end|ended|complete|completed|finish|finished|done|final|summary|exit|exited|close|closed|stop|stopped|terminated|failed|aborted|cancell?ed|report)$|\b(?:final|run|session|task|turn|trial|conversation|workflow|agent|job|execution|orchestration|result)\b/

const ERROR_LABEL =
  /(?:^| )(?:error|errors|fatal|critical|exception|failed|failure|panic|alert|emergency)$|^(?:error|exception) /
const OPENING =
  /^(?:system )?init(?:iali[sz]ed)?$|\b(?:agent|turn|iteration|session|conversation|thread|run|step) (?:start(?:ed)?|begin|created|init)\b/

/** One bit each. */
export const SAYS = {
  shownRole: 1,
  agentRole: 2,
  shown: 4,
  action: 8,
  agent: 16,
  part: 32,
  end: 64,
  system: 128,
  error: 256,
  opening: 512,
} as const

const FORMS: readonly (readonly [RegExp, number])[] = [
  [SHOWN_ROLE, SAYS.shownRole],
  [AGENT_ROLE, SAYS.agentRole],
  [SHOWN, SAYS.shown],
  [ACTION, SAYS.action],
  [AGENT, SAYS.agent],
  [PART, SAYS.part],
  [END, SAYS.end],
  [/^system$/, SAYS.system],
  [ERROR_LABEL, SAYS.error],
  [OPENING, SAYS.opening],
]
const ANY_FORM = new RegExp(FORMS.map(([form]) => form.source).join('|'))

export const LONGEST_NAME = 60

export const has = (says: number, bits: number): boolean => (says & bits) !== 0

function readMeaning(name: string): number {
  const words = asWords(name)
  if (!ANY_FORM.test(words)) return 0
  return FORMS.reduce((says, [form, bit]) => (form.test(words) ? says | bit : says), 0)
}

const meaningOfShort = remembered(readMeaning, LONGEST_NAME)

/** Everything that a name says, or the beginning of a long one, as the bits of `SAYS`. */
export const meaningOf = (name: string): number =>
  name.length > LONGEST_NAME ? readMeaning(name.slice(0, LONGEST_NAME)) : meaningOfShort(name)
