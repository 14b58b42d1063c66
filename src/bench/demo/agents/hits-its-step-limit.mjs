// Uses up its turns before it has changed anything.
import { begin, end, say } from './work.mjs'

begin()
for (let turn = 1; turn <= 3; turn += 1) say(`Let me look at it once more (${turn}).`)
end(undefined, { subtype: 'error_max_turns', is_error: true, num_turns: 3 })
process.exitCode = 1
