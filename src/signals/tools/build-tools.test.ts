import { describe, expect, test } from 'vitest'
import { failuresIn, lastTold, toolOutput, toolSignals } from '../../../tests/tool-signals.ts'

/** Real outputs: fixture, reader, decisive words, files. */
const FAILED: readonly (readonly [string, string, string, ...string[]])[] = [
  ['tsc/errors', 'tsc', "src/a.ts(1,25): error TS2307: Cannot find module './nosuch'", 'src/a.ts'],
  ['tsc/pretty', 'tsc', 'src/a.ts:1:25 - error TS2307', 'src/a.ts'],
  ['tsc/bad-config', 'tsc', 'error TS1134', 'src/b.ts', 'tsconfig.json'],
  ['npm/run-script', 'tsc', 'error TS2307', 'src/a.ts'],
  ['gcc/missing-header', 'cc', 'config.h: No such file or directory', 'main.c'],
  ['gcc/syntax', 'cc', '‘hh’ undeclared', 'type.c'],
  ['clang/syntax', 'cc', "use of undeclared identifier 'hh'", 'type.c'],
  ['ld/undefined', 'cc', 'undefined reference to `missing_function'],
  ['ld/no-library', 'cc', 'cannot find -lnosuchlib'],
  ['ld/no-input', 'cc', 'cc1: fatal error: nosuch.c'],
  ['make/compile', 'cc', '‘hh’ undeclared', 'type.c'],
  ['make/only-trailing', 'make', 'make: *** [Makefile2:2: all] Error 3'],
  ['make/no-rule', 'make', "No rule to make target 'nosuch'"],
  ['make/syntax', 'make', 'missing separator', 'Makefile3'],
  ['cmake/ninja-build', 'cc', '‘hh’ undeclared', '/home/dev/project/cm/type.c'],
  ['ninja/missing', 'make', "ninja: error: 'a.c', needed by 'a.o', missing"],
  ['javac/errors', 'javac', 'package com.example does not exist', 'src/main/java/app/Main.java'],
  [
    'ant/compile',
    'javac',
    'package com.example does not exist',
    '/home/dev/project/src/main/java/app/Main.java',
  ],
  ['maven/bad-phase', 'maven', 'Unknown lifecycle phase "copile"'],
  ['maven/bad-pom', 'maven', 'Non-readable POM'],
  ['cargo/compile', 'cargo', 'error[E0425]: cannot find value `hh`', 'src/main.rs'],
  ['cargo/rustc', 'cargo', 'error[E0425]', 'src/main.rs'],
  ['cargo/bad-manifest', 'cargo', 'unclosed table', 'Cargo.toml'],
  ['go/compile', 'go', 'imported and not used: "os"', './main.go'],
  ['go/vet', 'go', 'undeclared name: undefinedThing', './main.go'],
  ['go/syntax', 'go', 'syntax error: unexpected EOF', './main.go'],
  ['python/syntax', 'python', 'SyntaxError: invalid syntax', '/home/dev/project/bad.py'],
  ['python/tab', 'python', 'TabError', '/home/dev/project/tab.py'],
  ['python/import-name', 'python', "cannot import name 'nothing_here'", '/home/dev/project/imp.py'],
  ['node/load-n1.cjs', 'node', "Cannot find module './nosuch'"],
  ['node/load-n4.cjs', 'node', "SyntaxError: Unexpected token '='", '/home/dev/project/n4.cjs'],
  ['node/load-n6.mjs', 'node', "does not provide an export named 'nothing'", '/home/dev/project/n6.mjs'],
  ['vite/unresolved', 'bundler', "Could not resolve './nosuch.js'", 'src/main.js'],
  ['vite/syntax', 'bundler', '[PARSE_ERROR] Expected `)`', 'src/main.js'],
  ['webpack/unresolved', 'bundler', "Can't resolve './nosuch.js'", './src/main.js'],
  ['webpack/syntax', 'bundler', 'Module parse failed: Unexpected token', './src/main.js'],
  ['rollup/unresolved', 'bundler', 'RollupError: Could not resolve "./nosuch.js"', 'src/main.js'],
  ['esbuild/unresolved', 'bundler', 'Could not resolve "./nosuch.js"', 'src/main.js'],
  ['next/unresolved', 'bundler', "Module not found: Can't resolve '../nosuch'", './pages/index.jsx'],
  ['next/turbo', 'bundler', 'Could not find the Next.js package'],
  ['ruby/syntax', 'ruby-php-elixir', 'syntax error', 'b.rb'],
  ['php/syntax', 'ruby-php-elixir', 'Parse error', '/home/dev/project/a.php'],
]

/** The same for packages that are not installed. */
const LACKING: typeof FAILED = [
  ['clang/missing-header', 'cc', "'ranges_of_mine' file not found", 'm.cpp'],
  ['go/missing-gosum', 'go', 'no required module provides package', 'main.go'],
  ['python/module', 'python', "No module named 'nosuchmodule'", '/home/dev/project/mod.py'],
  ['node/load-n3.mjs', 'node', "Cannot find package 'nosuchpkg'"],
  ['ruby/load', 'ruby-php-elixir', 'cannot load such file -- nosuchgem', 'a.rb'],
]

