import { UsageError } from '../../../errors.ts'
import type { Screen } from '../command.ts'
import type { ListedKind } from '../parse/value-type.ts'
import { bashScript } from './bash-script.ts'
import { completedCommands, type CompletedCommand } from './completion-table.ts'
import { fishScript } from './fish-script.ts'
import { zshScript } from './zsh-script.ts'

const shells = ['bash', 'zsh', 'fish'] as const

type Shell = (typeof shells)[number]

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

export type CompletionsAsked = { readonly shell: Shell | undefined; readonly list: ListedKind | undefined }

export async function runCompletions({ shell, list }: CompletionsAsked, screen: Screen): Promise<number> {
  if (list !== undefined) {
    const { listValues } = await import('./list-values.ts')
    screen.out((await listValues(list)).map(([value, words]) => `${value}\t${words}\n`).join(''))
    return 0
  }
  if (shell === undefined)
    throw new UsageError(
      `completions needs the name of a shell: ${shells.join(', ')}. See: mayday completions --help`,
    )
  screen.out(SCRIPTS[shell](completedCommands()))
  return 0
}
