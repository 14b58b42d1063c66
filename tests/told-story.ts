import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoryEntry, StoryTurn } from '../src/views/story/story-schema.ts'
import { tellStory, type StoryAsked, type StorySource, type Told } from '../src/views/story/tell-story.ts'

const ALL: StoryAsked = { from: null, turns: 1000, chars: 1e9, bytes: 1e9, isBrief: false }

export const sourceOf = (output: string | Buffer, more: Partial<StorySource> = {}): StorySource => {
  const bytes = Buffer.from(output)
  return {
    size: bytes.length,
    read: (from) => [bytes.subarray(from)],
    isOver: true,
    stages: [],
    agent: null,
    prompt: null,
    ...more,
  }
}

export const tell = (
  output: string | Buffer,
  more: Partial<StorySource> = {},
  asked: Partial<StoryAsked> = {},
): Told => tellStory(sourceOf(output, more), { ...ALL, ...asked })

export const capture = (agent: string, name: string): Buffer =>
  readFileSync(join(import.meta.dirname, 'fixtures/captures', agent, `${agent}-${name}.log`))

/** One line for each entry. */
export const linesOf = (turns: readonly StoryTurn[]): readonly string[] =>
  turns.flatMap(({ kind, turn, entries }) => entries.map((entry) => `${turn ?? kind} ${wordsOf(entry)}`))

function wordsOf(entry: StoryEntry): string {
  if (entry.kind !== 'tool') return `${entry.kind}: ${entry.text.split('\n')[0] ?? ''}`
  const { verb, target, result } = entry
  const came =
    result === null ? 'nothing' : `${result.isError ? 'failed ' : ''}${result.text.split('\n')[0] ?? ''}`
  return `${verb} ${target} -> ${came}`
}
