// Leaves code that ends the tests at once, with an exit code that says nothing.
import { begin, bug, end, write } from './work.mjs'

begin()
write(bug.death)
end(`Fixed ${bug.file}.`)
