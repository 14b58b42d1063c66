/** What the open page can do, by name. The palette lists it; `useCommands` says it while a part of a page is shown. */
import { useEffect, useRef } from 'preact/hooks'

export type Command = {
  readonly name: string
  /** The key that does the same. */
  readonly key?: string
  /** Other words by which it is found. */
  readonly words?: string
  readonly run: () => void
}

export type CommandGroup = { readonly title: string; readonly commands: readonly Command[] }

const groups = new Set<{ current: CommandGroup }>()

export function useCommands(title: string, commands: readonly Command[]): void {
  const latest = useRef<CommandGroup>({ title, commands })
  latest.current = { title, commands }
  useEffect(() => {
    groups.add(latest)
    return () => void groups.delete(latest)
  }, [])
}

export const shownCommands = (): readonly CommandGroup[] => [...groups].map(({ current }) => current)
