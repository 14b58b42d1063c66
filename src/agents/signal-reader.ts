import { SignalReader as GivenReader, type ReaderOptions } from '../signals/reader.ts'
import { agentReaders } from './readers.ts'

/** The reader of one output, which knows all agents: `push` bytes, then `end`. */
export class SignalReader extends GivenReader {
  constructor(options: ReaderOptions = {}) {
    super({ ...options, agents: agentReaders })
  }
}
