/** The story of a run, from its log. */
import { basename, join } from 'node:path'
import { isLive, type RunRecord } from '../../record/run.ts'
import { readPlainText } from '../../record/plain-file.ts'
import type { RunFolder } from '../../supervision/run-folder.ts'
import type { Recorded } from '../../supervision/run-event.ts'
import { readStory } from '../../supervision/run-story.ts'
import { ShownLog } from '../../supervision/shown-log.ts'
import { formats } from '../formats.ts'
import { logSize } from '../run-files.ts'
import type { Story } from './story-schema.ts'
import { tellStory, type StoryAsked, type StorySource } from './tell-story.ts'

/** Null if the log is not there. If another node has it, the folder is a copy. */
export function readRunStory(
  run: RunRecord,
  folder: RunFolder | null,
  asked: StoryAsked,
  node: string | null = null,
): Story | null {
  const size = logSize(folder)
  if (folder === null || size === null) return null
  const source = sourceOf(run, folder, size)
  return {
    format: formats.story,
    run: run.run,
    session: run.sessionId,
    agent: run.agent,
    file: node === null ? folder.log : join(run.logPath, basename(folder.log)),
    node,
    size,
    isLive: isLive(run),
    ...tellStory(source, asked),
  }
}

function sourceOf(run: RunRecord, folder: RunFolder, size: number): StorySource {
  const spec = run.origin === 'mayday' ? folder.spec() : null
  const text = run.origin === 'mayday' ? readPlainText(folder.file('prompt.md')) : null
  const stages = stagesIn(folder.events(), run)
  const at = stages.find(({ stage }) => stage === 'agent_run')?.startedAt ?? null
  return {
    size,
    isOver: !isLive(run),
    agent: spec?.described === undefined ? run.agent : spec.described.reads,
    prompt: text === null || text.trim() === '' ? null : { text, at },
    stages,
    read: (from) => readShown(folder, from, { size, isOver: !isLive(run) }),
  }
}

type StageRange = StorySource['stages'][number]

/** The events are written while the run lives. Runs without them have the stages of their result. */
function stagesIn(events: readonly Recorded[], { stages }: RunRecord): readonly StageRange[] {
  const told = readStory(events)
  if (told.length === 0) return stages
  return told.map(({ stage, from, startedAt, ended }) => ({
    stage,
    from: from.offset,
    to: ended?.to ?? null,
    command: stages.find((one) => one.stage === stage)?.command ?? null,
    exitCode: ended?.exitCode ?? null,
    durationMs: ended?.durationMs ?? null,
    startedAt,
  }))
}

function* readShown(
  folder: RunFolder,
  from: number,
  { size, isOver }: { readonly size: number; readonly isOver: boolean },
): Generator<Buffer> {
  using log = ShownLog.open(folder, { from, to: null, tail: null })
  if (log === null) return
  for (let part = log.read(size); part !== null; part = log.read(size)) yield part
  if (isOver) yield log.end()
}
