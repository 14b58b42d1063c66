/**
 * What a log puts before each line of a tool: a time (CI services), the number and seconds of a build step
 * (BuildKit), a service's name (Compose), an annotation (GitHub Actions). Tools are anchored to their own
 * line forms, so it has to go first.
 */
const TIME = /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?(?: |$)/
const CLOCK = /^\d\d:\d\d:\d\d(?:[.,]\d+)? {1,2}(?=\S)/
const BUILD_STEP = /^#\d+ (?:\d+\.\d+ )?(?=\S)/
/** BuildKit repeats the failing step's last lines with the seconds alone. */
const STEP_SECONDS = /^\d+\.\d{1,3} (?=npm |E: |ERROR|[Ee]rror|fatal|make|gcc|\/bin\/sh|\S+: )/
const SERVICE = /^[\w.-]+ {1,30}\| (?=\S)/
const ANNOTATION = /^##\[error\]/

const FORMS: readonly RegExp[] = [TIME, CLOCK, BUILD_STEP, STEP_SECONDS, SERVICE, ANNOTATION]
/** All of them begin with one of these. */
const MAY_BEGIN = /^(?:[\d#[]|[\w.-]+ {1,30}\| )/

export function withoutLogPrefix(line: string): string {
  if (!MAY_BEGIN.test(line)) return line
  return FORMS.reduce((text, form) => text.replace(form, ''), line)
}
