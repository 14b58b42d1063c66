import type { Finding, ToolReader } from './tool-reader.ts'

/** Messages of a tool that crashed because of its own bug. Its input is not the cause. */
const FORMS: readonly RegExp[] = [
  /^\W{0,4}[\w.-]{1,40} has panicked\. This is a bug in \w/,
  /: error: INTERNAL ERROR -- \S|^FATAL: An unexpected \w+ error occurred\b/,
  /\binternal error: entered unreachable code\b/,
  // The plugin of a HashiCorp tool exited.
  /^\W{0,4}(?:[\w '"-]{1,60} )?(?:[Pp]ost-processor|[Pp]rovisioner|[Bb]uilder|[Pp]lugin) (?:failed|errored|exited): unexpected EOF$/,
  /^!{5,} ?(?!TERRAFORM)[A-Z][A-Z ]{1,30} CRASH ?!{5,}/,
  /^(?:#\s{0,4})?Fatal error in (?:, line \d|\S{0,80}:\d)/,
  /\bUncaught (?:PHP_CodeSniffer|PHPStan|PHPUnit|Psalm|Rector|PhpCsFixer|Composer|Phan|Infection|Deptrac)\\/,
  /^\s{0,12}An internal error occurred due to a bug in \w/,
  /^(?:ERROR: .{1,120}\. )?(?:This is|You(?:'ve| have) (?:found|hit|encountered)) (?:probably )?an? (?:internal )?bug in \w/,
  /^\W{0,4}(?:FATAL: |ERROR: |Error: )?[Ii]nternal (?:error|failure) in \w[\w.-]{1,40}[:,.] ?(?:[Pp]lease report|[Tt]his is a bug)/,
]

/** A frame in the files that a program compiled with Bun or pkg contains, and the last line of its runtime. */
const COMPILED_FRAME = /^\s+at .{0,200}[ (](?:\/\$bunfs\/root\/|\/snapshot\/)\S/
const RUNTIME_ENDED = /^(?:Bun v\d|Node\.js v\d)/

export const toolCrash: ToolReader = {
  name: 'tool-crash',
  title: 'tools that crash',
  cue: /has panicked|^FATAL: An unexpected|INTERNAL ERROR|: unexpected EOF$|^Bun v\d|^Node\.js v\d|\/\$bunfs\/root\/|[ (]\/snapshot\/|Uncaught \w+\\|entered unreachable code|CRASH ?!|Fatal error in|bug in|nternal (?:error|failure) in/,
  open: () => {
    let inCompiled = false
    return {
      line: (text): Finding | null => {
        if (FORMS.some((form) => form.test(text))) return { what: 'runner-error', tentative: true }
        if (COMPILED_FRAME.test(text)) inCompiled = true
        return inCompiled && RUNTIME_ENDED.test(text) ? { what: 'runner-error', tentative: true } : null
      },
    }
  },
}
