import { posix } from 'node:path'
import { parseSync, Visitor, type Program } from 'oxc-parser'

/** The rooms in the order of a run. A room imports itself and earlier rooms. */
const rooms = [
  'reasons',
  'secrets',
  'signals',
  'diagnosis',
  'record',
  'memory',
  'recovery',
  'supervision',
  'agents',
  'sessions',
  'cards',
  'scheduling',
  'bench',
  'fleet',
  'views',
  'testing',
  'config',
  'interfaces',
]

/** A separate program, started as a process. It prints and sets its exit code, and nothing imports it. */
const PROGRAM = 'testing/agent-program.ts'

const PRINTING = new Set(['stdout', 'stderr', 'exit', 'exitCode', 'argv'])

/** Every violation of the room order in the given sources. Keys are paths below src. */
export function findViolations(sources: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(sources).flatMap(([file, text]) => {
    const { program, errors } = parseSync(file, text)
    if (errors.length > 0) return [`${file} cannot be parsed: ${errors[0]?.message}`]
    const complaints = [
      ...placeComplaint(file),
      ...importsOf(program).flatMap((target) => importComplaint(file, target)),
      ...(file === 'index.ts' && !isOnlyReExports(program) ? ['may only re-export'] : []),
      ...(roomOf(file) === 'interfaces' || isTest(file) || file === PROGRAM
        ? []
        : printsOf(program).map((what) => `uses ${what}`)),
    ]
    return complaints.map((complaint) => `${file} ${complaint}`)
  })
}

const roomOf = (file: string): string => file.split('/')[0] ?? ''
const isTest = (file: string): boolean => file.endsWith('.test.ts')

function placeComplaint(file: string): readonly string[] {
  const known =
    file === 'errors.ts' || file === 'index.ts' || (file.includes('/') && rooms.includes(roomOf(file)))
  return known ? [] : ['is in no room']
}

function importComplaint(file: string, specifier: string): readonly string[] {
  const complain = (why: string): readonly string[] => [`imports ${specifier}: ${why}`]
  if (/^mayday(?:\/|$)/.test(specifier)) return complain('a room imports files, not the package')
  if (specifier === 'node:process') return complain('use the global, which this check can see')
  if (specifier === 'node:child_process' && roomOf(file) === 'views' && !isTest(file))
    return complain('a view starts nothing')
  if (!specifier.startsWith('.')) return []
  const target = posix.join(posix.dirname(file), specifier)
  // Tests beside the code may import from tests/. Shipped code may not.
  if (target.startsWith('../tests/') && isTest(file)) return []
  if (target.startsWith('..')) return complain('it is outside src')
  if (target === PROGRAM) return complain('it is a program of its own')
  const [from, to] = [roomOf(file), roomOf(target)]
  if (target === 'errors.ts' || from === to) return []
  if (target === 'index.ts') return complain('index.ts is for users of the package')
  if (to === 'interfaces') return complain('nothing imports interfaces')
  if (to === 'testing')
    return isTest(file) || file === 'index.ts' ? [] : complain('testing is imported by no room')
  if (file === 'index.ts' || rooms.indexOf(to) < rooms.indexOf(from)) return []
  return complain(`${to} does not come before ${from}`)
}

/** Every module that a program names: static, dynamic, re-exported, or in a type. */
function importsOf(program: Program): readonly string[] {
  const found: string[] = []
  const add = (node: { readonly source?: unknown }): void => {
    if (isLiteral(node.source)) found.push(node.source.value)
  }
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program)
  return found
}

const isLiteral = (node: unknown): node is { readonly value: string } =>
  typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string'

const isOnlyReExports = ({ body }: Program): boolean =>
  body.every(
    (node) =>
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && node.source !== null),
  )

/** Where a program prints, reads the command line or sets the exit code. */
function printsOf(program: Program): readonly string[] {
  const found: string[] = []
  const add = (name: string): void => {
    if (PRINTING.has(name)) found.push(`process.${name}`)
  }
  new Visitor({
    Identifier: (node) => {
      if (node.name === 'console') found.push('console')
    },
    MemberExpression: ({ object, property }) => {
      if (object.type === 'Identifier' && object.name === 'process') add(nameOf(property))
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier' || init.name !== 'process') return
      for (const part of id.properties) if (part.type === 'Property') add(nameOf(part.key))
    },
  }).visit(program)
  return found
}

function nameOf(node: object): string {
  if ('name' in node && typeof node.name === 'string') return node.name
  return isLiteral(node) ? node.value : ''
}
