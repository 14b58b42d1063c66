import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'

const reasonOf = async (lines: readonly string[]): Promise<string | null> =>
  (await explain(bytesOf(`${lines.join('\n')}\n`), {})).reason

const traceback = (file: string, code: string, error: string): readonly string[] => [
  'Traceback (most recent call last):',
  `  File "${file}", line 3, in <module>`,
  `    ${code}`,
  error,
]

test.each([
  ['Python', traceback('/srv/shop/run.py', 'import pyproj', "ModuleNotFoundError: No module named 'pyproj'")],
  [
    'a package of a package in Python',
    [
      'Traceback (most recent call last):',
      '  File "/srv/shop/run.py", line 3, in <module>',
      '    import shapes',
      '  File "/srv/venv/lib/python3.12/site-packages/shapes/io.py", line 1, in <module>',
      '    from utils.io import read',
      "ModuleNotFoundError: No module named 'utils.io'",
    ],
  ],
  [
    'a library of the system in Python',
    traceback(
      '/srv/shop/run.py',
      'import shapes',
      'ImportError: libshapes.so.1: cannot open shared object file: No such file or directory',
    ),
  ],
  ['R', ["Error in loadNamespace(x) : there is no package called 'carts'", 'Execution halted']],
  [
    'Perl',
    [
      "Can't locate Cart/Fast.pm in @INC (you may need to install the Cart::Fast module) at shop.pl line 4.",
      'BEGIN failed--compilation aborted at shop.pl line 4.',
    ],
  ],
  [
    'Ruby',
    [
      "<internal:/usr/lib/ruby/kernel_require.rb>:85:in `require': cannot load such file -- carts (LoadError)",
      "\tfrom shop.rb:1:in `<main>'",
    ],
  ],
  ['Lua', ["lua: shop.lua:1: module 'carts' not found:", "\tno file './carts.lua'", 'stack traceback:']],
  ['Bun', ['error: Cannot find package "carts" from "/srv/shop/index.ts"']],
  [
    'Node',
    [
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'carts' imported from /srv/shop/index.mjs",
      '    at packageResolve (node:internal/modules/esm/resolve:853:9)',
      'Node.js v24.1.0',
    ],
  ],
  [
    'Haskell',
    [
      'src/Shop.hs:5:1: error:',
      '    Could not find module ‘Data.Carts’',
      '    It is not a module in any package.',
    ],
  ],
  [
    'Go',
    ['main.go:5:2: no required module provides package example.org/carts; to add it:', '\tgo get carts'],
  ],
  [
    'Java',
    [
      'Exception in thread "main" java.lang.NoClassDefFoundError: org/apache/carts/Cart',
      '\tat acme.Main.main(Main.java:12)',
    ],
  ],
  [
    'PHP',
    [
      "PHP Fatal error:  Uncaught Error: Failed opening required '/srv/shop/vendor/autoload.php' in /srv/shop/index.php:3",
    ],
  ],
  ['OCaml', ['File "bin/dune", line 3, characters 12-16:', 'Error: Library "carts" not found.']],
  ['Rust', ["error[E0463]: can't find crate for `std`", '', 'error: aborting due to 1 previous error']],
] as const)('a package of others that is missing is a failed setup: %s', async (_, lines) => {
  expect(await reasonOf(lines)).toBe('SETUP_FAILED')
})

test.each([
  [
    'a usual name',
    traceback('/srv/shop/run.py', 'import utils', "ModuleNotFoundError: No module named 'utils'"),
  ],
  ['its folder', traceback('/srv/shop/run.py', 'import shop', "ModuleNotFoundError: No module named 'shop'")],
  [
    'a part of a module',
    traceback('/srv/run.py', 'import shop.cart', "ModuleNotFoundError: No module named 'shop.cart'"),
  ],
  [
    'require_relative',
    [
      "shop.rb:1:in `require_relative': cannot load such file -- /srv/shop/lib/cart (LoadError)",
      "\tfrom shop.rb:1:in `<main>'",
    ],
  ],
  ['a path', ['error: Cannot find module "./cart" from "/srv/shop/index.ts"']],
  [
    'an alias',
    [
      "Error: Cannot find module '@/cart'",
      '    at Module._load (node:internal/modules/cjs/loader:922:27)',
      'Node.js v24.1.0',
    ],
  ],
  ['its own names', ['src/Shop.hs:5:1: error:', '    Could not find module ‘Shop.Cart’']],
  [
    'an error beside it',
    [
      '# example.org/shop',
      './main.go:5:2: no required module provides package example.org/carts; to add it:',
      './main.go:9:2: undefined: total',
    ],
  ],
  [
    'the main class',
    [
      'Error: Could not find or load main class acme.Main',
      'Caused by: java.lang.ClassNotFoundException: acme.Main',
    ],
  ],
] as const)('a module of the project that is missing is a broken build: %s', async (_, lines) => {
  expect(await reasonOf(lines)).toBe('BROKEN_BUILD')
})
