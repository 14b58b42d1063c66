import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { plain } from '../bytes/plain.ts'
import { readSignals } from '../read-signals.ts'
import type { Signal, What } from '../signal.ts'

/** What a recorded output says: what, failed and passed counts (null where it does not tell), failing names. */
type Expected = readonly [What, number | null, number | null, readonly string[]] | null

const FIXTURES = new URL('../../../tests/fixtures/tools/', import.meta.url).pathname

/** Recorded from the real runners, by runner and case. */
const recorded: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  pytest: {
    'broken-import-go-on': ['tests-failed', 2, 1, ['test_a.py', 'test_b.py']],
    'broken-import': ['build-failed', 2, 0, ['test_a.py', 'test_b.py']],
    'collect-only': null,
    'collect-usage': ['runner-error', 1, 0, ['test_a.py']],
    'collect-value': ['runner-error', 1, 0, ['test_a.py']],
    'config-error': ['runner-error', null, null, []],
    'conftest-import-old': ['build-failed', null, null, []],
    'conftest-import': ['build-failed', null, null, []],
    'coverage-short': ['tests-failed', 0, 5, []],
    deselected: ['no-tests', 0, 0, []],
    'failed-colour': [
      'tests-failed',
      4,
      4,
      [
        'test_second.py::TestCart::test_empty_cart',
        'test_shop.py::test_total_of_strings',
        'test_shop.py::test_each[a b]',
        'test_shop.py::test_with_db',
      ],
    ],
    'failed-first': ['tests-failed', 1, 1, ['test_second.py::TestCart::test_empty_cart']],
    'failed-quiet': ['tests-failed', 4, 4, ['test_with_db']],
    'failed-xdist': [
      'tests-failed',
      4,
      4,
      [
        'test_shop.py::test_total_of_strings',
        'test_second.py::TestCart::test_empty_cart',
        'test_shop.py::test_each[a b]',
        'test_shop.py::test_with_db',
      ],
    ],
    failed: [
      'tests-failed',
      4,
      4,
      [
        'test_shop.py::test_with_db',
        'test_second.py::TestCart::test_empty_cart',
        'test_shop.py::test_total_of_strings',
        'test_shop.py::test_each[a b]',
      ],
    ],
    'internal-error': ['runner-error', 0, 0, []],
    interrupted: ['interrupt', 1, 1, ['test_a.py::test_bad']],
    maxfail: [
      'tests-failed',
      2,
      2,
      ['test_second.py::TestCart::test_empty_cart', 'test_shop.py::test_total_of_strings'],
    ],
    missing: ['command-missing', null, null, []],
    'no-tests-quiet': ['no-tests', 0, 0, []],
    'no-tests': ['no-tests', 0, 0, []],
    'not-found-id': ['no-tests', null, null, []],
    'not-found': ['no-tests', null, null, []],
    'passed-quiet': ['tests-passed', 0, 5, []],
    passed: ['tests-passed', 0, 5, []],
    'skipped-only': null,
    'usage-error': ['runner-error', null, null, []],
  },
  unittest: {
    'broken-import': ['build-failed', 1, 0, ['test_a']],
    'broken-name': ['no-tests', null, null, []],
    'django-broken': ['build-failed', 1, 0, ['shop.tests']],
    'django-failed': ['tests-failed', 1, 1, ['shop.tests.ShopTest.test_page']],
    'django-no-label': ['no-tests', null, null, []],
    'django-no-tests': ['no-tests', 0, 0, []],
    'django-passed': ['tests-passed', 0, 1, []],
    'failed-verbose': [
      'tests-failed',
      3,
      2,
      ['test_a.TestCart.test_raises', 'test_a.TestCart.test_sub', 'test_a.TestCart.test_sum'],
    ],
    failed: [
      'tests-failed',
      3,
      2,
      ['test_a.TestCart.test_raises', 'test_a.TestCart.test_sub', 'test_a.TestCart.test_sum'],
    ],
    'no-tests': ['no-tests', 0, 0, []],
    'nose2-broken': ['build-failed', 1, 0, ['test_a']],
    'nose2-failed': [
      'tests-failed',
      3,
      2,
      ['test_a.TestCart.test_raises', 'test_a.TestCart.test_sub', 'test_a.TestCart.test_sum'],
    ],
    'nose2-passed': ['tests-passed', 0, 2, []],
    passed: ['tests-passed', 0, 2, []],
    'skipped-only': null,
  },
  tox: {
    bad: ['tests-failed', null, null, []],
    conf: ['runner-error', null, null, []],
    deps: ['install-failed', null, null, []],
    interp: ['command-missing', null, null, []],
    'nox-broken': ['runner-error', null, null, []],
    'nox-failed': ['tests-failed', null, null, []],
    'nox-no-session': ['runner-error', null, null, []],
    'nox-passed': ['tests-passed', null, null, []],
    ok: ['tests-passed', null, null, []],
  },
  jest: {
    bail: ['tests-failed', 2, 1, []],
    broken: ['build-failed', 2, 0, ['./user.test.js', './syntax.test.js']],
    'config-error': ['runner-error', null, null, []],
    'coverage-short': ['tests-failed', 0, 1, []],
    'failed-colour': ['tests-failed', 2, 1, ['cart › adds', 'cart › waits', './user.test.js']],
    failed: ['tests-failed', 2, 1, ['cart › adds', 'cart › waits', './user.test.js']],
    'name-filter': null,
    'no-tests-allowed': null,
    'no-tests': ['no-tests', null, null, []],
    'obsolete-snapshot': ['tests-passed', 0, 1, []],
    passed: ['tests-passed', 0, 2, []],
  },
  vitest: {
    broken: ['build-failed', 1, 0, ['user.test.js']],
    'config-error': ['runner-error', null, null, []],
    'failed-colour': [
      'tests-failed',
      2,
      1,
      ['user.test.js', 'cart.test.js > cart > adds', 'cart.test.js > cart > waits'],
    ],
    'failed-dot': [
      'tests-failed',
      2,
      1,
      ['user.test.js', 'cart.test.js > cart > adds', 'cart.test.js > cart > waits'],
    ],
    failed: [
      'tests-failed',
      2,
      1,
      ['user.test.js', 'cart.test.js > cart > adds', 'cart.test.js > cart > waits'],
    ],
    'name-filter': null,
    'no-suite': ['no-tests', 0, 0, []],
    'no-tests-allowed': null,
    'no-tests': ['no-tests', null, null, []],
    passed: ['tests-passed', 0, 1, []],
    'skipped-only': null,
    unhandled: ['tests-failed', 0, 2, []],
    'usage-error': ['runner-error', null, null, []],
  },
  mocha: {
    'broken-syntax': ['build-failed', null, null, []],
    broken: ['build-failed', null, null, []],
    'config-error': ['runner-error', null, null, []],
    'failed-colour': [
      'tests-failed',
      3,
      1,
      ['cart adds', 'cart waits', 'cart order "before all" hook for "x"'],
    ],
    'failed-dot': ['tests-failed', 3, 1, ['cart adds', 'cart waits', 'cart order "before all" hook for "x"']],
    'failed-tap': ['tests-failed', 3, 1, ['cart adds', 'cart waits', 'cart order "before all" hook for "x"']],
    failed: ['tests-failed', 3, 1, ['cart adds', 'cart waits', 'cart order "before all" hook for "x"']],
    'no-files': ['no-tests', null, null, []],
    'no-tests': ['no-tests', 0, 0, []],
    passed: ['tests-passed', 0, 2, []],
  },
  ava: {
    broken: ['build-failed', 1, 0, []],
    failed: ['tests-failed', 2, 0, ['adds', 'throws']],
    'no-tests': ['no-tests', null, null, []],
    passed: ['tests-passed', 0, 1, []],
  },
  jasmine: {
    failed: ['tests-failed', 1, 1, ['cart adds']],
    'no-tests': ['no-tests', null, null, []],
    passed: ['tests-passed', 0, 1, []],
  },
  'node-test': {
    'broken-old-tap': ['build-failed', 1, 0, ['/home/dev/project/a.test.js']],
    broken: ['build-failed', 1, 0, ['a.test.js']],
    'failed-colour': ['tests-failed', 2, 1, ['adds', 'waits']],
    'failed-old-tap': ['tests-failed', 2, 1, ['adds', 'waits']],
    failed: ['tests-failed', 2, 1, ['adds', 'waits']],
    'no-tests-old-tap': ['no-tests', 0, 0, []],
    'no-tests': ['no-tests', 0, 0, []],
    'not-found': ['no-tests', null, null, []],
    'passed-old-tap': ['tests-passed', 0, 2, []],
    passed: ['tests-passed', 0, 2, []],
    'usage-error': ['runner-error', null, null, []],
  },
  playwright: {
    broken: ['build-failed', null, null, []],
    'config-error': ['runner-error', null, null, []],
    'failed-colour': [
      'tests-failed',
      3,
      1,
      ['a.spec.js:2:29 › cart › adds', 'a.spec.js:2:98 › cart › waits', 'a.spec.js:3:10 › opens a page'],
    ],
    'failed-dot': [
      'tests-failed',
      3,
      1,
      ['a.spec.js:2:29 › cart › adds', 'a.spec.js:2:98 › cart › waits', 'a.spec.js:3:10 › opens a page'],
    ],
    failed: [
      'tests-failed',
      3,
      1,
      ['a.spec.js:2:29 › cart › adds', 'a.spec.js:2:98 › cart › waits', 'a.spec.js:3:10 › opens a page'],
    ],
    flaky: ['tests-passed', 0, 2, []],
    'no-project': ['runner-error', null, null, []],
    'no-tests': ['no-tests', null, null, []],
    passed: ['tests-passed', 0, 1, []],
  },
  'bun-test': {
    broken: ['build-failed', 1, 0, []],
    'failed-colour': ['tests-failed', 3, 1, ['cart > adds', 'cart > waits']],
    failed: ['tests-failed', 3, 1, ['cart > adds', 'cart > waits']],
    'name-filter': ['no-tests', null, null, []],
    'no-tests': ['no-tests', null, null, []],
    'not-found': ['no-tests', null, null, []],
    passed: ['tests-passed', 0, 1, []],
  },
  tap: {
    'bats-failed': ['tests-failed', 1, 1, ['adds']],
    'bats-passed': ['tests-passed', 0, 1, []],
    'bats-pretty-failed': ['tests-failed', 1, 1, ['adds']],
    'perl-failed': ['tests-failed', 1, 2, ['two adds']],
    'prove-broken': ['build-failed', 1, 0, ['c.t']],
    'prove-failed': ['tests-failed', 1, 3, ['a.t']],
    'prove-passed': ['tests-passed', 0, 1, []],
  },
  'junit-xml': {
    broken: ['build-failed', 2, 0, ['brokenimp.test_a', 'brokenimp.test_b']],
    failed: [
      'tests-failed',
      4,
      4,
      [
        'fail.test_second.TestCart.test_empty_cart',
        'fail.test_shop.test_total_of_strings',
        'fail.test_shop.test_each[a b]',
        'fail.test_shop.test_with_db',
      ],
    ],
    'mocha-failed': [
      'tests-failed',
      3,
      1,
      ['cart.adds', 'cart.waits', 'cart order."before all" hook for "x"'],
    ],
    'no-tests': ['no-tests', 0, 0, []],
    'node-failed': ['tests-failed', 2, 1, ['adds', 'waits']],
    passed: ['tests-passed', 0, 5, []],
  },
  'go-test': {
    broken: ['build-failed', 1, 1, []],
    'failed-verbose': ['tests-failed', 1, 2, ['TestTotal/small_numbers']],
    failed: ['tests-failed', 1, 1, ['TestTotal/small_numbers']],
    'json-broken': ['build-failed', 1, 0, []],
    'json-failed': ['tests-failed', 1, 2, ['TestTotal/small_numbers']],
    'json-passed': ['tests-passed', 0, 1, []],
    'missing-import': ['build-failed', 1, 0, []],
    'no-match': ['no-tests', 0, 0, []],
    'no-package': ['no-tests', null, null, []],
    'no-tests': ['no-tests', 0, 0, []],
    panic: ['tests-failed', 1, 0, ['TestPanics']],
    'passed-verbose': ['tests-passed', 0, 1, []],
    passed: ['tests-passed', 0, 1, []],
    timeout: ['tests-failed', 1, 0, []],
    'usage-error': ['runner-error', null, null, []],
    vet: ['build-failed', 1, 0, []],
  },
  'cargo-test': {
    broken: ['build-failed', null, null, []],
    'failed-all': ['tests-failed', 2, 2, ['tests::adds', 'outside']],
    'failed-colour': ['tests-failed', 2, 2, ['tests::adds', 'outside']],
    failed: ['tests-failed', 1, 1, ['tests::adds']],
    'no-match': ['no-tests', 0, 0, []],
    'no-target': ['no-tests', null, null, []],
    'no-tests': ['no-tests', 0, 0, []],
    passed: ['tests-passed', 0, 4, []],
    'quiet-failed': ['tests-failed', 1, 1, ['tests::adds']],
    'usage-error': ['runner-error', null, null, []],
  },
  exunit: {
    'broken-test': ['build-failed', null, null, []],
    broken: ['build-failed', null, null, []],
    excluded: ['no-tests', null, null, []],
    'failed-colour': ['tests-failed', 2, 1, ['test cart raises (ShopTest)', 'test adds numbers (ShopTest)']],
    failed: ['tests-failed', 2, 1, ['test adds numbers (ShopTest)', 'test cart raises (ShopTest)']],
    'no-tests': ['no-tests', null, null, []],
    'not-found': ['no-tests', null, null, []],
    passed: ['tests-passed', 0, 2, []],
    'usage-error': ['runner-error', null, null, []],
  },
  rspec: {
    broken: ['build-failed', 1, 0, []],
    'failed-colour': ['tests-failed', 2, 1, ['cart adds', 'cart raises']],
    failed: ['tests-failed', 2, 1, ['cart adds', 'cart raises']],
    'minitest-failed': ['tests-failed', 2, 1, ['TestCart#test_raises', 'TestCart#test_adds']],
    'minitest-passed': ['tests-passed', 0, 1, []],
    'no-tests': ['no-tests', 0, 0, []],
    'not-found': ['no-tests', 1, 0, []],
    passed: ['tests-passed', 0, 1, []],
    'usage-error': ['runner-error', null, null, []],
  },
  phpunit: {
    broken: ['build-failed', null, null, []],
    'failed-colour': [
      'tests-failed',
      3,
      2,
      ['CartTest::testRaises', 'CartTest::testAdds', 'CartTest::testEach with data set "second one" (\'b\')'],
    ],
    failed: [
      'tests-failed',
      3,
      2,
      ['CartTest::testRaises', 'CartTest::testAdds', 'CartTest::testEach with data set "second one" (\'b\')'],
    ],
    'no-match': ['no-tests', null, null, []],
    'no-tests': ['no-tests', null, null, []],
    'not-found': ['no-tests', null, null, []],
    passed: ['tests-passed', 0, 2, []],
    risky: null,
    'usage-error': ['runner-error', null, null, []],
  },
  ctest: {
    'failed-colour': ['tests-failed', 3, 1, ['adds', 'waits', 'crash']],
    failed: ['tests-failed', 3, 1, ['adds', 'waits', 'crash']],
    'no-match': ['no-tests', null, null, []],
    'no-tests': ['no-tests', null, null, []],
    'not-built': ['build-failed', 1, 0, ['gone']],
    passed: ['tests-passed', 0, 2, []],
    'usage-error': ['runner-error', null, null, []],
  },
  surefire: {
    'gradle-failed': ['tests-failed', 2, 1, ['CartTest > raises', 'CartTest > adds']],
    'gradle-no-match': ['no-tests', null, null, []],
    'gradle-passed': null,
    'junit-console-failed': ['tests-failed', 2, 1, ['CartTest.raises', 'CartTest.adds']],
    'junit4-failed': ['tests-failed', 2, 1, ['raises(CartTest)', 'adds(CartTest)']],
    'maven-broken': null,
    'maven-failed': ['tests-failed', 2, 1, ['CartTest.adds', 'CartTest.raises']],
    'maven-no-match': ['no-tests', null, null, []],
    'maven-no-tests': ['no-tests', null, null, []],
    'maven-passed': ['tests-passed', 0, 1, []],
  },
}

