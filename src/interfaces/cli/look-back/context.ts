import { loadConfig } from '../../../config/load-config.ts'
import { UsageError } from '../../../errors.ts'
import { lessonsFor } from '../../../memory/lessons-for.ts'
import { bytesOf, renderContext } from '../../../memory/prompt-context.ts'
import { CONTEXT_BYTES } from '../../../memory/prompt.ts'
import type { Store } from '../../../record/store.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { findTask } from '../record/find-recorded.ts'
import { openRecorded } from '../record/open-store.ts'

export type ContextAsked = { readonly phase: string | undefined; readonly task: string | undefined }

/** Prints the Failure Context exactly as a prompt contains it. */
export async function runContext(
  asked: ContextAsked,
  screen: Screen<Answer<'mayday.context/1'>>,
): Promise<number> {
  using opened = await openRecorded({ shared: 'reads' })
  const { store, project } = opened
  const reader = readerOf(asked, store)
  const lessons = lessonsFor(store?.lessons({ cleared: false }) ?? [], reader)
  const files = lessons.filter(({ task }) => task === reader.task).flatMap((lesson) => lesson.files)
  const { promptBytes = CONTEXT_BYTES } = (await loadConfig(project, process.env)).readable.lessons
  const { text, cut } = renderContext(lessons, { task: reader.task, files }, promptBytes)
  return screen.answer(
    { ...reader, lessons: lessons.map(({ number }) => number), bytes: bytesOf(text), cut, text },
    () => (text === '' ? `${nothing(reader)}\n` : `${text}\n`),
  )
}

type ContextReader = { readonly task: number | null; readonly phase: string | null }

/** If no phase is given, the phase of the task applies. */
function readerOf({ phase, task: named }: ContextAsked, store: Store | null): ContextReader {
  if (phase === undefined && named === undefined)
    throw new UsageError('context needs a phase or a task. Try: mayday context --phase 12')
  const task = named === undefined ? null : findTask(store, named)
  return { task: task?.task ?? null, phase: phase ?? task?.phase ?? null }
}

const nothing = ({ task, phase }: ContextReader): string =>
  `No failures of ${[phase === null ? null : `phase ${phase}`, task === null ? null : `task ${task}`]
    .filter((word) => word !== null)
    .join(' or ')} are known, so a prompt contains none.`
