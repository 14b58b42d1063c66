import type { Notes } from '../../notes.ts'
import type { AgentReader } from '../../agent-reader.ts'
import { isOpening } from './opening.ts'
import { readRecord } from './generic-record.ts'
import { readText } from './generic-text.ts'
import { shapeOf } from './shape.ts'
import { Story } from './story.ts'

export type GenericReader = AgentReader & {
  /** Stops the generic reader, because an adapter recognised the output and reports how it ended. */
  readonly leave: () => void
}

/** Reads an output that no adapter recognised: JSON by common field names, text by common patterns. */
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
