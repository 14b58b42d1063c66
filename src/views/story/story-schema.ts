/** The story of a run or a session: what the agent was asked, said and did, turn by turn. */
import * as v from 'valibot'
import { stages } from '../../reasons/stages.ts'
import { count, moment, size, whole, type Shape } from '../../record/schema.ts'
import { formats } from '../formats.ts'
import { described } from '../view.ts'
import { textKinds } from '../../agents/story-item.ts'

const place = {
  offset: described(count, 'the byte of the file at which it begins'),
  line: described(count, 'the line of the file, counted from 1'),
  at: described(v.nullable(moment), 'null if the format has no times'),
}

const clipped = {
  text: v.string(),
  left: described(count, 'how many characters were left out, between the beginning and the end'),
}

const toolVerbs = ['Ran', 'Read', 'Edited', 'Searched', 'Used'] as const

const toolEntrySchema = v.object({
  kind: v.literal('tool'),
  ...place,
  tool: described(v.string(), "the agent's name for the tool"),
  verb: v.picklist(toolVerbs),
  target: described(v.string(), 'the command, the file or the words that it was given'),
  input: described(v.object(clipped), 'everything that it was given'),
  result: described(
    v.nullable(
      v.object({
        ...clipped,
        isError: v.boolean(),
        lines: described(count, 'how many lines it has'),
        offset: count,
        line: count,
      }),
    ),
    'null if none came',
  ),
})

const textEntrySchema = v.object({
  kind: v.picklist(textKinds),
  ...place,
  ...clipped,
})

export const storyEntrySchema = v.variant('kind', [toolEntrySchema, textEntrySchema])

export const storyTurnSchema = v.object({
  kind: described(
    v.picklist(['prompt', 'turn', 'stage', 'note']),
    '`turn`: an answer of the model with its tools. `stage`: the output of another command of the run. `note`: text outside of turns',
  ),
  turn: described(v.nullable(count), 'counted from 1; null if it is not a turn'),
  stage: v.nullable(v.picklist(stages)),
  command: described(v.nullable(v.string()), 'of a stage'),
  exitCode: described(v.nullable(whole), 'of a stage'),
  continues: described(v.boolean(), 'it began in the part before'),
  ...place,
  to: described(count, 'the byte at which it ends'),
  durationMs: v.nullable(count),
  costUsd: v.nullable(size),
  tokens: v.nullable(count),
  calls: described(count, 'tool calls'),
  errors: described(count, 'errors, and tools that failed'),
  waits: described(count, 'requests that were tried again'),
  gist: described(v.string(), 'its first words'),
  entries: described(v.array(storyEntrySchema), 'empty if only an overview was asked for'),
})

export const storySchema = v.object({
  format: v.literal(formats.story),
  run: described(v.nullable(count), 'null if it is a session that Mayday did not start'),
  session: v.nullable(v.string()),
  agent: v.nullable(v.string()),
  reads: described(
    v.nullable(v.string()),
    'the agent whose format it has; null if it is read as plain lines',
  ),
  file: described(v.string(), 'its path; on another node, relative to the record there'),
  node: described(
    v.nullable(v.string()),
    'the other node of the fleet that has the file; null: this machine',
  ),
  size: described(count, 'of the file, in bytes'),
  isLive: v.boolean(),
  turns: v.array(storyTurnSchema),
  next: described(
    v.nullable(v.string()),
    'give it as `from` for the next part; null if the story ends here. A live run always has one',
  ),
  isEnd: described(v.boolean(), 'there is nothing more at the moment'),
})

export type StoryEntry = Shape<typeof storyEntrySchema>
export type ToolEntry = Extract<StoryEntry, { readonly kind: 'tool' }>
export type TextEntry = Exclude<StoryEntry, ToolEntry>
export type StoryTurn = Shape<typeof storyTurnSchema>
export type Story = Shape<typeof storySchema>
