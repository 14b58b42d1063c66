// Finds the bug, fixes it, and reports success.
import { begin, bug, end, say, write } from './work.mjs'

begin()
say(`The test is right and ${bug.file} is wrong.`)
write(bug.fixed)
end(`Fixed ${bug.file}.`)
