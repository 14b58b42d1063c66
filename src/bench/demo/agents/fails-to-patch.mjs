// Makes a patch that does not apply, and stops.
import { spawnSync } from 'node:child_process'
import { begin, bug, end, say } from './work.mjs'

begin()
const patch = `--- a/${bug.file}\n+++ b/${bug.file}\n@@ -1,1 +1,1 @@\n-a line that is not there\n+another line\n`
const { status, stderr } = spawnSync('git', ['apply', '-'], { input: patch, encoding: 'utf8' })
if (status === 0) throw new Error('the patch was not supposed to apply')
say(`git apply failed: ${stderr.trim().split('\n')[0]}`)
say('[MAYDAY_FAILURE:TOOL_ERROR]\nFAILURE_REASON: My patch does not apply.')
end('My patch does not apply.')
