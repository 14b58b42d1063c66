/** Names with a bar and a number each. Every name leads somewhere. */
import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'

export type Share = {
  readonly name: string
  /** Beside the name, so that it can be searched for: `TESTS_FAILED`. */
  readonly code?: string
  readonly value: number
  /** The number as words, if it is not a count. */
  readonly words?: string
  readonly href: string | null
  readonly mark?: ComponentChildren
}

type SharesProps = {
  readonly title: string
  readonly shares: readonly Share[]
  readonly most?: number
  /** Without bars, for names that are not compared. */
  readonly isPlain?: boolean
}

export function Shares({ title, shares, most = 8, isPlain = false }: SharesProps): VNode | null {
  if (shares.length === 0) return null
  const greatest = Math.max(Number.MIN_VALUE, ...shares.map(({ value }) => value))
  const [isWhole, setWhole] = useState(false)
  const rest = isWhole ? 0 : shares.length - most
  return (
    <section class="sec">
      <h2>{title}</h2>
      <ul class={isPlain ? 'shares is-plain' : 'shares'}>
        {shares.slice(0, isWhole ? shares.length : most).map(({ name, code, value, words, href, mark }) => (
          <li key={code ?? name} class="share">
            <span class="share-name">
              {mark}
              <span>
                {href === null ? name : <a href={href}>{name}</a>}
                {code === undefined ? null : <span class="why-code"> {code}</span>}
              </span>
            </span>
            {isPlain ? null : (
              <span class="m" aria-hidden="true">
                <i style={{ width: `${Math.max(2, (100 * value) / greatest)}%` }} />
              </span>
            )}
            <span class="n">{words ?? value.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <button type="button" class="b bare more-shares" onClick={() => setWhole(true)}>
          Show {rest.toLocaleString('en')} more
        </button>
      ) : null}
    </section>
  )
}
