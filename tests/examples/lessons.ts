import { exampleLesson } from './records.ts'
import type { LessonRecord, NewLesson } from '../../src/record/task-story.ts'
import type { RunFacts } from '../../src/signals/signal.ts'

export const exampleFacts = (more: Partial<RunFacts> = {}): RunFacts => ({
  sessionId: null,
  model: null,
  turns: null,
  costUsd: null,
  tokens: null,
  closed: true,
  answered: true,
  openTool: null,
  lastWords: '',
  actions: [],
  files: [],
  ...more,
})

/** A lesson as the store gives it back. */
export const exampleRecord = (more: Partial<LessonRecord> & Partial<NewLesson> = {}): LessonRecord => ({
  ...exampleLesson(),
  number: 1,
  clearedAt: null,
  helped: null,
  ...more,
})
