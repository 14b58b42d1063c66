// Reports success without having changed a file.
import { begin, end } from './work.mjs'

begin()
end('All done, the tests should pass now.')
