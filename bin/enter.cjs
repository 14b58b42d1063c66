'use strict'
const { existsSync } = require('node:fs')
const { join } = require('node:path')

require('./compile-cache.cjs').useCompileCache()
const built = join(__dirname, '../dist/interfaces/cli/main.cjs')
// The hook of an agent is a separate bundle, because the agent waits for it.
const hook = join(__dirname, '../dist/interfaces/hook.cjs')
if (process.argv.length === 3 && process.argv[2] === 'hook' && existsSync(hook)) require(hook)
else if (existsSync(built)) require(built)
// A checkout that was never built runs from its sources, because this Node reads TypeScript. A failure to load is a
// bug and ends the process with its stack.
else void import(require('node:url').pathToFileURL(join(__dirname, '../src/interfaces/cli/main.ts')).href)
