/** The story of a run or a session: what the agent was asked, said and did, turn by turn. */
import * as v from 'valibot'
import { stages } from '../../reasons/stages.ts'
import { count, moment, size, whole, type Shape } from '../../record/schema.ts'
import { formats } from '../formats.ts'
import { told } from '../view.ts'
import { textKinds } from '../../agents/story-item.ts'

const place = {
  offset: told(count, 'the byte of the file at which it begins'),
  line: told(count, 'the line of the file, counted from 1'),
  at: told(v.nullable(moment), 'null if the format has no times'),
}

const clipped = {
  text: v.string(),
  left: told(count, 'how many characters were left out, between the beginning and the end'),
}

const toolVerbs = ['Ran', 'Read', 'Edited', 'Searched', 'Used'] as const

const toolEntrySchema = v.object({
  kind: v.literal('tool'),
  ...place,
  tool: told(v.string(), "the agent's name for the tool"),
  verb: v.picklist(toolVerbs),
  target: told(v.string(), 'the command, the file or the words that it was given'),
  input: told(v.object(clipped), 'everything that it was given'),
  result: told(
    v.nullable(
      v.object({
        ...clipped,
        isError: v.boolean(),
        lines: told(count, 'how many lines it has'),
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
  kind: told(
    v.picklist(['prompt', 'turn', 'stage', 'note']),
    '`turn`: an answer of the model with its tools. `stage`: the output of another command of the run. `note`: text outside of turns',
  ),
  turn: told(v.nullable(count), 'counted from 1; null if it is not a turn'),
  stage: v.nullable(v.picklist(stages)),
  command: told(v.nullable(v.string()), 'of a stage'),
  exitCode: told(v.nullable(whole), 'of a stage'),
  continues: told(v.boolean(), 'it began in the part before'),
  ...place,
  to: told(count, 'the byte at which it ends'),
  durationMs: v.nullable(count),
  costUsd: v.nullable(size),
  tokens: v.nullable(count),
  calls: told(count, 'tool calls'),
  errors: told(count, 'errors, and tools that failed'),
  waits: told(count, 'requests that were tried again'),
  gist: told(v.string(), 'its first words'),
  entries: told(v.array(storyEntrySchema), 'empty if only an overview was asked for'),
})

export const storySchema = v.object({
  format: v.literal(formats.story),
  run: told(v.nullable(count), 'null if it is a session that Mayday did not start'),
  session: v.nullable(v.string()),
  agent: v.nullable(v.string()),
  reads: told(v.nullable(v.string()), 'the agent whose format it has; null if it is read as plain lines'),
  file: told(v.string(), 'its path; on another node, relative to the record there'),
  node: told(v.nullable(v.string()), 'the other node of the fleet that has the file; null: this machine'),
  size: told(count, 'of the file, in bytes'),
  isLive: v.boolean(),
  turns: v.array(storyTurnSchema),
  next: told(
    v.nullable(v.string()),
    'give it as `from` for the next part; null if the story ends here. A live run always has one',
  ),
  isEnd: told(v.boolean(), 'there is nothing more at the moment'),
})

export type StoryEntry = Shape<typeof storyEntrySchema>
export type ToolEntry = Extract<StoryEntry, { readonly kind: 'tool' }>
export type TextEntry = Exclude<StoryEntry, ToolEntry>
export type StoryTurn = Shape<typeof storyTurnSchema>
export type Story = Shape<typeof storySchema>
