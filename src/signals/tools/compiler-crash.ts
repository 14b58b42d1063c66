import type { ToolReader } from './tool-reader.ts'

/** Messages of a compiler that crashed. */
const FORMS: readonly RegExp[] = [
  /\binternal compiler error\b/i,
  /^(?:This is a|It is a|You have found a) (?:bug in the (?:\w+ )?compiler|compiler bug)\b/i,
  /^error: the compiler unexpectedly panicked\b/,
  /^Oops, the compiler (?:has )?encountered an unexpected\b/,
  /^(?:UNREACHABLE|Assertion failed): .{0,200}\b(?:clang|llvm|swiftc|rustc)\b/i,
  /^PLEASE submit a bug report to \S+ and include the crash backtrace/,
  /^Please submit a bug report \(https:\/\/swift\.org/,
]

export const compilerCrash: ToolReader = {
  name: 'compiler-crash',
  title: 'compilers that crash',
  cue: /compiler|UNREACHABLE|^Assertion failed|submit a bug report/i,
  open: () => ({
    line: (text) =>
      FORMS.some((form) => form.test(text)) ? { what: 'build-failed', tentative: true } : null,
  }),
}
