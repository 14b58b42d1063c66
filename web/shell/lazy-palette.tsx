/** The palette, loaded when it is first wanted, or while nothing else happens. */
import type { ComponentType, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { State } from '../../src/views/state.ts'
import { say } from '../toasts.tsx'

type Props = { readonly state: State; readonly onClose: () => void }

let loaded: ComponentType<Props> | null = null

export async function loadPalette(): Promise<void> {
  loaded ??= (await import('../palette/palette.tsx')).Palette
}

export function LazyPalette(props: Props): VNode | null {
  const [, setCount] = useState(0)
  useEffect(() => {
    const show = async (): Promise<void> => {
      try {
        await loadPalette()
        setCount((count) => count + 1)
      } catch {
        say('The palette could not be loaded. Reload this page when the board’s server answers.', {
          isError: true,
        })
        props.onClose()
      }
    }
    void show()
  }, [])
  const Shown = loaded
  return Shown === null ? null : <Shown {...props} />
}
