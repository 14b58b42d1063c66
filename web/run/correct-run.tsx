import type { VNode } from 'preact'
import type { RunRow } from '../../src/views/run-row.ts'
import { CorrectDialog } from '../parts/correct-dialog.tsx'

type CorrectRunProps = { readonly run: RunRow; readonly onClose: () => void }

export const CorrectRun = ({ run, onClose }: CorrectRunProps): VNode => (
  <CorrectDialog runs={[run.run]} was={run.reasonThatCounts} tasks={1} onClose={onClose} />
)
