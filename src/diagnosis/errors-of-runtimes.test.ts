import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'

test.each([
  ['Rust', ["thread 'main' panicked at src/main.rs:3:5:", 'the cart is closed']],
  ['Go', ['panic: the cart is closed', '', 'goroutine 1 [running]:', 'main.main()', 'exit status 2']],
  ['.NET', ['Unhandled exception. Shop.CartException: closed', '   at Shop.Main() in /app/A.cs:line 3']],
  ['Dart', ['Unhandled exception:', "type 'Null' is not a 'String'", '#0  main (file:///app/a.dart:3:5)']],
  ['Lua', ["lua: cart.lua:3: attempt to index a nil value (global 'cart')", 'stack traceback:']],
  ['Haskell', ['cart: Prelude.head: empty list']],
  ['Swift', ['Fatal error: Unexpectedly found nil while unwrapping an Optional value']],
  [
    'Python in PowerShell',
    [
      'python : Traceback (most recent call last):',
      'At line:1 char:1',
      '+ python main.py 2>&1 | Out-File log.txt',
      '    + CategoryInfo          : NotSpecified: (Traceback:String) [], RemoteException',
      '    + FullyQualifiedErrorId : NativeCommandError',
      '  File "main.py", line 3, in <module>',
      "UnicodeEncodeError: 'charmap' codec can't encode character",
    ],
  ],
])('an unhandled error of %s is an error of the code', async (_, lines) => {
  const { reason, confidence } = await explain(bytesOf(`${lines.join('\n')}\n`), {})
  expect([reason, confidence]).toEqual(['BROKEN_BUILD', 'low'])
})

test.each([
  [
    'a missing file',
    'SETUP_FAILED',
    "Unhandled exception. System.IO.FileNotFoundException: Could not find file '/a.json'.",
  ],
  ['a crash', 'WORKER_CRASHED', 'Unhandled exception. System.AccessViolationException: protected memory'],
])('an unhandled error about %s is %s', async (_, expected, line) => {
  const { reason } = await explain(bytesOf(`${line}\n   at Shop.Main() in /app/A.cs:line 3\n`), {})
  expect(reason).toBe(expected)
})

test('a provider that speaks to the user ends the output', async () => {
  const { reason } = await explain(bytesOf("■ You've hit your usage limit. Try again in 3 hours.\n"), {})
  expect(reason).toBe('USAGE_LIMIT')
})

test('an exception without a traceback is an error of the code', async () => {
  const { reason } = await explain(bytesOf('RuntimeError: shapes (32x512 and 256x10) do not fit\n'), {})
  expect(reason).toBe('BROKEN_BUILD')
})

test('a native package that cannot be built is a failed install', async () => {
  const { reason } = await explain(bytesOf('gyp ERR! configure error\ngyp ERR! not ok\n'), {})
  expect(reason).toBe('SETUP_FAILED')
})
