import { MaydayError } from '../errors.ts'
import type { Place } from '../record/yaml-node.ts'

/** A config file that cannot be used. The message starts with the position, like those of compilers. */
export class ConfigError extends MaydayError {
  constructor({ file, line, column }: Place, message: string) {
    super('BAD_CONFIG', `${file}:${line}:${column}: ${message}`)
  }
}
