/**
 * The state of the page, in the URL fragment: the page, the filters, the open subject and the place in the log. None
 * of it is sent to the server.
 */
import { useEffect, useState } from 'preact/hooks'

export const pages = ['board', 'cards', 'runs', 'failures'] as const
export type Page = (typeof pages)[number]

/** What the inspector shows. */
export type Subject =
  | { readonly kind: 'task'; readonly task: number }
  | { readonly kind: 'run'; readonly run: number }
  | { readonly kind: 'card'; readonly path: string }

export const filterNames = ['reason', 'class', 'agent', 'phase', 'text'] as const
export type FilterName = (typeof filterNames)[number]
export type Filter = Readonly<Partial<Record<FilterName, string>>>

/** A place in a run's log: a byte of the wanted line, its start or end, or the file result.json. */
export type LogPlace = { readonly run: number; readonly at: number | 'start' | 'end' | 'result' }

export type Address = {
  readonly page: Page
  readonly filter: Filter
  readonly subject: Subject | null
  readonly log: LogPlace | null
  readonly range: '30d' | '24h'
}

export function parseAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const words = new URLSearchParams(query)
  return {
    page: pages.find((page) => page === path) ?? 'board',
    filter: Object.fromEntries(
      filterNames.flatMap((name) => {
        const value = words.get(name) ?? ''
        return value === '' ? [] : [[name, value]]
      }),
    ),
    subject: parseSubject(words.get('open')),
    log: parseLog(words.get('log')),
    range: words.get('range') === '24h' ? '24h' : '30d',
  }
}

function parseSubject(word: string | null): Subject | null {
  const { kind, name } = /^(?<kind>task|run|card)\/(?<name>.+)$/su.exec(word ?? '')?.groups ?? {}
  if (name === undefined) return null
  if (kind === 'card') return { kind, path: name }
  if (!/^\d+$/.test(name)) return null
  return kind === 'run' ? { kind, run: Number(name) } : { kind: 'task', task: Number(name) }
}

function parseLog(word: string | null): LogPlace | null {
  const { run, at } = /^(?<run>\d+)\/(?<at>\d+|start|end|result)$/.exec(word ?? '')?.groups ?? {}
  if (run === undefined || at === undefined) return null
  return { run: Number(run), at: at === 'start' || at === 'end' || at === 'result' ? at : Number(at) }
}

export const subjectWord = (subject: Subject): string =>
  subject.kind === 'card'
    ? `card/${subject.path}`
    : subject.kind === 'run'
      ? `run/${subject.run}`
      : `task/${subject.task}`

export function printAddress({ page, filter, subject, log, range }: Address): string {
  const words = new URLSearchParams()
  for (const name of filterNames) if ((filter[name] ?? '') !== '') words.set(name, filter[name] ?? '')
  if (page === 'failures' && range === '24h') words.set('range', range)
  if (subject !== null) words.set('open', subjectWord(subject))
  if (log !== null) words.set('log', `${log.run}/${log.at}`)
  const query = words.toString().replaceAll('%2F', '/')
  return `#/${page === 'board' ? '' : page}${query === '' ? '' : `?${query}`}`
}

/** The address with some changes. */
export const linkTo = (change: Partial<Address>): string =>
  printAddress({ ...parseAddress(location.hash), ...change })

/** `replace` adds no entry to the browser history, for typing. */
export function goTo(change: Partial<Address>, { replace = false }: { replace?: boolean } = {}): void {
  const next = linkTo(change)
  if (replace) {
    history.replaceState(null, '', next)
    dispatchEvent(new HashChangeEvent('hashchange'))
  } else location.hash = next
}

export function useAddress(): Address {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const look = (): void => setHash(location.hash)
    addEventListener('hashchange', look)
    // The address may have changed between the first render and now.
    look()
    return () => removeEventListener('hashchange', look)
  }, [])
  return parseAddress(hash)
}
