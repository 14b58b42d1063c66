import type { Finding, ToolReader } from './tool-reader.ts'

const TRACEBACK = /^Traceback \(most recent call last\):/
const FRAME = /^ {2}File "([^"]{1,300})", line \d+/
/** Python errors of a program that cannot be loaded. */
const LOAD = /^(?:SyntaxError|IndentationError|TabError|ImportError|ModuleNotFoundError): /
const NO_MODULE =
  /^(?:\S*[/\\])?(?:python[\d.]*|py|pypy[\d.]*)(?:\.exe)?: (?:No module named|Error while finding module|can't open file)/
const LIBRARY = /site-packages|dist-packages|[/\\]lib[/\\]python|<frozen|<string>/

export const pythonLoad: ToolReader = {
  name: 'python',
  title: 'Python imports and syntax',
  cue: /^Traceback |^ {2}File "|^(?:Syntax|Indentation|Tab|Import|ModuleNotFound)Error: |No module named|can't open file/,
  open: () => {
    let own: string | null = null
    let inTrace = false
    const line = (text: string): Finding | null => {
      if (TRACEBACK.test(text)) {
        inTrace = true
        own = null
        return null
      }
      const file = FRAME.exec(text)?.[1]
      if (file !== undefined) {
        inTrace = true
        if (!LIBRARY.test(file)) own = file
        return null
      }
      if (NO_MODULE.test(text)) return { what: 'command-missing' }
      if (!inTrace || !LOAD.test(text)) return null
      inTrace = false
      const names = own === null ? {} : { names: [own] }
      own = null
      return { what: 'build-failed', detail: names }
    }
    return { line }
  },
}
