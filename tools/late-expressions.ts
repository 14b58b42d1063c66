/**
 * V8 parses an expression when its module is loaded. The readers and rules have thousands, an output needs some
 * hundreds, and parsing all takes a tenth of the time of a small log. In the bundle, an expression that only its own
 * module names is made when it is first used.
 */
import { parseSync, Visitor, type Expression, type Program } from 'oxc-parser'

type Edit = { readonly at: number; readonly text: string }
type Constant = { readonly name: string; readonly start: number; readonly init: Expression }

const NAME = /^[A-Z][A-Z\d_]*$/
/** Functions of which the result is an expression that depends on nothing else. */
const MAKERS: ReadonlySet<string> = new Set(['anyOf', 'cued'])

/** The source with a function instead of each such expression. Its lines stay where they are. */
export function withLateExpressions(path: string, source: string): string {
  const { program } = parseSync(path, source)
  const constants = constantsOf(program)
  const { uses, others } = usesOf(program)
  const late = constants.filter(({ name }) => !others.has(name))
  const edits = late.flatMap(({ name, start, init }): readonly Edit[] => [
    { at: start, text: `let ${name}$; ` },
    { at: init.start, text: `() => (${name}$ ??= ` },
    { at: init.end, text: ')' },
    ...(uses.get(name) ?? []).map((at) => ({ at, text: '()' })),
  ])
  let text = source
  for (const edit of edits.toSorted((a, b) => b.at - a.at))
    text = text.slice(0, edit.at) + edit.text + text.slice(edit.at)
  return text
}

function constantsOf({ body }: Program): readonly Constant[] {
  return body.flatMap((one) => {
    if (one.type !== 'VariableDeclaration' || one.kind !== 'const' || one.declarations.length !== 1) return []
    const [{ id, init } = { id: null, init: null }] = one.declarations
    if (id?.type !== 'Identifier' || init === null || !NAME.test(id.name) || !isExpression(init)) return []
    return [{ name: id.name, start: one.start, init }]
  })
}

function isExpression(init: Expression): boolean {
  if (init.type === 'Literal') return 'regex' in init
  if (init.type !== 'NewExpression' && init.type !== 'CallExpression') return false
  const { callee } = init
  if (callee.type !== 'Identifier') return false
  return init.type === 'NewExpression' ? callee.name === 'RegExp' : MAKERS.has(callee.name)
}

/** Where each name is read, and the names that stand for something else somewhere: properties, other variables. */
function usesOf(program: Program): {
  uses: ReadonlyMap<string, readonly number[]>
  others: ReadonlySet<string>
} {
  const uses = new Map<string, number[]>()
  const declared = new Set<string>()
  const others = new Set<string>()
  const notUsed = (node: { readonly type: string; readonly name?: unknown }): void => {
    if (node.type === 'Identifier' && typeof node.name === 'string') others.add(node.name)
  }
  new Visitor({
    VariableDeclarator({ id }) {
      if (id.type !== 'Identifier') return
      if (declared.has(id.name)) others.add(id.name)
      declared.add(id.name)
    },
    Property: ({ key }) => notUsed(key),
    MemberExpression: ({ property, computed }) => computed || notUsed(property),
    ExportSpecifier: ({ local }) => notUsed(local),
    TSTypeQuery: ({ exprName }) => notUsed(exprName),
    ArrowFunctionExpression: ({ params }) => params.forEach(notUsed),
    FunctionDeclaration: ({ params }) => params.forEach(notUsed),
    Identifier({ name, end }) {
      if (NAME.test(name)) uses.set(name, [...(uses.get(name) ?? []), end])
    },
  }).visit(program)
  const made = new Set(
    program.body.flatMap((one) =>
      one.type === 'VariableDeclaration' ? one.declarations.map(({ id }) => id.end) : [],
    ),
  )
  const read = [...uses].map(([name, ends]) => [name, ends.filter((end) => !made.has(end))] as const)
  return { uses: new Map(read), others }
}
