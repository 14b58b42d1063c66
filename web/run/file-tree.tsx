/** The changed files by folder. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Changes } from '../../src/views/changes.ts'
import { Icon } from '../parts/icon.tsx'
import { baseName, count } from '../words.ts'

type File = Changes['files'][number]

/** A longer list is searched, not read. */
const MOST = 300
const SEARCHED_FROM = 20

export const anchorOf = (path: string): string => `file-${encodeURIComponent(path)}`

/** A file, and which of all files it is. */
type Place = { readonly file: File; readonly at: number }

type TreeProps = { readonly files: readonly File[]; readonly onPick: (at: number) => void }

export function FileTree({ files, onPick }: TreeProps): VNode {
  const [sought, setSought] = useState('')
  const [picked, setPicked] = useState('')
  const wanted = sought.trim().toLowerCase()
  const found: readonly Place[] = files.flatMap((file, at) =>
    file.path.toLowerCase().includes(wanted) ? [{ file, at }] : [],
  )
  const pick = (path: string, at: number): void => {
    setPicked(path)
    onPick(at)
    // The section may be drawn only now.
    requestAnimationFrame(() => document.getElementById(anchorOf(path))?.scrollIntoView({ block: 'start' }))
  }
  return (
    <nav aria-label="Changed files">
      {files.length < SEARCHED_FROM ? null : (
        <input
          class="in"
          type="search"
          aria-label="Search the files"
          placeholder="Search the files"
          value={sought}
          onInput={(event) => setSought(event.currentTarget.value)}
        />
      )}
      {byFolder(found.slice(0, MOST)).map(([folder, inside]) => (
        <Folder key={folder} name={folder} inside={inside} picked={picked} pick={pick} />
      ))}
      {found.length <= MOST ? null : (
        <p class="xs dim">{count(found.length - MOST)} more: search for them.</p>
      )}
    </nav>
  )
}

type FolderProps = {
  readonly name: string
  readonly inside: readonly Place[]
  readonly picked: string
  readonly pick: (path: string, at: number) => void
}

const Folder = ({ name, inside, picked, pick }: FolderProps): VNode => (
  <div>
    {name === '' ? null : (
      <p>
        <Icon name="down" />
        {name}
      </p>
    )}
    {inside.map(({ file, at }) => (
      <a
        key={file.path}
        href={`#${anchorOf(file.path)}`}
        title={file.path}
        aria-current={file.path === picked ? 'true' : undefined}
        onClick={(event) => {
          event.preventDefault()
          pick(file.path, at)
        }}
      >
        <span class={file.change === 'deleted' ? 'cut gone' : 'cut'}>{baseName(file.path)}</span>
        <span class="pm">{countsOf(file)}</span>
      </a>
    ))}
  </div>
)

function byFolder(places: readonly Place[]): readonly (readonly [string, readonly Place[]])[] {
  const folders = new Map<string, Place[]>()
  for (const place of places) {
    const folder = folderOf(place.file.path)
    folders.set(folder, [...(folders.get(folder) ?? []), place])
  }
  return [...folders]
}

const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')

export function countsOf({ change, added, removed }: File): string {
  if (change === 'mode') return 'mode'
  if (added === null || removed === null) return 'binary'
  return [added === 0 ? null : `+${count(added)}`, removed === 0 ? null : `−${count(removed)}`]
    .filter((part) => part !== null)
    .join(' ')
}
