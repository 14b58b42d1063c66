#!/usr/bin/env node
'use strict'
// The oldest Node must be able to read this file and to say what is missing: ES5, no import().
var fs = require('fs')
var path = require('path')

var OLDEST = 24
/** EX_CONFIG: this machine cannot run Mayday as it is. */
var TOO_OLD = 78

// An npm link or a .bin entry is a symbolic link. The files of Mayday are next to the real file.
var here = path.dirname(fs.realpathSync(__filename))

if (major(process.versions.node) >= OLDEST) {
  require('./enter.cjs')
} else {
  var node = findNode(here)
  if (node === null) refuse()
  else runWith(node)
}

function major(version) {
  return parseInt(version, 10)
}

/**
 * A Node that npm installed nearby, new enough by its own package.json. A folder in which another user can put a
 * node_modules, such as /tmp above a checkout, is passed over.
 */
function findNode(folder) {
  var found = isTrusted(folder) ? nodeIn(folder) : null
  var parent = path.dirname(folder)
  return found !== null || parent === folder ? found : findNode(parent)
}

function isTrusted(folder) {
  if (!process.getuid) return true
  var found = fs.statSync(folder)
  // The owner of this file can change what it does anyway.
  var owners = [0, process.getuid(), fs.statSync(__filename).uid]
  return owners.indexOf(found.uid) >= 0 && (found.mode & 2) === 0
}

function nodeIn(folder) {
  var platform = process.platform === 'win32' ? 'win' : process.platform
  var names = ['node-' + platform + '-' + process.arch, 'node-bin-' + platform + '-' + process.arch, 'node']
  for (var i = 0; i < names.length; i++) {
    var found = binaryOf(path.join(folder, 'node_modules', names[i]))
    if (found !== null) return found
  }
  return null
}

function binaryOf(folder) {
  var binary = path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  try {
    var version = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).version
    return major(version) >= OLDEST && fs.statSync(binary).isFile() ? binary : null
  } catch (error) {
    // Not installed here. The next place may have it. If none has, refuse() says so.
    return null
  }
}

function runWith(binary) {
  var args = process.execArgv.concat([path.join(here, 'mayday.cjs')], process.argv.slice(2))
  var child = require('child_process').spawn(binary, args, { stdio: 'inherit' })
  var passed = passSignals(child)
  child.on('error', refuse)
  child.on('exit', function (code, signal) {
    passed.forEach(function (name) {
      process.removeAllListeners(name)
    })
    if (signal === null) process.exit(code)
    // The caller sees the same ending: the signal, not a made-up code.
    process.kill(process.pid, signal)
  })
}

function passSignals(child) {
  // A terminal sends these two to both processes. If they were passed on, each would arrive twice, which means "at once".
  var fromTerminal = process.stdin.isTTY ? ['SIGINT', 'SIGQUIT'] : []
  var names = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']
  names.forEach(function (name) {
    process.on(name, function () {
      if (fromTerminal.indexOf(name) < 0) child.kill(name)
    })
  })
  return names
}

/** A clone brings its own Node. An installed package does not, and npm must not be run in it. */
function wayOut() {
  var folder = path.dirname(here)
  return fs.existsSync(path.join(folder, 'tools', 'node', 'package.json'))
    ? 'Install a newer Node, or run "npm ci" in ' + folder + ', which brings one.'
    : 'Install a newer Node (https://nodejs.org, or "nvm install ' + OLDEST + '"), and run it again.'
}

function refuse() {
  process.stderr.write(
    'mayday needs Node ' + OLDEST + ' or newer and this is ' + process.versions.node + '. ' + wayOut() + '\n'
  )
  process.exit(TOO_OLD)
}
