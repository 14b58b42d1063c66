// Changes the wrong thing and reports success.
import { begin, bug, end, write } from './work.mjs'

begin()
write(`${bug.broken}  `)
end(`Fixed ${bug.file}.`)
