// Says that all is well without having touched a file.
import { begin, end } from './work.mjs'

begin()
end('All done, the tests should pass now.')
