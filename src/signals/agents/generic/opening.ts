import type { JsonObject } from '../../bytes/records.ts'
import { object, text } from '../../json.ts'
import { asWords } from './outcomes.ts'

const STARTS =
  /^(?:system )?init(?:iali[sz]ed)?$|\b(?:agent|turn|iteration|session|conversation|thread|run|step) (?:start(?:ed)?|begin|created|init)\b/

/** A record with which an agent's stream begins: it says who runs, or what was asked. */
export function isOpening(record: JsonObject): boolean {
  const inner = object(record['event'] ?? record['message'] ?? record['data'])
  const names = [record, inner].flatMap((one) =>
    ['type', 'event', 'subtype', 'hookEventName', 'name'].map((key) => text(one[key])),
  )
  const roles = [text(record['role']), text(inner['role'])]
  return roles.includes('user') || names.some((name) => name.length < 60 && STARTS.test(asWords(name)))
}
