/** The reasons to choose from when a verdict is corrected. */
import type { VNode } from 'preact'
import type { Reasons } from '../../src/views/reasons.ts'

/** Means that it was not a failure. */
export const NONE = ''

type ReasonChoiceProps = {
  readonly known: Reasons['reasons']
  readonly reason: string
  readonly onChoose: (reason: string) => void
}

export const ReasonChoice = ({ known, reason, onChoose }: ReasonChoiceProps): VNode => (
  <label>
    Reason
    <select class="in" value={reason} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value={NONE}>it was not a failure</option>
      {known.some((one) => one.reason === reason) || reason === NONE ? null : <option>{reason}</option>}
      {known.map((one) => (
        <option key={one.reason} value={one.reason}>
          {one.brief.charAt(0).toUpperCase()}
          {one.brief.slice(1)} ({one.reason})
        </option>
      ))}
    </select>
  </label>
)
