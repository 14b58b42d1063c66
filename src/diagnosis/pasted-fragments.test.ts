import { expect, test } from 'vitest'
import { saidOf } from '../../tests/said-of.ts'

const PULL = '  Warning  Failed   3m   kubelet   Failed to pull image "shop:2": not found'

test.each([
  ['events of a pod', 'SETUP_FAILED 2', ['Events:', PULL]],
  [
    'events of a pod that started later',
    'succeeded 3',
    ['Events:', PULL, '  Normal   Started  2m   kubelet   Started container shop'],
  ],
  [
    'the end of an error of rustc',
    'BROKEN_BUILD 3',
    [
      '41 |     let total = cart.total;',
      '',
      'For more information about this error, try `rustc --explain E0382`.',
    ],
  ],
  [
    'the middle of a report of Jest',
    'TESTS_FAILED 3',
    [
      '  ● cart › adds',
      '',
      '    expect(received).toBe(expected) // Object.is equality',
      '',
      '    Expected: 3',
    ],
  ],
  ['a host key', 'SETUP_FAILED 1', ['Host key verification failed.']],
  [
    'a crash report of macOS',
    'WORKER_CRASHED 2',
    ['Process:          Shop [812]', 'Exception Type:   EXC_BAD_ACCESS (SIGSEGV)', 'Thread 0 Crashed:'],
  ],
  [
    'an event of Windows',
    'WORKER_CRASHED 2',
    ['Faulting application name: shop.exe', 'Exception code: 0xc0000005'],
  ],
  [
    'an error of the browser',
    'BROKEN_BUILD 1',
    ["Uncaught TypeError: Cannot read properties of undefined (reading 'a')"],
  ],
  ['an error of Oracle', 'SETUP_FAILED 1', ['ORA-12541: TNS:no listener']],
  [
    'a command of PowerShell',
    'SETUP_FAILED 3',
    [
      'Get-Cart : Cannot find it.',
      '+ Get-Cart',
      '    + CategoryInfo          : ObjectNotFound: (cart:String) []',
    ],
  ],
  [
    'a program of Windows in German',
    'SETUP_FAILED 1',
    ['Der Befehl "make" ist entweder falsch geschrieben oder', 'konnte nicht gefunden werden.'],
  ],
  [
    'a refused file in French',
    'SETUP_FAILED 1',
    ["cp: impossible de créer '/etc/shop': Permission non accordée"],
  ],
  ['a missing module in Japanese', 'SETUP_FAILED 1', ["エラー: モジュール 'cart' が見つかりません"]],
  [
    'a missing symbol in Portuguese',
    'BROKEN_BUILD 1',
    ['Erro de compilação: Carrinho.java:14: símbolo não encontrado'],
  ],
  ['a result in Chinese', 'succeeded 2', ['开始部署', '部署成功,耗时 12s']],
  [
    'the totals of rsync',
    'succeeded 2',
    ['sent 12 bytes  received 9 bytes', 'total size is 1,233  speedup is 9.42'],
  ],
])('%s is %s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

const ERROR = "src/cart.c:9:5: error: use of undeclared identifier 'price'"

test('the code block of a question is the output', async () => {
  expect(await saidOf(['Since yesterday I get this:', '', '```', ERROR, '```', '', 'Any idea?'])).toBe(
    'BROKEN_BUILD 4',
  )
})

test.each([
  ['an answer', ['It works now.', '', '```', ERROR, '```', '', 'That was before.']],
  ['a report of an agent', ['I fixed the parser. Is it what you want?', '', '```', ERROR, '```']],
  ['a question about code', ['How do I write this?', '', '```c', ERROR, '```']],
])('the code block of %s is an example', async (_, lines) => {
  expect(await saidOf(lines)).not.toContain('BROKEN_BUILD')
})
