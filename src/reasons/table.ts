import { isReason, reasonNames, type Reason } from './reason.ts'
import type { ReasonRow, ShownFact } from './reason-row.ts'
import { agentRows } from './rows/agent.ts'
import { machineRows } from './rows/machine.ts'
import { providerRows } from './rows/provider.ts'
import { setupRows } from './rows/setup.ts'
import { workRows } from './rows/work.ts'

/** What each reason means and its consequences. Every room reads this table. No other place knows a reason. */
export const reasons: Readonly<Record<Reason, ReasonRow>> = {
  ...setupRows,
  ...machineRows,
  ...providerRows,
  ...agentRows,
  ...workRows,
}

/** Whether a run that failed for this reason shows the fact. Custom reasons show none. */
export const shows = (reason: string | null, fact: ShownFact): boolean =>
  reason !== null && isReason(reason) && reasons[reason].shows === fact

/** The reasons that an agent may claim with a marker, in the order in which a prompt lists them. */
export const claimableReasons: readonly Reason[] = reasonNames.filter((name) => reasons[name].claimable)
