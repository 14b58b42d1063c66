'use strict'
/**
 * Half of a short command's time goes into compiling. Node can keep the compiled code on disk, but it executes
 * whatever it finds there: entries have a checksum but no signature. Its default folder is in the shared temporary
 * folder, where any user of the machine can prepare entries.
 *
 * C1 The cache is in the user's own cache folder, and nobody else can write to it or replace a folder above it.
 * C2 Where that cannot be shown there is no cache: commands start slower and do the same.
 */
const { lstatSync, mkdirSync, realpathSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { homedir, userInfo } = require('node:os')
const { dirname, isAbsolute, join } = require('node:path')

const OTHERS_WRITE = 0o022
const STICKY = 0o1000

exports.useCompileCache = () => {
  // Node has enabled it by itself before this line: where the user keeps the cache is the user's business.
  if (process.env.NODE_COMPILE_CACHE) return
  try {
    const folder = ownFolder(join(cacheHome(), 'mayday', 'compile-cache'))
    if (folder !== null) enableCompileCache(folder)
  } catch {
    // C2: a home that is missing, read-only or full costs only time.
  }
}

function cacheHome() {
  const { XDG_CACHE_HOME: chosen } = process.env
  // An empty HOME makes a relative path, which would lead into whatever folder a command is started in.
  const home = isAbsolute(homedir()) ? homedir() : userInfo().homedir
  return chosen && isAbsolute(chosen) ? chosen : join(home, '.cache')
}

/** The real path of a folder that satisfies C1, made if it is missing; else null. */
function ownFolder(path) {
  if (!exists(path)) {
    if (!isOutOfReach(realpathSync(nearestExisting(path)))) return null
    mkdirSync(path, { recursive: true, mode: 0o700 })
  }
  const found = lstatSync(path)
  if (!found.isDirectory() || found.mode & OTHERS_WRITE || !isMine(found)) return null
  const real = realpathSync(path)
  return isOutOfReach(dirname(real)) ? real : null
}

const exists = (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

const nearestExisting = (path) => (exists(path) ? path : nearestExisting(dirname(path)))

/** Whether nobody but this user and root can rename or replace anything on the way to a folder. */
function isOutOfReach(folder) {
  const found = lstatSync(folder)
  const isShared = found.mode & OTHERS_WRITE && !(found.mode & STICKY)
  if (process.getuid && (isShared || !(isMine(found) || found.uid === 0))) return false
  const parent = dirname(folder)
  return parent === folder || isOutOfReach(parent)
}

/** Windows has no owner to compare: a profile folder is private there. */
const isMine = ({ uid }) => !process.getuid || uid === process.getuid()