/** The same runner may speak through two readers: TAP is printed by node and mocha too. */
const ALSO_PRINT_TAP = new Set(['node-test', 'mocha'])

const isRunner = (name: string): boolean =>
  name in recorded || name === 'test-verdict' || name === 'dotnet-test'

const toldBy = async (runner: string, name: string): Promise<readonly Signal[]> => {
  const { signals } = await readSignals(`${FIXTURES}${runner}/${name}.log`)
  return signals.filter((one) => one.source === 'tool' && isRunner(one.detail.by ?? ''))
}

const brief = ({ what, detail }: Signal): Expected => [
  what,
  detail.failed ?? null,
  detail.passed ?? null,
  detail.names ?? [],
]

for (const [runner, cases] of Object.entries(recorded)) {
  describe(`outputs of ${runner}`, () => {
    test.each(Object.entries(cases))(
      `a recorded ${runner} output is understood: %s`,
      async (name, expected) => {
        const last = (await toldBy(runner, name)).at(-1)
        expect(last === undefined ? null : brief(last)).toEqual(expected)
      },
    )

    test(`no other runner reads what ${runner} printed`, async () => {
      const told = (await Promise.all(Object.keys(cases).map((name) => toldBy(runner, name)))).flat()
      const others = new Set(told.map(({ detail }) => detail.by).filter((by) => by !== runner))
      if (ALSO_PRINT_TAP.has(runner)) others.delete('tap')
      expect([...others]).toEqual([])
    })

    test(`passing ${runner} outputs tell nothing but success`, async () => {
      const green = Object.keys(cases).filter((name) => cases[name]?.[0] === 'tests-passed')
      const told = (await Promise.all(green.map((name) => toldBy(runner, name)))).flat()
      expect([...new Set(told.map(({ what }) => what))]).toEqual(green.length === 0 ? [] : ['tests-passed'])
    })
  })
}

test('every excerpt stands in the line it names', async () => {
  for (const [runner, cases] of Object.entries(recorded)) {
    for (const name of Object.keys(cases)) {
      const lines = (await readFile(`${FIXTURES}${runner}/${name}.log`, 'utf8')).split('\n').map(plain)
      for (const { at } of await toldBy(runner, name))
        expect(lines[(at?.line ?? 0) - 1]).toContain(at?.excerpt)
    }
  }
})
