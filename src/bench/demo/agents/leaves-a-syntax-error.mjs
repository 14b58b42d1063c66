// Leaves code behind that cannot be loaded.
import { begin, bug, end, write } from './work.mjs'

begin()
write('((')
end(`Fixed ${bug.file}.`)
