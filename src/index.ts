export { explain, type ExplainOptions } from './agents/explain.ts'
export { readSignals } from './agents/read-signals.ts'
export { SignalReader } from './agents/signal-reader.ts'
export { CardChangedError, CardError } from './cards/card-error.ts'
export { isLegal } from './cards/card-states.ts'
export type { Card, CardEdit } from './cards/card.ts'
export { editCard } from './cards/edit-card.ts'
export { historyLine, type HistoryEvent } from './cards/history-line.ts'
export { readBoard, type Board } from './cards/read-board.ts'
export { readCard } from './cards/read-card.ts'
export { saveCard } from './cards/save-card.ts'
export { classifyFailure, type Classified } from './diagnosis/classify-failure.ts'
export { isCircular, type Attempt } from './diagnosis/circular.ts'
export { diagnose } from './diagnosis/diagnose.ts'
export type { Alternative, Confidence, DiagnoseInput, Diagnosis } from './diagnosis/diagnosis.ts'
export type { Advice, Evidence, Explanation } from './diagnosis/explain.ts'
export { fingerprint } from './diagnosis/fingerprint.ts'
export { isGoingInCircles } from './diagnosis/repetition.ts'
export { MaydayError, UnknownWordError, UnreadableInputError } from './errors.ts'
export { benchPrecedence, fromPytestExitCode, fromStage, type BenchWord } from './reasons/dialects/bench.ts'
export { dialects, type DialectName } from './reasons/dialects/dialects.ts'
export type { Ending } from './reasons/ending.ts'
export {
  isReason,
  precedence,
  reasonNames,
  type PlanKind,
  type Reason,
  type ReasonClass,
} from './reasons/reason.ts'
export type { Gate, Policy, ReasonRow } from './reasons/reason-row.ts'
export { stages, type Stage } from './reasons/stages.ts'
export { claimableReasons, reasons } from './reasons/table.ts'
export type { ReaderOptions } from './signals/reader.ts'
export type { Output, ReadOptions } from './signals/read-signals.ts'
export type { Detail, Place, Reading, RunFacts, Signal, Source, What } from './signals/signal.ts'
