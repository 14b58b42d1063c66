import type { Finding, ToolReader } from './tool-reader.ts'

/** Stack frames of the module loader. They show that the error ended the program while it was loading. */
const LOADER =
  /^(?:node:)?internal\/(?:modules|process)\/|^\s+at .*\b(?:node:)?internal\/modules\/(?:cjs|esm|package_json_reader|run_main)/
const PLACE = /^((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^\s:][^:]{0,300}\.(?:[cm]?[jt]sx?|json)):\d+$/
const LOAD =
  /^(?:Uncaught )?(?:Error(?: \[ERR_MODULE_NOT_FOUND\])?: Cannot find (?:module|package) '|Error \[ERR_(?:MODULE_NOT_FOUND|UNKNOWN_FILE_EXTENSION|UNSUPPORTED_DIR_IMPORT|PACKAGE_PATH_NOT_EXPORTED|REQUIRE_ESM|INVALID_PACKAGE_CONFIG)\]|TypeError \[ERR_UNKNOWN_FILE_EXTENSION\]|SyntaxError(?: \[[A-Z_]+\])?: |\[?(?:ERR_)?SyntaxError)/
/** The name of a package, unlike a path, an alias of the project or a part of Node.js. */
const PACKAGE =
  /Cannot find (?:module|package) ['"](?!\.{0,2}\/|[A-Za-z]:[\\/]|file:|node:|[@~#$]\/|#|(?:src|dist|build|lib|app)\/)(?:@[\w.-]+\/)?[\w.-]+(?:\/[\w./-]+)?['"]/
/** A file of a package that the project installs. Global packages are programs of their own. */
const INSTALLED = /Cannot find (?:module|package) ['"][^'"]{0,300}(?<![\\/]lib)[\\/]node_modules[\\/]/
const BUN = /^error: Cannot find (?:module|package) ["'][^"']{1,300}["'] from ["']/
const ENDED = /^Node\.js v\d+\.\d+/
const CODE = /^\s+code: '(?:ERR_)?MODULE_NOT_FOUND'/

/** The error that is being read: its file and its message. */
type Told = { file: string; message: string }

function take(told: Told): Finding {
  const { file, message } = told
  ;[told.file, told.message] = ['', '']
  return {
    what: PACKAGE.test(message) || INSTALLED.test(message) ? 'install-failed' : 'build-failed',
    message,
    tentative: true,
    inPlace: true,
    detail: file === '' ? {} : { names: [file] },
  }
}

function readLine(told: Told, text: string): Finding | null {
  const place = PLACE.exec(text)?.[1]
  if (place !== undefined) {
    ;[told.file, told.message] = [place.replace(/^file:\/\//, ''), '']
    return null
  }
  if (BUN.test(text)) return { what: PACKAGE.test(text) ? 'install-failed' : 'build-failed' }
  if (LOAD.test(text)) {
    told.message = text
    return null
  }
  const isLoading = LOADER.test(text) || CODE.test(text) || ENDED.test(text)
  return told.message !== '' && isLoading ? take(told) : null
}

export const nodeLoad: ToolReader = {
  name: 'node',
  title: 'Node.js module loading',
  cue: /internal\/(?:modules|process)|^(?:file:\/\/)?(?:\/|[A-Za-z]:).*:\d+$|Cannot find (?:module|package)|ERR_|SyntaxError|^Node\.js v\d|MODULE_NOT_FOUND/,
  open: () => {
    const told: Told = { file: '', message: '' }
    return { line: (text) => readLine(told, text) }
  },
}
