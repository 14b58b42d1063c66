/** What a live run does, from the end of its output. */
import type { StoryItem } from '../agents/story-item.ts'
import { SignalReader } from '../agents/signal-reader.ts'
import { parseObject } from '../signals/json.ts'
import { findTeller } from './story/find-teller.ts'
import { oneLine, toolWords } from './story/tool-words.ts'

/** The activity that the agent reports, else its last words or call, else the last printed line. Never a record. */
export function doingOf(end: string): string | null {
  const reader = new SignalReader()
  reader.push(Buffer.from(end))
  return reader.notes.activity().doing ?? lastTold(end)
}

const isRecord = (line: string): boolean => line.startsWith('{')

function lastTold(end: string): string | null {
  const lines = end.split('\n').filter((line) => line.trim() !== '')
  const last = lines.at(-1) ?? null
  if (last === null || !isRecord(last)) return last
  const { teller } = findTeller(null, end)
  for (const line of lines.toReversed()) {
    const record = isRecord(line) ? parseObject(line) : null
    const said =
      record === null
        ? undefined
        : teller
            .record?.(record)
            ?.map(wordsOf)
            .findLast((one) => one !== '')
    if (said !== undefined) return said
  }
  return null
}

function wordsOf(item: StoryItem): string {
  if (item.kind === 'words' || item.kind === 'error' || item.kind === 'retry') return oneLine(item.text)
  if (item.kind !== 'call') return ''
  const { verb, target } = toolWords(item.tool, item.input)
  return `${verb} ${target}`
}
