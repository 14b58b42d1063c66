/** Opens the log of a run that another node ran. */
import { MaydayError } from '../../errors.ts'
import { isReachable } from '../../fleet/log-place.ts'
import type { RunPlace } from '../../fleet/port.ts'
import { typedDuration } from '../../record/duration.ts'
import { reasonThatCounts, statusThatCounts, type RunRecord } from '../../record/run.ts'
import type { LogSource } from './log-source.ts'
import { NodeSilentError, remoteLog } from './remote-log.ts'

export type Ways = {
  /** The reader's token; null if it has none. */
  readonly token: string | null
  /** The archive, if one is configured; null if it has no copy. */
  readonly archive: ((run: RunRecord) => Promise<LogSource | null>) | null
}

/** Tries the node, then the archive. Throws an error that says what is known without the log. */
export async function findLog(run: RunRecord, place: RunPlace, ways: Ways): Promise<LogSource> {
  const trouble = whyNot(place, ways)
  if (trouble === null && place.logs !== null && ways.token !== null) {
    const log = remoteLog(run.runId, { node: place.name, place: place.logs, token: ways.token })
    try {
      await log.about({ stage: null, tail: null })
      return log
    } catch (error) {
      const archived = (await ways.archive?.(run)) ?? null
      if (archived !== null) return archived
      if (error instanceof NodeSilentError) throw elsewhere(run, place, error.message)
      throw error
    }
  }
  const archived = (await ways.archive?.(run)) ?? null
  if (archived !== null) return archived
  throw elsewhere(run, place, trouble ?? '')
}

/** Null if the node can be asked. */
function whyNot(place: RunPlace, { token }: Ways): string | null {
  const { name, logs, hasLeft, isLost } = place
  if (hasLeft) return `Node ${name} has left the fleet.`
  if (logs === null) return `Node ${name} does not work now, so it serves no logs.`
  if (isLost) return `Node ${name} is away.`
  if (!isReachable(logs))
    return `Node ${name} serves its logs on its own machine only. To read them from other machines, run there: mayday fleet join --address HOST:PORT`
  return token === null ? 'This reader has no token. Get one: mayday fleet token renew' : null
}

function elsewhere(run: RunRecord, { name, silentMs }: RunPlace, trouble: string): MaydayError {
  const seen = typedDuration(Math.ceil(silentMs / 1000) * 1000)
  return new MaydayError(
    'LOG_ELSEWHERE',
    `Run ${run.run} ran on node ${name}, which was in contact ${seen} ago. Its log is there: mayday logs ${run.run}, on that machine. ${trouble} ${known(run)}`,
  )
}

/** The facts that the fleet knows without the log. */
function known(run: RunRecord): string {
  const reason = reasonThatCounts(run)
  const [proof] = run.diagnosis?.evidence ?? []
  return [
    `What is known of the run: ${statusThatCounts(run)}${reason === null ? '' : ` (${reason})`}`,
    ...(run.summary === null || run.summary === '' ? [] : [run.summary]),
    ...(proof === undefined ? [] : [`› ${proof.excerpt}`]),
    `mayday show ${run.run}`,
  ].join(' · ')
}
