import { SignalReader as GivenReader, type ReaderOptions } from '../signals/reader.ts'
import { agentReaders } from './readers.ts'

/** A reader of one output that knows all agents: `push` bytes, then `end`. */
export class SignalReader extends GivenReader {
  constructor(options: ReaderOptions = {}) {
    super({ ...options, agents: agentReaders })
  }
}
