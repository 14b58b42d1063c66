import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'

/** The reason, and the first line of the evidence. */
const saidOf = async (lines: readonly string[]): Promise<string> => {
  const { reason, evidence } = await explain(bytesOf(`${lines.join('\n')}\n`), {})
  return `${reason} ${evidence[0]?.line ?? '-'}`
}

const script = (...stderr: readonly string[]): readonly string[] => [
  'error: failed to run custom build command for `carts-sys v0.1.4`',
  '',
  'Caused by:',
  "  process didn't exit successfully: `/srv/shop/target/debug/build-script-build` (exit status: 1)",
  '  --- stderr',
  ...stderr,
]

test.each([
  [
    'a compiler for cc-rs',
    6,
    script('  error occurred in cc-rs: failed to find tool "arm-linux-gcc": not there'),
  ],
  [
    'a library for pkg-config',
    6,
    script(
      '  The system library `carts-2.0` required by crate `carts-sys` was not found.',
      '  The file `carts-2.0.pc` needs to be installed and the PKG_CONFIG_PATH environment variable must contain its parent directory.',
    ),
  ],
  [
    'a program that a build script starts',
    7,
    script(
      "  thread 'main' panicked at cmake-0.1.50/src/lib.rs:1098:5:",
      '  failed to execute command: No such file or directory (os error 2)',
      '  is `cmake` not installed?',
    ),
  ],
  [
    'a library for the linker of Rust',
    3,
    [
      'error: linking with `cc` failed: exit status: 1',
      '  |',
      '  = note: /usr/bin/ld: cannot find -lcarts: No such file or directory',
      '          collect2: error: ld returned 1 exit status',
      '',
      'error: could not compile `shop` (bin "shop") due to 1 previous error',
    ],
  ],
  ['a library for ld', 1, ['/usr/bin/ld: cannot find -lcarts', 'collect2: error: ld returned 1 exit status']],
  ['a library for cl.exe', 1, ["LINK : fatal error LNK1181: cannot open input file 'carts.lib'"]],
  [
    'a header in angle brackets',
    1,
    [
      'shop.c:3:10: fatal error: carts/cart.h: No such file or directory',
      '    3 | #include <carts/cart.h>',
      'compilation terminated.',
      'make: *** [Makefile:4: shop.o] Error 1',
    ],
  ],
  [
    'a header of a well-known library',
    1,
    ['shop.c:3:10: fatal error: openssl/ssl.h: No such file or directory', 'compilation terminated.'],
  ],
  [
    'an SDK that CMake looks for',
    2,
    ['CMake Error at CMakeLists.txt:30 (message):', '  Vulkan SDK not found.  Please install it.'],
  ],
  ['a dependency for Meson', 1, ['meson.build:12:0: ERROR: Dependency "carts" not found, tried pkgconfig']],
  [
    'a package for pkg-config',
    1,
    [
      'Package carts-1.0 was not found in the pkg-config search path.',
      'Perhaps you should add the directory containing `carts-1.0.pc`',
      'make: *** [Makefile:7: check] Error 1',
    ],
  ],
] as const)('a build that lacks %s is a failed setup', async (_, line, lines) => {
  expect(await saidOf(lines)).toBe(`SETUP_FAILED ${line}`)
})

test.each([
  [
    'its own header',
    [
      'shop.c:3:10: fatal error: carts/cart.h: No such file or directory',
      '    3 | #include "carts/cart.h"',
      'compilation terminated.',
    ],
  ],
  [
    'a header after other errors',
    [
      "shop.c:3:10: error: unknown type name 'cart'",
      'total.c:3:10: fatal error: openssl/ssl.h: No such file or directory',
      'compilation terminated.',
    ],
  ],
  ['a source file', ['CMake Error at CMakeLists.txt:7 (add_library):', '  Cannot find source file: cart.c']],
  ['nothing', script("  thread 'main' panicked at build.rs:5:1:", '  the version has three parts')],
] as const)('a build that lacks %s is broken', async (_, lines) => {
  expect(await saidOf(lines)).toContain('BROKEN_BUILD')
})
