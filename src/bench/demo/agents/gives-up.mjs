// Admits that it cannot do it, in the way it was told to.
import { begin, end, say } from './work.mjs'

begin()
say('[MAYDAY_FAILURE:AGENT_GAVE_UP]\nFAILURE_REASON: I do not understand what the test expects.')
end('I could not find out what the test expects.')
