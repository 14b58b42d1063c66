import type { Command, CommandGroup } from './command.ts'
import { askingWhy } from './ask-why/commands.ts'
import { sharing } from './fleet/commands.ts'
import { lookingBack } from './look-back/commands.ts'
import { needingAPerson } from './needs-a-person/commands.ts'
import { queueing } from './queue/commands.ts'
import { running } from './run/commands.ts'
import { settingUp } from './set-up/commands.ts'

/** The groups of commands, in the order of help. */
export const commandGroups: readonly CommandGroup[] = [
  askingWhy,
  running,
  queueing,
  sharing,
  needingAPerson,
  lookingBack,
  settingUp,
]

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands)
