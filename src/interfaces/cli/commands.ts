import type { Command } from './command.ts'
import { askingWhy } from './commands/ask-why.ts'
import { lookingBack } from './commands/look-back.ts'
import { needingAPerson } from './commands/needs-a-person.ts'
import { queueing } from './commands/queue.ts'
import { running } from './commands/run.ts'
import { settingUp } from './commands/set-up.ts'

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [
  ...askingWhy,
  ...running,
  ...queueing,
  ...needingAPerson,
  ...lookingBack,
  ...settingUp,
]
