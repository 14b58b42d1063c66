/** Why something failed or waits: plain words first, the code small beside them. */
import type { VNode } from 'preact'

type WhyProps = { readonly words: string; readonly code?: string | null }

export const Why = ({ words, code = null }: WhyProps): VNode => (
  <>
    {words} {code === null ? null : <span class="why-code">{code}</span>}
  </>
)
