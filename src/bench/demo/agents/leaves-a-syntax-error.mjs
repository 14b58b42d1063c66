// Leaves code with a syntax error.
import { begin, bug, end, write } from './work.mjs'

begin()
write('((')
end(`Fixed ${bug.file}.`)
