// Leaves code with which the tests never end.
import { begin, bug, end, write } from './work.mjs'

begin()
write(bug.loop)
end(`Fixed ${bug.file}.`)
