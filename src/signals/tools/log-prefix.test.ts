import { expect, test } from 'vitest'
import { withoutLogPrefix } from './log-prefix.ts'

test.each([
  ['2024-05-01T12:00:00.1234567Z npm error code E404', 'npm error code E404'],
  ['[2024-05-01T12:00:00.123Z] make: *** [all] Error 2', 'make: *** [all] Error 2'],
  ['12:00:01 fatal: not found', 'fatal: not found'],
  ['2:59:14 PM: npm error code E404', 'npm error code E404'],
  ['Apr 22, 02:57:54 PM: npm error code E404', 'npm error code E404'],
  ['Apr 22 02:57:54 web-1 cart[71]: npm error code E404', 'npm error code E404'],
  ['[   +3 ms] npm error code E404', 'npm error code E404'],
  ['#12 0.512 npm error code E404', 'npm error code E404'],
  ['0.512 npm error code E404', 'npm error code E404'],
  ['5.171 [ERROR] COMPILATION ERROR :', '[ERROR] COMPILATION ERROR :'],
  ['44.81 [INFO] BUILD FAILURE', '[INFO] BUILD FAILURE'],
  ['Step #1 - "test": npm error code E404', 'npm error code E404'],
  ['==> amazon-ebs: E: Unable to locate package x', 'E: Unable to locate package x'],
  ['aws_instance.web (remote-exec): bash: pnpm: command not found', 'bash: pnpm: command not found'],
  ['remote:        npm error code E404', 'npm error code E404'],
  ['[Container] 2026/01/01 10:00:00.123 npm error code E404', 'npm error code E404'],
  ['I0830 13:18:06.309101   71283 log.go:80] update canceled', 'update canceled'],
  ['  | fatal: internal error in revision walk', 'fatal: internal error in revision walk'],
  ['web-1  | Error: boom', 'Error: boom'],
  ['@acme/cart:build: src/a.ts(3,1): error TS2304: no', 'src/a.ts(3,1): error TS2304: no'],
  ['packages/cart test: Tests: 1 failed', 'Tests: 1 failed'],
  ['npm.ps1 : npm error code E404', 'npm error code E404'],
  ['venv\\Scripts\\pip : ERROR: No matching distribution', 'ERROR: No matching distribution'],
  ['##[error]Process completed with exit code 1.', 'Process completed with exit code 1.'],
])('the prefix of the log is removed from %j', (line, bare) => {
  expect(withoutLogPrefix(line)).toBe(bare)
})

test.each([
  'main.c:3:5: error: oops',
  '# example.com/demo',
  '3 errors generated.',
  '    error: oops',
  '1.5 times as many',
  '12:5  error  no',
  '[ERROR] Failed',
  'zsh:1: command not found: acme',
  'error: test: no such file',
  'the cart : Error is a name',
])('%j stays unchanged', (line) => {
  expect(withoutLogPrefix(line)).toBe(line)
})
