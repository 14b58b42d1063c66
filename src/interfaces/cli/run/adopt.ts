import { knownAgents } from '../../../agents/known-agents.ts'
import { describeDuration } from '../../../record/duration.ts'
import { adopt } from '../../../supervision/adopt.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { Terminal } from '../command.ts'
import { openRecorded, settleCards } from '../record/open-store.ts'
import { shownJson } from '../../shown.ts'

/** Supervises every run whose supervisor is gone until it ends. Other commands start it automatically. */
export async function runAdopt({ json }: { readonly json: boolean }, terminal: Terminal): Promise<number> {
  using opened = await openRecorded({ reconciles: false })
  const { store, project } = opened
  const say = (line: string, event: object): void =>
    terminal.out(json ? `${shownJson(event)}\n` : `mayday: ${line}\n`)
  if (store === null) {
    say('no runs are recorded here', { event: 'adopt:ended', adopted: 0 })
    return 0
  }
  const never = new AbortController().signal
  const adopted = await adopt(
    { store, project, processes: openProcesses(), knownAgents },
    {
      watcherFor: () => ({ cancel: never, force: never, report: () => undefined, show: () => undefined }),
      onEnd: async ({ run }, result) => {
        if (result instanceof Error)
          return say(`run ${run} could not be ended: ${result.message}`, {
            event: 'run:stuck',
            run,
            why: result.message,
          })
        say(
          `run ${run} ${result.status}${result.reason === null ? '' : ` (${result.reason})`} after ${describeDuration(result.durationMs)}`,
          result,
        )
        await settleCards({ store, project })
      },
    },
  )
  const told = adopted === null ? 'another adopter is at work' : `${countOf(adopted, 'run')} adopted`
  say(told, { event: 'adopt:ended', adopted })
  return 0
}
