// Changes something, believes in it, and is wrong.
import { begin, bug, end, write } from './work.mjs'

begin()
write(`${bug.broken}  `)
end(`Fixed ${bug.file}.`)
