import type { Command, CommandGroup } from './command.ts'
import { askingWhy } from './commands/ask-why.ts'
import { lookingBack } from './commands/look-back.ts'
import { needingAPerson } from './commands/needs-a-person.ts'
import { queueing } from './commands/queue.ts'
import { running } from './commands/run.ts'
import { settingUp } from './commands/set-up.ts'

/** What a person wants to do, in the order in which help lists the commands. */
export const commandGroups: readonly CommandGroup[] = [
  askingWhy,
  running,
  queueing,
  needingAPerson,
  lookingBack,
  settingUp,
]

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands)
