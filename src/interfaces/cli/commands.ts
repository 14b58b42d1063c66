import type { Command } from './command.ts'
import { benching } from './commands/benching.ts'
import { explaining } from './commands/explaining.ts'
import { learning } from './commands/learning.ts'
import { queueing } from './commands/queueing.ts'
import { record } from './commands/record.ts'
import { running } from './commands/running.ts'
import { tasks } from './commands/tasks.ts'
import { upkeep } from './commands/upkeep.ts'

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [
  ...explaining,
  ...running,
  ...tasks,
  ...queueing,
  ...record,
  ...learning,
  ...benching,
  ...upkeep,
]
