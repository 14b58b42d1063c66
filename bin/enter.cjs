'use strict'
const { existsSync } = require('node:fs')
const { join } = require('node:path')

// Half of a short command's time goes into compiling: Node keeps the result in its own cache folder.
require('node:module').enableCompileCache()
const built = join(__dirname, '../dist/interfaces/cli/main.cjs')
if (existsSync(built)) require(built)
// A checkout that was never built runs from its sources: this Node reads TypeScript. A failure to load is a
// bug: it shall end the process with its stack.
else void import(require('node:url').pathToFileURL(join(__dirname, '../src/interfaces/cli/main.ts')).href)
