import { fstatSync, closeSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { NotPlainFileError, openPlain } from '../record/plain-file.ts'
import { CardError } from './card-error.ts'
import type { Card } from './card.ts'
import { readBoxes } from './criteria.ts'
import { findBlock, lineAt, readFrontmatter, wordOf } from './frontmatter.ts'
import { readHistory, swallowedFrom } from './history.ts'
import { readPlain } from './plain-frontmatter.ts'
import { unreadable } from './unreadable.ts'
import { findSection, readBody, type Body } from './sections.ts'

/** A larger file is not a card that a person wrote. */
const MOST_BYTES: number = 1024 * 1024

/** Reads a card. A malformed card is a CardError in one sentence. Nothing is changed. */
export function readCard(path: string): Card {
  return parseCard(path, readText(path))
}

/** Parses the text of a card. */
export function parseCard(path: string, text: string): Card {
  const matter = readFrontmatter(text, path)
  const body = readBody(text, matter.bodyAt)
  requireRoom(path, text, body)
  const word = (key: string): string | null => wordOf(matter, key)
  return { text, keys: matter.keys, ...shownOf(path, word, body), history: readHistory(body) }
}

/** What a board shows of a card: everything except its text, its other keys and its History. */
export type BoardCard = Omit<Card, 'text' | 'keys' | 'history'>

/** Like `readCard`, but faster. */
export function readBoardCard(path: string): BoardCard {
  const text = readText(path)
  const { from, to, bodyAt } = findBlock(text, path)
  const plain = readPlain(text.slice(from, to))
  if (plain === null) {
    const { text: _text, keys: _keys, history: _history, ...shown } = parseCard(path, text)
    return shown
  }
  const body = readBody(text, bodyAt)
  requireRoom(path, text, body)
  return shownOf(path, (key) => plain.get(key) ?? null, body)
}

const shownOf = (path: string, word: Word, body: Body): BoardCard => ({
  path,
  owner: word('owner'),
  agentFlow: word('agent_flow'),
  agentStatus: word('agent_status'),
  branch: word('branch'),
  risk: word('risk'),
  review: word('review'),
  isParallel: /^(?:true|yes)$/i.test(word('parallelizable') ?? ''),
  title: headingOf(body) ?? word('title') ?? basename(path, '.md'),
  summary: summaryOf(body),
  ...placeOf(path),
  criteria: readBoxes(body).map(({ index, text, isChecked }) => ({ index, text, isChecked })),
})

type Word = (key: string) => string | null

function readText(path: string): string {
  const bytes = readBytes(path)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new CardError('CARD_NOT_UTF8', path, 'the file is not UTF-8; save it as UTF-8.', { cause: error })
  }
}

/** Only a regular file is read: a command would wait for a pipe forever. */
function readBytes(path: string): Buffer {
  try {
    const file = openPlain(realpathSync(path))
    try {
      requireSize(path, fstatSync(file).size)
      return readFileSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (error instanceof CardError) throw error
    if (error instanceof NotPlainFileError)
      throw new CardError('CARD_NOT_A_FILE', path, `this is ${error.what}; name a markdown file.`)
    throw unreadable(path, error)
  }
}

function requireSize(path: string, bytes: number): void {
  if (bytes > MOST_BYTES)
    throw new CardError(
      'CARD_TOO_LARGE',
      path,
      `the file has ${bytes} bytes, and a card has at most 1 MiB; shorten it.`,
    )
}

/** Checked before a run: otherwise the appended History line would be inside a fence or comment. */
function requireRoom(path: string, text: string, body: Body): void {
  const open = swallowedFrom(body)
  if (open === null) return
  throw new CardError(
    'CARD_OPEN_FENCE',
    `${path}:${lineAt(text, body.lines[open]?.at ?? 0)}`,
    'the code fence or comment that begins here is never closed and would include the History; close it.',
  )
}

const headingOf = ({ sections }: Body): string | undefined =>
  sections.find(({ kind, title }) => kind === 'heading' && title !== '')?.title

function summaryOf(body: Body): string {
  const section = findSection(body, 'summary')
  if (section === undefined) return ''
  const lines = body.lines.slice(section.from, section.to).map(({ text }) => text)
  return [section.inline, ...lines].join('\n').trim()
}

/** Example: `phase-5-flows/in-progress/5.2-locks.md`. */
function placeOf(path: string): Pick<Card, 'phase' | 'folder'> {
  const folder = dirname(path)
  const [, number] = /^(\d{1,6}\.\d{1,6})(?:-|\.md$)/.exec(basename(path)) ?? []
  const [, ofFolder] = /^phase-(\d{1,6})(?:-|$)/.exec(basename(dirname(folder))) ?? []
  return { phase: number ?? ofFolder ?? null, folder: basename(folder) }
}
