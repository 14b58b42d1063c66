import type { ToolReader } from './tool-reader.ts'

/** A tool that crashed says that the bug is its own. The work that it read is not the cause. */
const FORMS: readonly RegExp[] = [
  /^\W{0,4}[\w.-]{1,40} has panicked\. This is a bug in \w/,
  /\binternal error: entered unreachable code\b/,
  /^!{5,} ?(?!TERRAFORM)[A-Z][A-Z ]{1,30} CRASH ?!{5,}/,
  /^(?:#\s{0,4})?Fatal error in (?:, line \d|\S{0,80}:\d)/,
  /\bUncaught (?:PHP_CodeSniffer|PHPStan|PHPUnit|Psalm|Rector|PhpCsFixer|Composer|Phan|Infection|Deptrac)\\/,
  /^\s{0,12}An internal error occurred due to a bug in \w/,
  /^(?:This is|You(?:'ve| have) (?:found|hit|encountered)) an? (?:internal )?bug in \w/,
  /^\W{0,4}(?:FATAL: |ERROR: |Error: )?[Ii]nternal (?:error|failure) in \w[\w.-]{1,40}[:,.] ?(?:[Pp]lease report|[Tt]his is a bug)/,
]

export const toolCrash: ToolReader = {
  name: 'tool-crash',
  title: 'tools that crash',
  cue: /has panicked|Uncaught \w+\\|entered unreachable code|CRASH ?!|Fatal error in|bug in|nternal (?:error|failure) in/,
  open: () => ({
    line: (text) =>
      FORMS.some((form) => form.test(text)) ? { what: 'runner-error', tentative: true } : null,
  }),
}
