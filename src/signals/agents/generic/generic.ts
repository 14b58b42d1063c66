import type { Notes } from '../../notes.ts'
import type { AgentReader } from '../../agent-reader.ts'
import { isOpening } from './opening.ts'
import { readRecord } from './generic-record.ts'
import { readText } from './generic-text.ts'
import { shapeOf } from './shape.ts'
import { Story } from './story.ts'

export type GenericReader = AgentReader & {
  /** An adapter knows whose output it is: how it ended is told by that. */
  readonly leave: () => void
}

/** Reads what no adapter recognised: any JSON by its usual field names, any text by its usual forms. */
export function readGeneric(notes: Notes): GenericReader {
  const story = new Story(notes)
  const text = readText(notes, story)
  return {
    record: (record) => {
      story.record(isOpening(record, shapeOf(record)))
      readRecord(notes, story, record)
      return true
    },
    line: text.line,
    leave: () => story.leave(),
    end: (exitCode) => {
      text.end()
      story.end(exitCode)
    },
  }
}
