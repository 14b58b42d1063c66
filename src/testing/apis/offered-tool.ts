import { list, object, text } from '../../signals/json.ts'
import type { OfferedTool } from '../model-request.ts'

/** A tool from its name and the JSON schema of its arguments. */
export function offeredTool(
  name: unknown,
  schema: unknown,
  more: Partial<Pick<OfferedTool, 'namespace' | 'isFreeForm'>> = {},
): OfferedTool {
  const { properties, required } = object(schema)
  return {
    name: text(name),
    namespace: null,
    isFreeForm: false,
    ...more,
    properties: object(properties),
    required: list(required).filter((key) => typeof key === 'string'),
  }
}
