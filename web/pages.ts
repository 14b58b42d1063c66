/** The pages: each is loaded when it is first opened. */
import type { ComponentType } from 'preact'
import type { State } from '../src/views/state.ts'
import type { Address, Page, Place } from './address.ts'
import type { IconName } from './parts/icon.tsx'

export type PageProps = { readonly state: State; readonly address: Address }

type PageEntry = {
  readonly words: string
  /** The page of the bar that it belongs to. */
  readonly under: Page
  readonly load: () => Promise<ComponentType<PageProps>>
}

export const pages: Readonly<Record<Page, PageEntry>> = {
  'needs-you': {
    words: 'Needs you',
    under: 'needs-you',
    load: async () => (await import('./needs-you/needs-you-page.tsx')).NeedsYouPage,
  },
  work: {
    words: 'Work',
    under: 'work',
    load: async () => (await import('./work-page/work-page.tsx')).WorkPage,
  },
  runs: {
    words: 'Runs',
    under: 'runs',
    load: async () => (await import('./runs/runs-page.tsx')).RunsPage,
  },
  run: {
    words: 'Run',
    under: 'runs',
    load: async () => (await import('./run/run-page.tsx')).RunPage,
  },
  task: {
    words: 'Task',
    under: 'work',
    load: async () => (await import('./run/task-page.tsx')).TaskPage,
  },
  failures: {
    words: 'Failures',
    under: 'failures',
    load: async () => (await import('./failures/failures-page.tsx')).FailuresPage,
  },
  failure: {
    words: 'Failure',
    under: 'failures',
    load: async () => (await import('./failures/failure-page.tsx')).FailurePage,
  },
  cards: {
    words: 'Cards',
    under: 'cards',
    load: async () => (await import('./cards/cards-page.tsx')).CardsPage,
  },
  sessions: {
    words: 'Sessions',
    under: 'sessions',
    load: async () => (await import('./sessions/sessions-page.tsx')).SessionsPage,
  },
  session: {
    words: 'Session',
    under: 'sessions',
    load: async () => (await import('./sessions/session-page.tsx')).SessionPage,
  },
  nodes: {
    words: 'Nodes',
    under: 'nodes',
    load: async () => (await import('./nodes/nodes-page.tsx')).NodesPage,
  },
  nowhere: {
    words: 'Not found',
    under: 'nowhere',
    load: async () => (await import('./shell/not-yet.tsx')).Nowhere,
  },
}

const isPage = (name: string): name is Page => Object.hasOwn(pages, name)

export const pageNames: readonly Page[] = Object.keys(pages).filter(isPage)

type BarPage = { readonly place: Place; readonly icon: IconName; readonly key: string }

/** The pages of the bar, in order. `g` and the key go there. */
export const barPages: readonly BarPage[] = [
  { place: { page: 'needs-you' }, icon: 'inbox', key: 'n' },
  { place: { page: 'work' }, icon: 'list', key: 'w' },
  { place: { page: 'runs' }, icon: 'play', key: 'r' },
  { place: { page: 'failures' }, icon: 'chart', key: 'f' },
  { place: { page: 'cards' }, icon: 'card', key: 'c' },
]

/** Pages that are reached from the menu: they are empty for most people. */
export const morePages: readonly BarPage[] = [
  { place: { page: 'sessions' }, icon: 'talk', key: 's' },
  { place: { page: 'nodes' }, icon: 'node', key: 'o' },
]
