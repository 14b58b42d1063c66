import { anyOf } from '../any-of.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const SHELL = String.raw`(?:-?(?:\S*/)?(?:ba|da|z|k|a)?sh|\S{1,200}\.(?:sh|bash|zsh)|/bin/\w+|\.?/\S{1,200}|\S{1,100})`
/** `bash: line 1: pnpm: command not found`, `sh: 1: tsc: not found`, `/bin/sh: pnpm: not found`. */
const BASH = new RegExp(
  `^${SHELL}: (?:line \\d+: |\\d+: )?([^\\s:]{1,200}): (?:command not found|not found|inaccessible or not found)$`,
)
const OTHERS: readonly RegExp[] = [
  /^(?:zsh:(?:\d+:)? c|C)ommand not found: (\S{1,200})$/,
  /^fish: Unknown command:? (\S{1,200})/,
  /^(?:zsh|fish):(?:\d+:)? (?:no such file or directory|permission denied): (\S{1,200})$/,
  /^Command '(\S{1,200})' not found\b/,
  /^(?:(?:npm|error|ERR!) ){0,80}'?"?([^'"\s]{1,200})"?'? is not recognized as an ?(?:$|internal or external command)/,
  /^(?:\S+ ?: |[A-Z][\w .-]{1,40}: )?The term '([^']{1,200})' is not recognized as (?:a|the) name of a cmdlet/,
  /^(?:\S*\/)?(?:env|xargs|nohup|timeout|nice|time|sudo|exec|stdbuf|setsid)(?:\.exe)?: (?:failed to run command )?[‘'`"]?([^\s:’'"]{1,200})[’'"]?: (?:No such file or directory|command not found)$/,
  /^sudo: ([^\s:]{1,200}): command not found$/,
  /^\s*This is not the (tsc) command you are looking for\s*$/,
  /^\W{0,4}(?:\[[\w.-]{1,30}\] )?(?:FAIL|FAILED|ERROR|FATAL|Error|error|fatal): (?:command |program )?['"`]?([\w.+-]{2,60})['"`]? (?:was |is )?not found (?:in|on) (?:your |the )?\$?PATH\b/,
  /^(?:Error: )?spawn (\S{1,200}) ENOENT$/,
  /^(?:.*: )?exec: "([^"]{1,200})": (?:executable file not found in|stat .*: no such file)/,
  /^(?:.*: )?(\S{1,200}): (?:cannot execute: required file not found|bad interpreter: No such file or directory|cannot execute binary file(?:: Exec format error)?)$/,
  /^(?:\S*\/)?\S{1,100}: error while loading shared libraries: (\S{1,200}): /,
]
/**
 * The shell could not run a file: it lacks permission, or the file is missing. `cd` and redirections print this too.
 */
const NOT_RUN = new RegExp(
  String.raw`^(?:-?(?:\S*/)?(?:ba|da|z|k|a)?sh|\S{1,200}\.(?:sh|bash)): (?:line \d+: |\d+: )?((?:\.{0,2}/|~/)[^\s:]{1,300}): (?:Permission denied|No such file or directory)$`,
)
const SYNTAX =
  /^\S{1,200}: (?:-c: )?(?:line )?\d+: (?:syntax error(?: near unexpected token|: unexpected end of file|: )|Syntax error: )/
/** The messages of .NET about a process that crashed. Other unhandled exceptions are errors of the program. */
const DIED_IN_NET =
  /^(?:Unhandled exception\. System\.(?:AccessViolationException|StackOverflowException|Runtime\.InteropServices\.SEHException)\b|Fatal error\. (?:Internal CLR error|System\.|0x)|Process terminated\. \S|Stack overflow\.$)/
