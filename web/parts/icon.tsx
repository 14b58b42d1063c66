/** The icons, drawn on a grid of 16. A mark of a state is never colour alone. */
import type { VNode } from 'preact'

/** Functions: an element that is drawn twice keeps the page of its last parent alive, and that the one before it. */
const drawings = {
  run: () => (
    <>
      <circle cx="8" cy="8" r="4.5" fill="currentColor" stroke="none" />
    </>
  ),
  wait: () => (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.5V8l2.4 1.6" />
    </>
  ),
  need: () => (
    <>
      <path d="M8 2.2 14.4 13.4H1.6Z" />
      <path d="M8 6.4v3M8 11.4v.1" />
    </>
  ),
  fail: () => (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" />
    </>
  ),
  ok: () => (
    <>
      <path d="m3 8.6 3.2 3.2L13 4.8" />
    </>
  ),
  idle: () => (
    <>
      <circle cx="8" cy="8" r="5" stroke-dasharray="2.4 2.2" />
    </>
  ),
  skip: () => (
    <>
      <path d="M4 8h8" />
    </>
  ),
  chev: () => (
    <>
      <path d="m6 4 4 4-4 4" />
    </>
  ),
  down: () => (
    <>
      <path d="m4 6 4 4 4-4" />
    </>
  ),
  more: () => (
    <>
      <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" stroke-width="2.4" />
    </>
  ),
  copy: () => (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
    </>
  ),
  find: () => (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3 3" />
    </>
  ),
  list: () => (
    <>
      <path d="M2.5 4h11M2.5 8h11M2.5 12h11" />
    </>
  ),
  cols: () => (
    <>
      <rect x="2.5" y="2.5" width="3" height="11" rx="1" />
      <rect x="6.8" y="2.5" width="3" height="7" rx="1" />
      <rect x="11" y="2.5" width="3" height="9" rx="1" />
    </>
  ),
  theme: () => (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5a5.5 5.5 0 0 1 0 11Z" fill="currentColor" stroke="none" />
    </>
  ),
  inbox: () => (
    <>
      <path d="M2.5 9 4.4 3h7.2l1.9 6v4h-11Z" />
      <path d="M2.5 9h3.2l.8 1.6h3L10.3 9h3.2" />
    </>
  ),
  play: () => (
    <>
      <path d="M5 3.2 12.5 8 5 12.8Z" />
    </>
  ),
  chart: () => (
    <>
      <path d="M2.5 13.5h11M4 11V8M8 11V3M12 11V6" />
    </>
  ),
  card: () => (
    <>
      <rect x="2.5" y="3" width="11" height="10" rx="1.5" />
      <path d="M5 6h6M5 9h4" />
    </>
  ),
  term: () => (
    <>
      <path d="m3 5 3 3-3 3M8 11.5h5" />
    </>
  ),
  doc: () => (
    <>
      <path d="M4 2.5h5l3 3v8H4ZM9 2.5v3h3" />
    </>
  ),
  pen: () => (
    <>
      <path d="m3 13 .6-2.8 7-7 2.2 2.2-7 7Z" />
    </>
  ),
  fold: () => (
    <>
      <path d="M8 2v4m-2-2 2 2 2-2M8 14v-4m-2 2 2-2 2 2M3 8h10" />
    </>
  ),
  key: () => (
    <>
      <circle cx="5.5" cy="10.5" r="3" />
      <path d="m7.7 8.3 5.3-5.3M10.5 5.5l2 2" />
    </>
  ),
  disk: () => (
    <>
      <rect x="2.5" y="4" width="11" height="8" rx="1.5" />
      <path d="M5 9.5h.01M8 9.5h3" />
    </>
  ),
  loop: () => (
    <>
      <path d="M12.8 6.5A5 5 0 0 0 3.6 5.6M3.2 9.5a5 5 0 0 0 9.2.9M3.5 2.8v2.9h2.9M12.5 13.2v-2.9H9.6" />
    </>
  ),
  build: () => (
    <>
      <path d="m5.5 4-4 4 4 4M10.5 4l4 4-4 4" />
    </>
  ),
  lock: () => (
    <>
      <rect x="3.5" y="7" width="9" height="6.5" rx="1.5" />
      <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </>
  ),
  ask: () => (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.3 6.4a1.8 1.8 0 1 1 2.5 1.7c-.6.3-.8.6-.8 1.2M8 11.5v.01" />
    </>
  ),
  same: () => (
    <>
      <path d="M3.5 6h9M3.5 10h9" />
    </>
  ),
  plus: () => (
    <>
      <path d="M8 3v10M3 8h10" />
    </>
  ),
  minus: () => (
    <>
      <path d="M3 8h10" />
    </>
  ),
  close: () => (
    <>
      <path d="m4 4 8 8m0-8-8 8" />
    </>
  ),
  node: () => (
    <>
      <rect x="2.5" y="3" width="11" height="4" rx="1" />
      <rect x="2.5" y="9" width="11" height="4" rx="1" />
      <path d="M5 5h.01M5 11h.01" />
    </>
  ),
  talk: () => (
    <>
      <path d="M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2Z" />
    </>
  ),
  bell: () => (
    <>
      <path d="M4 11V7.5a4 4 0 0 1 8 0V11l1 1.5H3ZM6.5 14h3" />
    </>
  ),
  stop: () => (
    <>
      <rect x="4" y="4" width="8" height="8" rx="1" />
    </>
  ),
} as const satisfies Record<string, () => VNode>

export type IconName = keyof typeof drawings

/** Beside words: it says nothing of its own to a screen reader. */
export const Icon = ({ name, tone }: { readonly name: IconName; readonly tone?: string }): VNode => (
  <svg class={tone === undefined ? 'i' : `i ${tone}`} viewBox="0 0 16 16" aria-hidden="true">
    {drawings[name]()}
  </svg>
)
