import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { State } from '../src/views/state.ts'
import { linkTo, pages, useAddress, type Address, type Page } from './address.ts'
import { BoardPage } from './board-page.tsx'
import { CardsPage } from './cards-page.tsx'
import { FailuresPage } from './failures/failures-page.tsx'
import { Help } from './help.tsx'
import { Inspector } from './inspector/inspector.tsx'
import { useKeys } from './keys.ts'
import { useLive, type Connection } from './live.ts'
import { LogPage } from './log/log-page.tsx'
import { RunsPage } from './runs-page.tsx'
import { Toasts } from './toasts.tsx'

export function App(): VNode {
  const { state, connection } = useLive()
  const address = useAddress()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useKeys(address, state, () => setHelpOpen(true))
  useTitle(state, address)
  return (
    <>
      <TopBar state={state} address={address} connection={connection} onHelp={() => setHelpOpen(true)} />
      {state === null ? (
        <Waiting connection={connection} />
      ) : (
        <div class={`desk${address.subject === null ? '' : ' has-panel'}`} inert={address.log !== null}>
          <CurrentPage state={state} address={address} />
          {address.subject === null ? null : <Inspector subject={address.subject} state={state} />}
        </div>
      )}
      {address.log === null ? null : <LogPage key={address.log.run} place={address.log} />}
      {isHelpOpen ? <Help onClose={() => setHelpOpen(false)} /> : null}
      <Toasts />
    </>
  )
}

function CurrentPage({ state, address }: { readonly state: State; readonly address: Address }): VNode {
  switch (address.page) {
    case 'board':
      return <BoardPage state={state} address={address} />
    case 'cards':
      return <CardsPage state={state} address={address} />
    case 'runs':
      return <RunsPage state={state} address={address} />
    case 'failures':
      return <FailuresPage state={state} range={address.range} />
  }
}

const PAGE_WORDS: Readonly<Record<Page, string>> = {
  board: 'Board',
  cards: 'Cards',
  runs: 'Runs',
  failures: 'Failures',
}

function useTitle(state: State | null, { page }: Address): void {
  const waiting = state === null ? 0 : state.counts.escalated
  useEffect(() => {
    const name = state === null ? '' : ` · ${state.project.name}`
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${PAGE_WORDS[page]}${name} · Mayday`
  }, [waiting, page, state?.project.name])
}

type TopBarProps = {
  readonly state: State | null
  readonly address: Address
  readonly connection: Connection
  readonly onHelp: () => void
}

function TopBar({ state, address, connection, onHelp }: TopBarProps): VNode {
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label="Mayday, to the board">
        Mayday
      </a>
      {state === null ? null : (
        <span class="project" title={state.project.root}>
          {state.project.name}
          {state.project.isDemo ? <span class="chip is-queued">sample</span> : null}
        </span>
      )}
      <nav aria-label="Pages">
        {pages.map((page) => (
          <a
            key={page}
            href={linkTo({ page, filter: {}, subject: null, log: null })}
            aria-current={page === address.page ? 'page' : undefined}
          >
            {PAGE_WORDS[page]}
          </a>
        ))}
      </nav>
      <span class="grow" />
      {state === null ? null : <Scheduler state={state} />}
      <ConnectionMark connection={connection} />
      <button type="button" class="plain help-button" aria-label="Keys and help" onClick={onHelp}>
        ?
      </button>
    </header>
  )
}

function Scheduler({ state: { holder, limits, counts } }: { readonly state: State }): VNode {
  if (holder === null)
    return (
      <span class="muted scheduler" title="No scheduler runs the queue. Start one: mayday work">
        no scheduler
      </span>
    )
  return (
    <span class="muted scheduler" title={`mayday work, process ${holder.pid} on ${holder.host}`}>
      scheduler: {counts.running} of {limits.concurrency} running
    </span>
  )
}

const CONNECTION_WORDS: Readonly<Record<Connection, string>> = {
  connecting: 'connecting',
  live: 'live',
  lost: 'connection lost, trying again',
  denied: 'the key is not valid any more',
}

function ConnectionMark({ connection }: { readonly connection: Connection }): VNode {
  return (
    <span class={`connection is-${connection}`} role="status" title={CONNECTION_WORDS[connection]}>
      <span class="dot" aria-hidden="true" />
      <span class={connection === 'live' ? 'wide' : undefined}>{CONNECTION_WORDS[connection]}</span>
    </span>
  )
}

function Waiting({ connection }: { readonly connection: Connection }): VNode {
  return (
    <main class="page">
      <div class="teach">
        <h1>{connection === 'denied' ? 'This board has a new key' : 'Connecting to the board’s server'}</h1>
        <p>
          {connection === 'denied' ? 'Open the address that ' : 'It answers as soon as '}
          <code>mayday board</code>
          {connection === 'denied'
            ? ' printed. It contains the key.'
            : ' runs in the project. This page connects automatically.'}
        </p>
      </div>
    </main>
  )
}