const DIED: RegExp = anyOf([
  /^(?:\S{1,200}: line \d+: +\d+ )?(?:Segmentation fault|Aborted|Bus error|Illegal instruction|Floating point exception|Trace\/breakpoint trap|Abort trap: 6)(?: {2,}\S.*|\s*\(core dumped\).*)?$/,
  /^(?:\S*\/)?make(?:\[\d+\])?: (?:\*\*\*|\*\*\\\*) \[.*\] (?:Segmentation fault|Aborted|Bus error|Illegal instruction)/,
  /^Fatal Python error: (?:Segmentation fault|Aborted|Bus error)/,
  /\bprocess didn't exit successfully: .*\((?:signal: (?:11|6|4|7|8)\b|exit code: 0xc0000005)/,
  /^(?:npm (?:ERR!|error) signal |error: process terminated with |Process (?:terminated|exited) (?:by|with|due to) (?:signal )?)SIG(?:SEGV|ABRT|BUS|ILL|FPE)\b/,
  /^SIGSEGV: segmentation violation|\bSignal No\.?:? ?(?:11|6|4|7|8)$|^Error: signal (?:11|6|4|7|8)$/,
  /\b(?:received|caught|got|died (?:of|from|with)|crashed with|(?:killed|terminated|ended) (?:by|with)|exited (?:on|with)|unhandled)(?: (?:an? |the )?(?:fatal |unhandled |unexpected )?signal)?:? ['"(]?SIG(?:SEGV|ABRT|BUS|ILL|FPE)\b/i,
  // The failure handlers of Abseil and glog, and the fields of a Node.js error.
  /(?:^|\s)SIG(?:SEGV|ABRT|BUS|ILL|FPE) (?:\(@0x[\da-f]+\) )?received (?:at time=|by PID )\d/,
  /^\s+signal: 'SIG(?:SEGV|ABRT|BUS|ILL|FPE)',?$/,
  /\b(?:[Cc]ode|status|exitCode)[=:] ?(?:null|None|-?\d{1,10}),? signal[=:] ?['"]?SIG(?:SEGV|ABRT|BUS|ILL|FPE)\b/,
  /\bsignal \(?(?:11|6|4|7|8)\b.{0,20}: (?:Segmentation fault|Aborted|Abort trap|Illegal instruction|Bus error|Floating point exception)(?:: \d+)?$/,
  /^#\s+SIGSEGV \(0x/,
  // zsh and fish
  /^\[\d+\] {1,8}(?:[+-] )?\d+ (?:segmentation fault|abort|bus error|illegal hardware instruction|floating point exception|trace trap)\b/,
  /^fish: (?:Job \d+, )?.{1,200} terminated by signal SIG(?:SEGV|ABRT|BUS|ILL|FPE)\b/,
])
/** The messages of runtimes, debuggers and MPI about a process that died from a signal. */
const DIED_OF_SIGNAL: readonly RegExp[] = [
  /^Exception: EXCEPTION_(?:ACCESS_VIOLATION|STACK_OVERFLOW|ILLEGAL_INSTRUCTION)\b|\bEXCEPTION_ACCESS_VIOLATION \(0x/,
  /^(?:Program|Thread \d+ .{1,60}) (?:received|terminated with) signal SIG(?:SEGV|ABRT|BUS|ILL|FPE)\b/,
  /^forrtl: severe \(\d+\): (?:SIGSEGV|SIGABRT|SIGFPE|SIGILL|SIGBUS)\b/,
  /^\[\S{1,80}:\d+\] Signal: (?:Segmentation fault|Aborted|Bus error|Illegal instruction|Floating point exception) \(\d+\)/,
  /\bexited on signal (?:11|6|4|7|8) \((?:Segmentation fault|Aborted|Bus error|Illegal instruction|Floating point exception)/,
  // ESP-IDF and Zephyr
  /^abort\(\) was called at PC 0x|^Guru Meditation Error: |\*{3,5} (?:BUS|HARD|MPU|USAGE) FAULT \*{3,5}$/,
  /^\s*\*\*\* caught (?:segfault|bus error|illegal operation) \*\*\*$/,
  /^(?:\S{1,200}: )?\[BUG\] (?:Segmentation fault|Bus Error|Illegal instruction)/,
  /^==\d+==\s?ERROR: AddressSanitizer: |^(?:==\d+==)?\s?ERROR: (?:Thread|Memory|Leak|UndefinedBehavior)Sanitizer: /,
  /^\*\*\* (?:stack smashing detected|buffer overflow detected|Error in `\S{1,200}': )/,
  /^(?:double free or corruption|free\(\): (?:invalid|double)|malloc\(\): |malloc_consolidate\(\): |corrupted (?:size|double)|munmap_chunk\(\): )/,
  /^(?:\S{1,200}: )?\S{1,200}:\d+: .{1,200}: Assertion [`'].{1,300}' failed\.$/,
  /^#\d+\s+(?:0x[\da-f]+ in )?(?:__GI_)?(?:raise|abort|__pthread_kill\w*) \(/,
  /^\s*(?:\d+: )?wasm trap: |^panic\(cpu \d+ caller 0x|\bKernel panic - not syncing: |^(?:\[[\d. ]+\] )?(?:BUG: (?:kernel NULL pointer|unable to handle|soft lockup)|Oops: )/,
  /\bexit(?:ed)? (?:with )?(?:code|status):? (?:-1073741819|3221225477|0xC0000005)\b/i,
]

/** The failure handlers also report signals that only ask a program to end. */
const STOPPED = /(?:^|\s)SIG(?:TERM|INT|HUP) (?:\(@0x[\da-f]+\) )?received (?:at time=|by PID )\d/

export const shell: ToolReader = {
  name: 'shell',
  title: 'shells and processes',
  cue: anyOf([
    /\bSIG[A-Z]+ (?:\(@|received )|not found$|not found[:,]|not found |Unknown command|is not recognized|^\s*This is not the tsc |^(?:zsh|fish):.* (?:no such file or directory|permission denied): |No such file or directory$/,
    /Permission denied$|ENOENT|executable file|required file|bad interpreter|cannot execute/,
    /^\[\d+\] {1,8}(?:[+-] )?\d+ [a-z]|^fish: /,
    /shared libraries|[Ss]yntax error|Segmentation fault|Aborted|Abort trap|Bus error|Illegal instruction/,
    /Floating point exception|breakpoint trap|SIG(?:SEGV|ABRT|BUS|ILL|FPE)|Signal No|^Error: signal |didn't exit successfully/,
    /^Unhandled exception\. |^Fatal error\. |^Process terminated\. |^Stack overflow\.|EXCEPTION_|Signal: /,
    /^abort\(\) was|^Guru Meditation|FAULT \*\*\*/,
    /on signal |\*\*\* caught|\[BUG\]|Sanitizer: |\*\*\* (?:stack|buffer|Error in)/,
    /^#\d+\s.{0,30}(?:raise|abort|pthread_kill)|wasm trap: |^panic\(cpu |Kernel panic|BUG: |Oops: /,
    /^(?:double free|free\(\)|malloc|corrupted |munmap)|Assertion [`']|-1073741819|3221225477|0xC0000005/,
  ]),
  open: () => ({ line: readLine }),
}

function readLine(text: string): Finding | null {
  if (DIED.test(text) || DIED_IN_NET.test(text) || DIED_OF_SIGNAL.some((form) => form.test(text)))
    return { what: 'segfault' }
  if (STOPPED.test(text)) return { what: 'interrupt' }
  const missing = missingCommand(text)
  if (missing !== undefined) return { what: 'command-missing', detail: { names: [missing] } }
  return SYNTAX.test(text) ? { what: 'build-failed' } : null
}

function missingCommand(text: string): string | undefined {
  const bash = BASH.exec(text)?.[1]
  if (bash !== undefined) return bash
  for (const form of OTHERS) {
    const found = form.exec(text)?.[1]
    if (found !== undefined) return found
  }
  return NOT_RUN.exec(text)?.[1]
}
