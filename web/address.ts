/**
 * Where the page is: a real address for each place. A link is a plain `<a href>`; clicks on links of this page are
 * followed without a reload (`startLinks`).
 */
import { useEffect, useState } from 'preact/hooks'

export const tabs = ['why', 'story', 'changes', 'log', 'facts'] as const
export type Tab = (typeof tabs)[number]

/** A page, and what it shows. */
export type Place =
  | { readonly page: 'needs-you' }
  | { readonly page: 'work' }
  | { readonly page: 'runs' }
  | { readonly page: 'run'; readonly run: number; readonly tab: Tab }
  | { readonly page: 'task'; readonly task: number }
  | { readonly page: 'failures' }
  | { readonly page: 'failure'; readonly key: string }
  | { readonly page: 'cards' }
  | { readonly page: 'sessions' }
  | { readonly page: 'session'; readonly id: string }
  | { readonly page: 'nodes' }
  | { readonly page: 'nowhere' }

export type Page = Place['page']

export const filterNames = [
  'reason',
  'class',
  'agent',
  'model',
  'phase',
  'text',
  'status',
  'flow',
  'cause',
  'since',
  'until',
] as const
export type FilterName = (typeof filterNames)[number]
export type Filter = Readonly<Partial<Record<FilterName, string>>>

export type Address = {
  readonly place: Place
  readonly filter: Filter
  /** The path of the card that is open, on the page of cards. */
  readonly card: string | null
  readonly range: '30d' | '24h'
  /** The other words of the query, which belong to the page. */
  readonly query: Readonly<Record<string, string>>
}

const SIMPLE: Readonly<Record<string, Place>> = {
  '': { page: 'needs-you' },
  work: { page: 'work' },
  runs: { page: 'runs' },
  failures: { page: 'failures' },
  cards: { page: 'cards' },
  sessions: { page: 'sessions' },
  nodes: { page: 'nodes' },
}

const isNumber = (word: string): boolean => /^[1-9]\d{0,14}$/.test(word)

const decoded = (word: string): string => {
  try {
    return decodeURIComponent(word)
  } catch {
    // An address with a broken % leads nowhere; the word is shown as it is.
    return word
  }
}

export function parsePlace(path: string): Place {
  const [first = '', second = '', third = '', ...more] = path
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map(decoded)
  if (more.length > 0) return { page: 'nowhere' }
  if (second === '') return (Object.hasOwn(SIMPLE, first) ? SIMPLE[first] : undefined) ?? { page: 'nowhere' }
  const tab = tabs.find((name) => name === third) ?? (third === '' ? 'why' : null)
  if (first === 'runs' && isNumber(second) && tab !== null) return { page: 'run', run: Number(second), tab }
  if (third !== '') return { page: 'nowhere' }
  if (first === 'tasks' && isNumber(second)) return { page: 'task', task: Number(second) }
  if (first === 'failures') return { page: 'failure', key: second }
  if (first === 'sessions') return { page: 'session', id: second }
  return { page: 'nowhere' }
}

export function placePath(place: Place): string {
  switch (place.page) {
    case 'needs-you':
    case 'nowhere':
      return '/'
    case 'run':
      return `/runs/${place.run}/${place.tab}`
    case 'task':
      return `/tasks/${place.task}`
    case 'failure':
      return `/failures/${encodeURIComponent(place.key)}`
    case 'session':
      return `/sessions/${encodeURIComponent(place.id)}`
    default:
      return `/${place.page}`
  }
}

/** The address of a place, with words of its query. An empty word is left out. */
export function linkFor(place: Place, query: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  // A long list makes thousands of plain links.
  if (given.length === 0) return placePath(place)
  const words = new URLSearchParams(given)
  const text = words.toString().replaceAll('%2F', '/')
  return `${placePath(place)}?${text}`
}

const OWN: ReadonlySet<string> = new Set([...filterNames, 'card', 'range'])

