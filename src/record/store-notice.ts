/** What happened to the file behind the store. */
export type StoreNotice =
  /** It was damaged, and is kept under the new name. */
  | { readonly kind: 'set-aside'; readonly path: string; readonly keptAs: string }
  /** It was deleted while it was open, and a new one was made. */
  | { readonly kind: 'gone'; readonly path: string }

/** One sentence for people. */
export function describeNotice(notice: StoreNotice): string {
  switch (notice.kind) {
    case 'set-aside':
      return `The store at ${notice.path} was damaged. It is kept as ${notice.keptAs}, and a new one was made.`
    case 'gone':
      return `The store at ${notice.path} was deleted while it was in use. A new one was made.`
  }
}
