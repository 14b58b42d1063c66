/** An instant, as the reader says it; the exact time is its title. */
import type { VNode } from 'preact'
import { useNow } from '../now.ts'
import { ago, longTime } from '../words.ts'

export const When = ({ at }: { readonly at: string }): VNode => (
  <time dateTime={at} title={longTime(at)} class="nw">
    {ago(at, useNow())}
  </time>
)
