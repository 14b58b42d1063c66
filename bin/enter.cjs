'use strict'
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

// A checkout that was never built runs from its sources: this Node reads TypeScript.
const built = join(__dirname, '../dist/interfaces/cli/main.js')
const entry = existsSync(built) ? built : join(__dirname, '../src/interfaces/cli/main.ts')
// A failure to load is a bug: it shall end the process with its stack.
void import(pathToFileURL(entry).href)
