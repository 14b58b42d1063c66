/**
 * Notifications of the browser about what newly needs a person.
 *
 * N1 Permission is asked for only by a button. N2 One notification for one cause: tasks behind the same gate are one.
 * N3 Nothing is told that was there when the page was opened, or while the page has the focus: it is seen anyway.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Need } from '../src/views/needs.ts'
import type { State } from '../src/views/state.ts'
import { visit } from './address.ts'
import { needHref } from './deeds/need-deeds.ts'
import { say } from './toasts.tsx'
import { plural } from './words.ts'

const KEY = 'mayday.notify'

export type Notices = 'on' | 'off' | 'blocked' | 'impossible'

const listeners = new Set<() => void>()

function isWanted(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    // The browser keeps nothing for this page.
    return false
  }
}

export function noticesNow(): Notices {
  if (!('Notification' in window)) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return isWanted() && Notification.permission === 'granted' ? 'on' : 'off'
}

function want(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // The choice holds until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** N1. */
export async function toggleNotices(): Promise<void> {
  const now = noticesNow()
  if (now === 'impossible') say('This browser has no notifications here.', { isError: true })
  else if (now === 'on') {
    want(false)
    say('No more notifications.')
  } else {
    const isAllowed = (await Notification.requestPermission()) === 'granted'
    want(isAllowed)
    if (isAllowed) say('You are notified when something new needs you, once for each cause.')
    else say('The browser blocks notifications of this page. Allow them in its settings.', { isError: true })
  }
}

export function useNotices(): Notices {
  const [now, setNow] = useState(noticesNow)
  useEffect(() => {
    const look = (): void => setNow(noticesNow())
    listeners.add(look)
    return () => void listeners.delete(look)
  }, [])
  return now
}

/** N2. */
const causeOf = ({ gate, key }: Pick<Need, 'gate' | 'key'>): string => gate ?? key

/** More than these are told as one. */
const MOST = 3

function show(title: string, body: string, tag: string, href: string): void {
  const notice = new Notification(title, { body, tag })
  notice.addEventListener('click', () => {
    window.focus()
    visit(href)
    notice.close()
  })
}

function tell(needs: readonly Need[], project: string): void {
  if (needs.length > MOST) {
    show(`${plural(needs.length, 'thing')} need you`, project, 'mayday', '/')
    return
  }
  for (const need of needs)
    show(`${need.what}: ${need.why}`, `${need.todo} (${project})`, causeOf(need), needHref(need))
}

/** Watches the state for what is new. */
export function useNewNeeds(state: State | null): void {
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (state === null) return
    const before = known.current
    const byCause = new Map(state.needs.map((need) => [causeOf(need), need]))
    known.current = new Set(byCause.keys())
    // N3.
    if (before === null || noticesNow() !== 'on' || document.hasFocus()) return
    const fresh = [...byCause].filter(([cause]) => !before.has(cause)).map(([, need]) => need)
    if (fresh.length > 0) tell(fresh, state.project.name)
  }, [state?.needs])
}