describe('broken builds', () => {
  test.each(FAILED)('%s: %s names the decisive line', async (name, by, words, ...files) => {
    const [what, message, ...names] = await lastTold(await toolOutput(name), by)
    expect([what, names]).toEqual(['build-failed', files])
    expect(message).toContain(words)
  })

  test.each(LACKING)('%s: %s names the missing package', async (name, by, words, ...files) => {
    const [what, message, ...names] = await lastTold(await toolOutput(name), by)
    expect([what, names]).toEqual(['install-failed', files])
    expect(message).toContain(words)
  })

  test('a package that CMake does not find is a failed setup', async () => {
    const [what, message] = await lastTold(await toolOutput('cmake/configure'), 'make')
    expect(what).toBe('install-failed')
    expect(message).toContain('CMake Error at CMakeLists.txt: By not providing "FindNoSuchPackage.cmake"')
  })

  test('the first of many errors is the proof', async () => {
    const [signal] = await toolSignals(await toolOutput('tsc/errors'))
    expect(signal?.at?.line).toBe(1)
    expect(signal?.detail.failed).toBe(3)
  })

  test('make adds nothing to a compiler error', async () => {
    expect(await failuresIn(await toolOutput('cmake/make-build'))).toEqual(['cc: build-failed'])
  })

  test('a failed test target of make is only a failure', async () => {
    expect(await failuresIn('make: *** [Makefile:12: test-unit] Error 1')).toEqual(['make: failure'])
  })
})

describe('documented forms without a recorded output', () => {
  test.each([
    [
      "Program.cs(3,13): error CS0103: The name 'foo' does not exist [/src/app.csproj]\n\nBuild FAILED.\n    1 Error(s)",
      'dotnet',
      'Program.cs',
    ],
    [
      "C:\\src\\main.cpp(14): error C2065: 'foo': undeclared identifier [C:\\src\\app.vcxproj]",
      'cc',
      'C:\\src\\main.cpp',
    ],
    [
      '[ERROR] COMPILATION ERROR : \n[ERROR] /src/App.java:[7,5] cannot find symbol\n[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.11.0:compile (default-compile) on project app: Compilation failure',
      'maven',
      '/src/App.java',
    ],
    ['e: file:///src/App.kt:3:9 Unresolved reference: foo', 'javac', '/src/App.kt'],
    ['e: file:///C:/shop/App.kt:3:9 Unresolved reference: foo', 'javac', 'C:/shop/App.kt'],
    [
      '== Compilation error in file lib/app.ex ==\n** (SyntaxError) lib/app.ex:3:1: syntax error',
      'ruby-php-elixir',
    ],
    ['src/Main.hs:7:5: error: Variable not in scope: foo', 'cc', 'src/Main.hs'],
  ])('%j is a broken build', async (output, by, ...files) => {
    const [what, , ...names] = await lastTold(output, by)
    expect([what, names]).toEqual(['build-failed', files])
  })

  test('gradle names the dependency that is missing', async () => {
    const output =
      "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':compileJava'.\n> Could not resolve all files for configuration ':compileClasspath'.\n   > Could not find com.example:gone:1.0.\n\nBUILD FAILED in 2s"
    expect(await lastTold(output, 'gradle')).toEqual([
      'install-failed',
      '> Could not find com.example:gone:1.0.',
    ])
  })

  test('gradle leaves failing tests to the test reader', async () => {
    const output =
      "* What went wrong:\nExecution failed for task ':test'.\n> There were failing tests. See the report at: file:///r/index.html\n\nBUILD FAILED in 2s"
    expect(await failuresIn(output)).not.toContain('gradle: build-failed')
  })

  test('a failed checkstyle goal is a failed lint', async () => {
    const output =
      '[WARN] /src/App.java:3: Line is longer than 100 characters. [LineLength]\n[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-checkstyle-plugin:3.3.0:check (validate) on project app: You have 1 Checkstyle violation.'
    expect((await lastTold(output, 'maven'))[0]).toBe('lint-failed')
  })
})

describe('green builds', () => {
  test.each([
    ['vite/green', 'bundler'],
    ['webpack/green', 'bundler'],
    ['rollup/green', 'bundler'],
    ['esbuild/green', 'bundler'],
    ['maven/green', 'maven'],
    ['ant/green', 'javac'],
    ['cargo/warnings-green', 'cargo'],
  ])('%s says that the build passed', async (name, by) => {
    const output = await toolOutput(name)
    expect((await lastTold(output, by))[0]).toBe('build-passed')
    expect(await failuresIn(output)).toEqual([])
  })

  test.each(['gcc/warnings-only', 'make/ignored'])(
    '%s: warnings and ignored errors are nothing',
    async (name) => {
      expect(await failuresIn(await toolOutput(name))).toEqual([])
    },
  )

  test('alarming words in a green build do not count', async () => {
    const output = [
      'Compiling error-handling v1.0 (failed-tests example)',
      'error: 0 errors, 3 warnings',
      'test fatal_error_is_reported ... ok',
      'warning: unused variable: `error`',
      '    expected output: "main.c:3:5: error: oops"',
      'All errors fixed. Build failed count: 0',
      'npm warn deprecated error@1.0.0: this package failed',
    ].join('\n')
    expect(await failuresIn(output)).toEqual([])
  })

  test('a compiler error in a code block does not count', async () => {
    expect(await failuresIn('```\nmain.c:3:5: error: oops\n```\ndone')).toEqual([])
  })

  test('an underline of tildes opens no code block', async () => {
    const output = `a = b\n    ~~~~~~^^^^^^\n${await toolOutput('gcc/missing-header')}`
    expect(await failuresIn(output)).toEqual(['cc: build-failed'])
  })
})
