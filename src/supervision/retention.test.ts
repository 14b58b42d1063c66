import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProject } from '../record/project.ts'
import { uuidv7 } from '../record/uuid.ts'
import { listFolders } from './retention.ts'

test('listing run folders reports its progress', () => {
  const root = mkdtempSync(join(tmpdir(), 'mayday-retention-'))
  try {
    const project = findProject(root, { MAYDAY_STATE: join(root, 'state') })
    for (let run = 0; run < 3; run += 1)
      mkdirSync(join(project.record, 'logs', '20261118', uuidv7()), { recursive: true })
    const seen: string[] = []
    const listed = listFolders(
      project,
      () => null,
      (done, total) => void seen.push(`${done} of ${total}`),
    )
    expect([listed.length, seen]).toEqual([3, ['0 of 3', '1 of 3', '2 of 3']])
  } finally {
    rmSync(root, { recursive: true })
  }
})
