import { options, type VNode } from 'preact'

/**
 * Characters that change the writing direction or are invisible: a file name or a log line with them would look like
 * another one. A joiner between two emoji forms one emoji, and stays.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]|\u200D(?!\p{Extended_Pictographic})/gu

/** Shows them by their code points. */
export const showInvisible = (text: string): string =>
  text.replace(INVISIBLE, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)

/** Attributes that a person reads. Links and values that are sent stay unchanged. */
const READ = ['title', 'aria-label', 'placeholder', 'alt']

const shown = (value: unknown): unknown =>
  typeof value === 'string' ? showInvisible(value) : Array.isArray(value) ? value.map(shown) : value

/** Every text of the page goes through here, no matter which part shows it. */
export function showInvisibleEverywhere(): void {
  const before = { ...options }
  options.vnode = (vnode: VNode) => {
    before.vnode?.(vnode)
    if (typeof vnode.type !== 'string') return
    const props: Record<string, unknown> = vnode.props
    for (const name of ['children', ...READ]) if (name in props) props[name] = shown(props[name])
  }
}
