// Finds the bug, mends it, and says so.
import { begin, bug, end, say, write } from './work.mjs'

begin()
say(`The test is right and ${bug.file} is wrong.`)
write(bug.fixed)
end(`Fixed ${bug.file}.`)
