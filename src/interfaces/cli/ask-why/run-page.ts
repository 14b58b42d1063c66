import type { FilesPlace } from '../screen/record-paths.ts'

/** The screen that the page of a run is rendered for. */
export type RunPage = {
  readonly nowMs: number
  readonly colour: boolean
  readonly columns: number
  /** Where its files are. */
  readonly place: FilesPlace
}
