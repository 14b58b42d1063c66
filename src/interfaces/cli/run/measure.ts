/** Telemetry of a command that runs tasks. Without a collector none of it runs. */
import type { Config } from '../../../config/config.ts'
import { packageVersion } from '../../../record/package-version.ts'
import type { RunResult } from '../../../record/run-result.ts'
import type { SchedulerEvent } from '../../../scheduling/scheduler-context.ts'
import type { OpenedStore } from '../record/open-store.ts'
import { destinationOf } from '../../reporters/telemetry/destination.ts'
import { Telemetry } from '../../reporters/telemetry/telemetry.ts'
import { complain } from '../../complain.ts'

export type Measuring = {
  readonly tell: (event: SchedulerEvent) => void
  readonly alone: (result: RunResult) => void
  /** Waits a second at most for the collector. */
  readonly end: () => Promise<void>
}

const NOTHING: Measuring = { tell: () => undefined, alone: () => undefined, end: () => Promise.resolve() }

export function startMeasuring({ store, project }: OpenedStore, settings: Config['telemetry']): Measuring {
  const destination = destinationOf(settings, process.env)
  if (destination === null) return NOTHING
  const telemetry = new Telemetry({
    destination,
    store,
    root: project.root,
    version: packageVersion(),
    complain,
  })
  return {
    tell: (event) => telemetry.tell(event),
    alone: (result) => telemetry.alone(result),
    end: () => telemetry.end(),
  }
}
