import type { FilesPlace } from '../screen/record-paths.ts'
import type { Page } from '../screen/page.ts'

/** The screen that the page of a run is rendered for. */
export type RunPage = Page & {
  /** Where its files are. */
  readonly place: FilesPlace
}
