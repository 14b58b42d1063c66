/** The last cell of a row: plain words, which may be cut off, and the code behind them, which may not. */
import type { VNode } from 'preact'

type RowWhyProps = { readonly words: string; readonly code: string | null }

export const RowWhy = ({ words, code }: RowWhyProps): VNode => (
  <span class="c-why sub row-why">
    <span class="cut" title={words}>
      {words}
    </span>
    {code === null ? null : <span class="why-code">{code}</span>}
  </span>
)
