import type { Reason } from '../reason.ts'
import type { Ending } from '../ending.ts'
import { reasons } from '../table.ts'

export type SupervisorWord = 'launch' | 'timeout' | 'crash' | 'exit'

/** The supervisor's word describes the ending. The reason is used only if the ending is unknown. */
export function toSupervisor(reason: Reason, ending: Ending = { kind: 'unknown' }): SupervisorWord {
  switch (ending.kind) {
    case 'never-started':
      return 'launch'
    case 'stopped':
      return ending.by === 'cancel' || ending.by === 'done' ? 'exit' : 'timeout'
    case 'signal':
    case 'lost':
      return 'crash'
    case 'exit':
      return 'exit'
    case 'unknown':
      return reasons[reason].words.supervisor
  }
}
