/** The prompt for the agent of a card: the card itself, what is wanted, and how to report the result. */
import { bytesOf } from '../memory/prompt-context.ts'
import { firstBytes } from '../memory/prompt.ts'
import { cutAtWord } from '../memory/words.ts'
import type { Card } from './card.ts'
import { readFrontmatter } from './frontmatter.ts'

/** Leaves room for lessons and instructions in a prompt of 96 KiB. */
const CARD_BYTES: number = 48 * 1024
const CRITERIA_BYTES: number = 12 * 1024
/** A longer heading or branch is cut. The card contains it anyway. */
const TITLE_CHARS = 500

type FlowWords = { readonly wanted: string; readonly report: string }

/** The `<` prevents that an echo of the prompt is read as a report. */
const implement: FlowWords = {
  wanted: 'Do what the card asks, in this project, until its acceptance criteria are met.',
  report:
    '{"checkedCriteria":[<numbers>]} with the numbers of the acceptance criteria that are met now, and only those',
}

const flows: Readonly<Record<string, FlowWords>> = {
  implement,
  review: {
    wanted: 'Review the work that the card describes. Change nothing; say what you find.',
    report:
      '{"findings":[<{"severity":"blocking|warn|info","file":"…","line":1,"message":"…"}>],"overall":"<approve|revise>"}',
  },
  research: {
    wanted: 'Find out what the card asks and sum it up with your sources. Change no code.',
    report: '{"sources":[<one string for each source>]}',
  },
}

/** The prompt of a run on a card. A custom flow of the project reports like `implement`. */
export function cardPrompt(card: Card, flow: string): string {
  const { wanted, report } = flows[flow] ?? implement
  return [
    `Work on one card of this project's board: ${cutAtWord(card.title, TITLE_CHARS)}`,
    `Its file: ${card.path}`,
    ...(card.branch === null ? [] : [`Its branch: ${cutAtWord(card.branch, TITLE_CHARS)}`]),
    `The flow is ${flow}: ${wanted}`,
    `The card says:\n\n${bounded(bodyOf(card), CARD_BYTES, `the whole card is in ${card.path}`)}`,
    ...(report === implement.report ? criteriaWords(card) : []),
    `Mayday itself keeps the card's agent_status, agent_flow, check boxes and History: leave them as they are.`,
    `When you are done, end your last message with one line of JSON, at most 1,500 characters, and nothing after it: ${report}. What is not in that line counts as not done.`,
  ].join('\n\n')
}

const bodyOf = ({ text, path }: Card): string => text.slice(readFrontmatter(text, path).bodyAt).trim()

function criteriaWords({ criteria, path }: Card): readonly string[] {
  if (criteria.length === 0) return []
  const lines = criteria.map(
    ({ index, text, isChecked }) => `${index}: ${text}${isChecked ? ' (already met)' : ''}`,
  )
  const all = bounded(lines.join('\n'), CRITERIA_BYTES, `the numbers continue in the order of ${path}`)
  return [`Its acceptance criteria by number:\n${all}`]
}

const bounded = (text: string, most: number, rest: string): string =>
  bytesOf(text) <= most ? text : `${firstBytes(text, most)}\n(Cut here after ${most / 1024} KiB; ${rest}.)`
