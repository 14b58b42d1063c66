import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { State } from '../src/views/state.ts'
import { useAddress, type Address } from './address.ts'
import { DeedDialogs } from './deeds/deed-dialogs.tsx'
import { Help } from './help.tsx'
import { useKeys } from './keys.ts'
import { useLive, type Connection } from './live.ts'
import { useNewNeeds } from './notices.ts'
import { pages } from './pages.ts'
import { Confirmation } from './parts/confirm.tsx'
import { Empty } from './parts/empty.tsx'
import { LazyPage, loadAhead } from './shell/lazy-page.tsx'
import { LazyPalette } from './shell/lazy-palette.tsx'
import { NoticeBar } from './shell/notice-bar.tsx'
import { useShellCommands } from './shell/shell-commands.ts'
import { TopBar } from './shell/top-bar.tsx'
import { Toasts } from './toasts.tsx'

export function App(): VNode {
  const live = useLive()
  const { state, connection } = live
  const address = useAddress()
  const [open, setOpen] = useState<'help' | 'palette' | null>(null)
  const help = (): void => setOpen('help')
  const find = (): void => setOpen('palette')
  const close = (): void => setOpen(null)
  useKeys(address, state, { help, find })
  useShellCommands(state, help)
  useTitle(state, address)
  useNewNeeds(state)
  useEffect(loadAhead, [])
  return (
    <>
      <TopBar state={state} page={address.place.page} connection={connection} onHelp={help} onFind={find} />
      <NoticeBar live={live} />
      {state === null ? (
        <Waiting connection={connection} />
      ) : (
        <LazyPage page={address.place.page} state={state} address={address} />
      )}
      {open === 'help' ? <Help onClose={close} /> : null}
      {open === 'palette' && state !== null ? <LazyPalette state={state} onClose={close} /> : null}
      <Confirmation />
      <DeedDialogs />
      <Toasts />
    </>
  )
}

function useTitle(state: State | null, { place }: Address): void {
  const waiting = state === null ? 0 : state.needs.length
  useEffect(() => {
    const name = state === null ? '' : ` · ${state.project.name}`
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${pages[place.page].words}${name} · Mayday`
  }, [waiting, place.page, state?.project.name])
}

function Waiting({ connection }: { readonly connection: Connection }): VNode {
  return connection === 'denied' ? (
    <main class="page">
      <Empty title="This board has a new key">
        <p>
          Open the address that <code>mayday board</code> printed. It contains the key.
        </p>
      </Empty>
    </main>
  ) : (
    <main class="page" aria-busy="true">
      <Empty title="Connecting to the board’s server">
        <p>
          It answers as soon as <code>mayday board</code> runs in the project. This page connects
          automatically.
        </p>
      </Empty>
    </main>
  )
}
