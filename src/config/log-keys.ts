import type { Config } from './config.ts'
import type { SectionEntry } from './schema.ts'
import { text } from './value-types.ts'

/** Logs leave the machine, so the values need trust. */
export const logKeys: SectionEntry<Config['logs']> = {
  kind: 'section',
  key: 'logs',
  executes: true,
  help: 'An archive for the logs of a fleet, in any store with the API of S3. See [fleet.md](fleet.md#an-archive).',
  entries: {
    archive: {
      kind: 'value',
      key: 'archive',
      type: text(
        'an address like s3://bucket/prefix',
        /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](?:\/[\w.~/-]*)?$/,
      ),
      default: null,
      help: 'where a node copies the log of a run at its end, with secrets masked',
      example: 's3://team-logs/mayday',
    },
    endpoint: {
      kind: 'value',
      key: 'endpoint',
      type: text('an address like https://s3.example.com', /^https?:\/\/[^\s/]+\/?$/),
      default: null,
      help: 'the server, if it is not AWS',
    },
    region: {
      kind: 'value',
      key: 'region',
      type: text('a region like eu-central-1', /^[\w-]+$/),
      default: 'us-east-1',
      help: 'the region of the bucket',
    },
  },
}
