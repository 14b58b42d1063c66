import type { Finding, ToolReader } from './tool-reader.ts'

const TRACEBACK = /^Traceback \(most recent call last\):/
const FRAME = /^ {2}File "([^"]{1,300})", line \d+/
/** Python errors of a program that cannot be loaded. */
const LOAD = /^(?:SyntaxError|IndentationError|TabError|ImportError|ModuleNotFoundError): /
const NO_MODULE =
  /^(?:\S*[/\\])?(?:python[\d.]*|py|pypy[\d.]*)(?:\.exe)?: (?:No module named|Error while finding module|can't open file)/
const LIBRARY = /site-packages|dist-packages|[/\\]lib[/\\]python|<frozen|<string>/
/** An installed package, unlike the loader of Python, which may load a module of the project. */
const INSTALLED = /(?:site|dist)-packages/

const MODULE = /^ModuleNotFoundError: No module named '?([\w-]+)(\.[\w.-]+)?/
/** Names of folders and files in many projects, so the project itself lacks the module. */
const OWN =
  /^(?:_\w+|api|app|apps|backend|base|bot|cli|common|conf|config|configs|const|constants|core|data|dataset|datasets|db|engine|env|exceptions|frontend|functions|game|handlers|helper|helpers|lib|libs|logger|main|model|models|modules|my\w*|pages|plugins|routes|scripts|server|services|settings|shared|source|src|test|tests|tools|train|types|ui|util|utils|views|web|workers?)$/
/** Parts of the system or of other packages that an import needs. */
const NEEDS =
  /^ImportError: (?:lib[\w.+-]+: cannot open shared object|DLL load failed|cannot import name '[^']{1,200}' from '[^']{1,200}' \([^)]{0,300}(?:site|dist)-packages|Missing (?:optional |required )?dependenc|(?:Please |You (?:need|must) )(?:to )?install\b|.{0,200}\b(?:(?:pip|conda) install|pip or conda|is not installed|requires the \S{1,60} (?:library|package)))/

export const pythonLoad: ToolReader = {
  name: 'python',
  title: 'Python imports and syntax',
  cue: /^Traceback |^ {2}File "|^(?:Syntax|Indentation|Tab|Import|ModuleNotFound)Error: |No module named|can't open file/,
  open: () => {
    const trace: Trace = { own: [], last: '', isOpen: false }
    return { line: (text) => readLine(trace, text) }
  },
}

/** The traceback that is being read: the files of the project in it, and the last file. */
type Trace = { own: string[]; last: string; isOpen: boolean }

function readLine(trace: Trace, text: string): Finding | null {
  if (TRACEBACK.test(text)) {
    Object.assign(trace, { own: [], last: '', isOpen: true })
    return null
  }
  const file = FRAME.exec(text)?.[1]
  if (file !== undefined) {
    trace.isOpen = true
    trace.last = file
    if (!LIBRARY.test(file)) trace.own.push(file)
    return null
  }
  if (NO_MODULE.test(text)) return { what: 'command-missing' }
  if (!trace.isOpen || !LOAD.test(text)) return null
  const own = trace.own.at(-1)
  const isForeign = NEEDS.test(text) || lacksPackage(text, trace)
  Object.assign(trace, { own: [], last: '', isOpen: false })
  return {
    what: isForeign ? 'install-failed' : 'build-failed',
    detail: own === undefined ? {} : { names: [own] },
  }
}

/** If a part of a module is missing, the module itself is there, so it is most often one of the project. */
function lacksPackage(text: string, { own, last }: Trace): boolean {
  const [, name = '', part] = MODULE.exec(text) ?? []
  if (name === '') return false
  if (INSTALLED.test(last)) return true
  if (OWN.test(name)) return false
  return part === undefined && !own.some((file) => file.split(/[/\\]/).some((one) => isNamed(one, name)))
}

const isNamed = (path: string, name: string): boolean =>
  path.replace(/\.py$/, '').replaceAll('-', '_') === name
