/** Unusual outputs of any size. A reader must process each in linear time. */
type Shape = (bytes: number) => Buffer

const repeat =
  (unit: string | Buffer): Shape =>
  (bytes) =>
    Buffer.alloc(Math.ceil(bytes / unit.length) * unit.length, unit)

const after =
  (head: string | Buffer, unit: string | Buffer, end = ''): Shape =>
  (bytes) =>
    Buffer.concat([Buffer.from(head), repeat(unit)(bytes), Buffer.from(end)])

const numbered =
  (line: (n: number) => string): Shape =>
  (bytes) => {
    const lines: string[] = []
    for (let n = 0, size = 0; size < bytes; n += 1) {
      lines.push(line(n))
      size += lines.at(-1)?.length ?? 1
    }
    return Buffer.from(lines.join(''))
  }

const nested =
  (open: string, close: string): Shape =>
  (bytes) => {
    const depth = Math.ceil(bytes / (open.length + close.length))
    return Buffer.from(`${open.repeat(depth)}1${close.repeat(depth)}\n`)
  }

const wide = (text: string, big = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

const bom = Buffer.from([0xff, 0xfe])
const bigBom = Buffer.from([0xfe, 0xff])

const STAMP = '2026-03-01T10:00:00.1234567Z'

export const nastyShapes: Readonly<Record<string, Shape>> = {
  'a CI run of jobs': numbered((n) => `job ${n}\tstep\t${STAMP} words\n`),
  'a CI job of steps': numbered((n) => `job\tstep ${n}\t${STAMP} words\n`),
  'a CI job of failed steps': numbered(
    (n) =>
      `${STAMP} ##[group]Run step ${n}\n${STAMP} ##[endgroup]\n${STAMP} Error: x\n${STAMP} ##[error]Process completed with exit code 1.\n`,
  ),
  'CI jobs that take turns': numbered((n) => `[CI/${n % 600}] ⭐ Run Main x\n[CI/${n % 600}]   | words\n`),
  'sections on one line': after('Running with gitlab-runner 17\n', 'section_start:1:step_script[a=b]\r'),
  'tracebacks without an end': repeat('Traceback (most recent call last):\n'),
  'objects without an end': repeat('{"a\n'),
  'objects without an end on one line': repeat('{"a'),
  'objects that never close': repeat('{"a":\n'),
  'objects that break at the next line': repeat('{"a":1,\n'),
  'lone braces': repeat('{\n'),
  'lone braces and blank lines': repeat('{\n   \n\n'),
  'an object of many lines without an end': after('{\n', '"a": 1,\n'),
  'an array of many lines without an end': after('[\n', '1,\n'),
  'records inside an object without an end': after('{"x":[\n', '{"a": 1},\n'),
  'a long record and then something else': after('{"a": [\n', '1,\n', 'garbage\n'),
  'a string without an end': after('{"', '\\"'),
  'deep lists': nested('[', ']'),
  'deep objects': nested('{"a":', '}'),
  'deep messages': nested('{"role":"assistant","content":', '}'),
  'deep parts': nested('{"role":"assistant","content":[', ']}'),
  'deep errors': nested('{"type":"error","error":', '}'),
  'deep causes': nested('{"error":{"cause":', '}}'),
  'deep lines': repeat('{"a":[\n'),
  'python dicts': numbered((n) => `{'a': ${n}, 'b': 'error'}\n`),
  'short python dicts': repeat("{'a': 1}\n"),
  'objects of code': repeat('{a:1}\n'),
  'objects with a bad escape': repeat('{"a":"\\q"}\n'),
  'objects with something behind them': repeat('{} x}\n'),
  'good and bad objects in turn': repeat('{"a":1}\n{\'a\':1}\n'),
  'brackets in turn': repeat('{[}]'),
  'brackets in turn on lines': repeat('{[}]\n'),
  'lines of quotes': repeat('"""""""\n'),
  'lines of backslashes': repeat('\\\\\\\\\\\n'),
  'one line': repeat('a'),
  'white space': repeat(' '),
  'lines of white space': repeat(`${' '.repeat(1900)}x\n`),
  'long lines of white space': repeat(`${' '.repeat(60_000)}x\n`),
  'empty lines': repeat('\n'),
  'progress bars': repeat('progress 10%\r'),
  'carriage returns': repeat('\r'),
  colours: repeat('\u001B[31m'),
  'lines of colours': repeat('\u001B[31m\u001B[0m error\n'),
  escapes: repeat('\u001B'),
  'titles without an end': repeat('\u001B]'),
  'strings of a terminal without an end': repeat(`\u001BP${'a'.repeat(20)}`),
  assignments: repeat('a='),
  'lines of assignments': repeat(`${'a='.repeat(950)}\n`),
  'error error error': repeat('error '),
  'lines of error error error': repeat(`${'error '.repeat(320)}\n`),
  'lines of counts': repeat(`${'1 failed, '.repeat(190)}\n`),
  'lines of digits': repeat(`${'1'.repeat(1900)}\n`),
  'lines of bars': repeat(`${'|'.repeat(1900)}x error\n`),
  'lines of tags': repeat(`${'<a '.repeat(630)}\n`),
  'pages without an end': repeat('<html><title>500 error</title>\n'),
  fences: repeat('```\n'),
  'fences without an end': repeat('```js\n'),
  'a fence without an end': after('```js\n', 'code\n'),
  diffs: repeat('--- a/x\n'),
  'a diff without an end': after('--- a/x\n', '+x\n'),
  'code blocks with text between them': repeat('```\n[MAYDAY_FAILURE:TESTS_FAILED]\n```\nsaid\n'),
  'tags of code that match none': repeat('<pre>\n</code>\n'),
  'one line of fences': repeat('a ```'),
  markers: repeat('[MAYDAY_FAILURE:TESTS_FAILED]\n'),
  'stated reasons full of white space': repeat(`FAILURE_REASON: a${' '.repeat(60_000)}a\n`),
  'stated reasons': repeat('FAILURE_REASON: because\n'),
  base64: repeat('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAx'),
  'lines of base64': repeat('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5\n'),
  'UTF-16 objects without an end': after(bom, wide('{"a\n')),
  'UTF-16 objects without an end, the other way round': after(bigBom, wide('{"a\n', true)),
  'UTF-16 with line ends across characters': after(bom, Buffer.from([0x41, 0x0a, 0x00, 0x41])),
  'no UTF-8': repeat(Buffer.from([0xff, 0xfe, 0x80, 0x7b, 0x22, 0x0a])),
  'records that are no UTF-8': repeat(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d, 0x0a])),
  'tiny records': repeat('{}\n'),
  'tiny records with text between them': repeat('{"":1}\n\n'),
  'records of ever other types': numbered((n) => `{"type":"t${n}","k${n}":1}\n`),
  'records of errors': numbered((n) => `{"type":"error","error":{"message":"boom ${n}"}}\n`),
  'records of tools': numbered(
    (n) => `{"type":"tool_call","id":"${n}","name":"bash","input":{"command":"ls"}}\n`,
  ),
  'a list of errors': after('[', '{"error":"x"},', '1]\n'),
  'a list of other errors': (bytes) =>
    Buffer.concat([Buffer.from('['), numbered((n) => `{"error":"boom ${n}"},`)(bytes), Buffer.from('1]\n')]),
  'a list of errors that stand nowhere': after('[\n', '{"error":"\\u0041\\u0042"},\n', '1]\n'),
  'an object with a list of errors': after('{"a":[', '{"error":"x"},', '1]}\n'),
  'records behind a prefix that are none': repeat('x {"a":1} {"a":1}\n'),
}
