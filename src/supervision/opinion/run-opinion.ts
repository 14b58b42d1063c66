/**
 * The second opinion on a recorded run.
 *
 * R1 A separate process asks for it after the result is written. It neither delays nor loses the end of a run.
 * R2 It is kept in a file of the run's folder. It changes neither the result, the plan nor the statistics.
 */
import { createReadStream } from 'node:fs'
import type { Evidence } from '../../diagnosis/explain.ts'
import { MaydayError } from '../../errors.ts'
import { openPlain } from '../../record/plain-file.ts'
import { explainRunFolder } from '../explain-run.ts'
import type { RunFolder } from '../run-folder.ts'
import { askAbout, type AskOptions } from './ask.ts'
import { ExcerptReader, type Excerpt } from './excerpt.ts'
import { keepOpinion, type RunOpinion } from './kept-opinion.ts'

/** Asks the agent and keeps the outcome. `file` is the name of the log in the evidence. */
export async function askAboutRun(
  folder: RunFolder,
  { file, now }: { readonly file: string; readonly now: Date },
  options: AskOptions,
): Promise<RunOpinion> {
  const found = await explainRunFolder(folder.path, { agents: options.agents.readers })
  if (found === null)
    throw new MaydayError(
      'NO_LOG',
      `${folder.path} lacks files that a verdict needs, so no agent can be asked about it. See: mayday show`,
    )
  const excerpt = (): Promise<Excerpt> => excerptOf(folder, found.evidence, options)
  const { reason, evidence, asked } = await askAbout({ found, file, excerpt }, options)
  if (asked === undefined) throw new Error('An opinion must name its agent.')
  const counts = asked.outcome === 'counted'
  const opinion: RunOpinion = {
    format: 'mayday.opinion/1',
    at: now.toISOString(),
    reason: counts ? reason : null,
    evidence: counts ? (evidence[0] ?? null) : null,
    asked,
  }
  if (asked.outcome !== 'not-asked') keepOpinion(folder, opinion)
  return opinion
}

/** An agent may have replaced the log, so only a regular file is read. */
async function excerptOf(
  folder: RunFolder,
  evidence: readonly Evidence[],
  { secrets }: AskOptions,
): Promise<Excerpt> {
  const reader = new ExcerptReader({ secrets, wanted: evidence.flatMap(({ line }) => line ?? []) })
  for await (const chunk of createReadStream('', { fd: openPlain(folder.log) }))
    if (chunk instanceof Uint8Array) reader.push(chunk)
  return reader.end()
}