export function parseAddress(href: string): Address {
  const [path = '', query = ''] = href.split('#', 1).join('').split('?', 2)
  const words = new URLSearchParams(query)
  return {
    place: parsePlace(path),
    filter: Object.fromEntries(
      filterNames.flatMap((name) => {
        const value = words.get(name) ?? ''
        return value === '' ? [] : [[name, value]]
      }),
    ),
    card: words.get('card') || null,
    range: words.get('range') === '24h' ? '24h' : '30d',
    query: Object.fromEntries([...words].filter(([name, value]) => !OWN.has(name) && value !== '')),
  }
}

export const printAddress = ({ place, filter, card, range, query }: Address): string =>
  linkFor(place, {
    ...query,
    ...filter,
    range: place.page === 'failures' && range === '24h' ? range : '',
    card: card ?? '',
  })

const here = (): string => location.pathname + location.search

/** The address with some changes. */
export const linkTo = (change: Partial<Address>): string =>
  printAddress({ ...parseAddress(here()), ...change })

/** `replace` adds no entry to the browser history, for typing. */
export const goTo = (change: Partial<Address>, how: { replace?: boolean } = {}): void =>
  visit(linkTo(change), how)

const listeners = new Set<() => void>()

/** Goes to an address of this page. A new path starts at its top. */
export function visit(href: string, { replace = false }: { replace?: boolean } = {}): void {
  const before = location.pathname
  if (replace) history.replaceState(null, '', href)
  else if (href !== here()) history.pushState(null, '', href)
  if (location.pathname !== before) scrollTo(0, 0)
  for (const listener of listeners) listener()
}

/**
 * The present address of one of the first edition: `#/runs?reason=X`, and `?open=` and `?log=`, which opened something
 * over a page. Its `#/` was the board, which is now Work. Null for an address that is not one of these.
 */
export function addressNow(path: string, hash: string): string | null {
  const old = /^#\/(?<path>[a-z]*)(?<query>\?.*)?$/s.exec(hash)?.groups
  const href =
    old === undefined ? path : `/${old['path'] === '' ? 'work' : (old['path'] ?? '')}${old['query'] ?? ''}`
  const query = new URLSearchParams(href.split('?', 2)[1] ?? '')
  return openedIn(query) ?? (old === undefined ? null : href)
}

/** Where the thing is now that was opened over a page. */
function openedIn(query: URLSearchParams): string | null {
  const { run, at } = /^(?<run>\d+)\/(?<at>\d+|start|end|result)$/.exec(query.get('log') ?? '')?.groups ?? {}
  if (run !== undefined && at !== undefined)
    return at === 'result'
      ? linkFor({ page: 'run', run: Number(run), tab: 'facts' })
      : linkFor({ page: 'run', run: Number(run), tab: 'log' }, { at })
  const { kind, name } = /^(?<kind>task|run|card)\/(?<name>.+)$/su.exec(query.get('open') ?? '')?.groups ?? {}
  if (kind === 'card' && name !== undefined) return linkFor({ page: 'cards' }, { card: name })
  if (name === undefined || !isNumber(name)) return null
  return kind === 'run'
    ? linkFor({ page: 'run', run: Number(name), tab: 'why' })
    : linkFor({ page: 'task', task: Number(name) })
}

function leaveOld(): void {
  const now = addressNow(here(), location.hash)
  if (now !== null) visit(now, { replace: true })
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || link.hasAttribute('download')) return
  const href = link.getAttribute('href') ?? ''
  if (!/^\/(?!\/|api\/|metrics)/.test(href)) return
  event.preventDefault()
  visit(href)
}

/** Follows links and the buttons of the browser. */
export function startLinks(): void {
  leaveOld()
  addEventListener('click', follow)
  addEventListener('hashchange', leaveOld)
  addEventListener('popstate', () => {
    for (const listener of listeners) listener()
  })
}

export function useAddress(): Address {
  const [href, setHref] = useState(here)
  useEffect(() => {
    const look = (): void => setHref(here())
    listeners.add(look)
    // The address may have changed between the first render and now.
    look()
    return () => void listeners.delete(look)
  }, [])
  return parseAddress(href)
}
