import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunRecord } from '../../record/run.ts'
import { RunFolder } from '../../supervision/run-folder.ts'
import type { RunCommand } from './command.ts'
import { findRecorded, runArgument } from './find-recorded.ts'
import { endOrphans, openRecorded, type OpenedStore } from './open-store.ts'
import { outcome } from './run-words.ts'

const LOOK_EVERY_MS = 100
const LOOKS_PER_RECONCILE = 20

/** Asks whoever supervises the run, and waits until it is over. Completion wins: a run that has ended stays as it is. */
export const runCancel: RunCommand = async (args, terminal) => {
  const ref = runArgument(args, 'cancel')
  const { store, project } = await openRecorded(terminal)
  const run = findRecorded(store, ref)
  const json = args.flag('json')
  const tell = (ended: RunRecord, canceled: boolean): number => {
    const said = canceled
      ? `run ${ended.run} is canceled`
      : `run ${ended.run} had already ended: ${outcome(ended)}`
    terminal.out(
      json
        ? `${JSON.stringify({ format: 'mayday.cancel/1', run: ended.run, canceled, status: ended.status })}\n`
        : `${said}\n`,
    )
    return 0
  }
  if (store === null || !isLive(run)) return tell(run, false)
  new RunFolder(join(project.root, run.logPath)).askToCancel()
  const ended = await untilEnded({ store, project }, run)
  store.close()
  return tell(ended, ended.status === 'canceled')
}

const isLive = ({ status }: RunRecord): boolean => status === 'launching' || status === 'running'

/** Its supervisor may die meanwhile: then an adopter must end it. */
async function untilEnded(house: OpenedStore, asked: RunRecord): Promise<RunRecord> {
  for (let looks = 1; ; looks += 1) {
    const run = house.store.find(asked.run)
    if (run === null || !isLive(run)) return run ?? asked
    if (looks % LOOKS_PER_RECONCILE === 0) await endOrphans(house)
    await pause(LOOK_EVERY_MS)
  }
}
