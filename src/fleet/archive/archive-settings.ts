/** Where the logs of ended runs are kept. */
export type ArchiveSettings = {
  /** `s3://bucket/prefix`. */
  readonly archive?: string
  /** The server; the default is AWS. */
  readonly endpoint?: string
  readonly region?: string
}
