/**
 * The prefix that a log puts before each line of a tool: a time (CI services), the number and seconds of a build step
 * (BuildKit), the name of a service (Compose) or of a package (Turborepo), an annotation (GitHub Actions). Tool
 * readers match at the start of a line, so the prefix is removed first.
 */
const TIME = /^\[?\d\d(?:\d\d)?[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?(?: |$)/
const CLOCK = /^\d\d:\d\d:\d\d(?:[.,]\d+)? {1,2}(?=\S)/
const CLOCK_OF_DAY = /^\d{1,2}:\d\d:\d\d [AP]M: (?=\S)/
/** The time as services print it for people: `Apr 22, 02:57:54 PM: `, `Apr 22 02:57:54 host cron[71]: `. */
const CALENDAR =
  /^[A-Z][a-z]{2} {1,2}\d{1,2},? (?:\d{4},? )?\d{1,2}:\d\d:\d\d(?: [AP]M)?:? (?:[\w.-]{1,60} [\w./-]{1,60}(?:\[\d{1,8}\])?: )?(?=\S)/
const BUILD_STEP = /^#\d+ (?:\d+\.\d+ )?(?=\S)/
/** BuildKit repeats the last lines of the failed step with only the seconds, always in four digits. */
const STEP_SECONDS =
  /^(?:\d\.\d{3}|\d{2}\.\d{2}|\d{3,5}\.\d) (?=\s*\S)|^\d+\.\d{1,3} (?=npm |E: |ERROR|[Ee]rror|fatal|make|gcc|\/bin\/sh|\S+: )/
const SERVICE = /^[\w.-]+ {1,30}\| (?=\S)/
/** A runner for the scripts of many packages puts the package and the script first (Turborepo, pnpm). */
const TASK =
  /^@?[\w./-]{1,100}[: ](?:build|test|lint|check|typecheck|check-types|compile|e2e|format)(?::[\w-]{1,30})?: (?=\s*\S)/
/** PowerShell puts the name of the program before the first line of its error stream. */
const PROGRAM =
  /^(?:[A-Za-z][\w.-]{0,60}|(?:[A-Za-z]:|[\w.-]{1,60})(?:[\\/][\w .()-]{1,80}){1,12}) : (?=(?:ERROR|[Ee]rror|FATAL|[Ff]atal|Unhandled exception|npm |Could not|Cannot|Failed|Traceback|warning|\d+ (?:issues?|errors?|problems?|failed|failures?|tests?|warnings?)|No (?:issues|tests?)|BUILD|FAILURE)\b)/
const ANNOTATION = /^##\[error\]|^\[error\](?=\S)/

/** The log file of Ansible names the process, the user and, in newer versions, the program before the level. */
const PROCESS = /^p=\d+ u=\S+ (?:n=\S+ )?(?:[A-Z]+)?\| */

/** The prefix of a tool that runs another one: Cloud Build, Packer, Vagrant, Terraform, Heroku, Vercel. */
const RUNNER =
  /^(?:Step #\d{1,3}(?: - "[^"]{1,80}")?: |(?:==> [\w.-]{1,60}| {4}(?:default|[a-z]{1,30}[.-][\w.-]{1,50})): |[\w.[\]"-]{1,120} \((?:remote|local)-exec\): |remote: {1,8}|Building: |ui: )(?=\S)/
/** Lines of CodeBuild itself, with their time. */
const CONTAINER = /^\[Container\] \d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? (?=\S)/
/** Programs of Kubernetes and Pulumi: level and day, time, process, place in the code. */
const GLOG = /^[IWE]\d{4} \d\d:\d\d:\d\d\.\d{6} +\d+ [\w./-]{1,80}:\d+\] (?=\S)/
/** Mock logs the output of the commands that it runs at its debug level. */
const MOCK = /^DEBUG util\.py:\d{1,5}: {1,2}(?=\S)/
/** Bamboo puts the kind of a line and the time before it, with tabs. */
const BAMBOO = /^(?:simple|command|build|error)\t\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d\t/
/** Lines that were copied from a web page keep the rule at their left. */
const BAR = /^ {1,4}\| (?=\S)/
/** Runners of parallel scripts pad the names to one width. Flutter pads the milliseconds since the last line. */
const PADDED = /^\[[\w:@/.-]{1,60} +\] (?=\S)|^\[ +(?:\+\d+ ms)?\] (?=\S)/

/** Ant shows the output of a program that a task runs. */
const ANT = /^\s{2,12}\[(?:exec|java|sshexec|shellscript)\] (?=\S)/

/** Grouped by the first character, so that a line needs two tests instead of six. */
const AFTER_DIGIT = [TIME, PROCESS, CLOCK, CLOCK_OF_DAY, STEP_SECONDS] as const
const AFTER_HASH = [BUILD_STEP, STEP_SECONDS, ANNOTATION] as const
const AFTER_BRACKET = [TIME, CONTAINER, PADDED, ANNOTATION] as const
const AFTER_NAME = [PROCESS, BAR, SERVICE, RUNNER] as const
const AFTER_PACKAGE = [ANT, GLOG, CALENDAR, MOCK, RUNNER, TASK, PROGRAM] as const
const AFTER_KIND = [BAMBOO] as const
/** The longest kind of a line of Bamboo. */
const KIND_CHARS = 7
const SERVICE_BAR = ' | '
const NO_FORMS: readonly RegExp[] = []

function formsFor(line: string): readonly RegExp[] {
  const first = line.charCodeAt(0)
  if (first >= 48 && first <= 57) return AFTER_DIGIT
  if (first === 35) return AFTER_HASH
  if (first === 91) return AFTER_BRACKET
  if (line.lastIndexOf('\t', KIND_CHARS) > 0) return AFTER_KIND
  if (line.includes(SERVICE_BAR)) return AFTER_NAME
  // Each of the others ends in one of these.
  return line.includes(': ') || line.includes('] ') ? AFTER_PACKAGE : NO_FORMS
}

export function withoutLogPrefix(line: string): string {
  let text = line
  for (const form of formsFor(line)) text = text.replace(form, '')
  return text
}

/** Removes only the time and the logger. The level stays. */
export const withoutTime = (line: string): string =>
  line
    .replace(TIME, '')
    .replace(CLOCK_OF_DAY, '')
    .replace(CALENDAR, '')
    .replace(PROCESS, '')
    .replace(MOCK, '')
    .replace(BAMBOO, '')
    .replace(PROGRAM, '')
