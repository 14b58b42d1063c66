import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RunFolder } from '../run-folder.ts'
import { judgeAnswer } from './judge-answer.ts'
import { keepOpinion, opinionIn, type RunOpinion } from './kept-opinion.ts'

test('an answer with an unknown reason is kept', () => {
  const root = mkdtempSync(join(tmpdir(), 'mayday-opinion-'))
  try {
    const folder = new RunFolder(join(root, 'logs/20261103/run'))
    folder.create()
    const said = '{"reason": "BAD_LUCK", "line": 3, "quote": "it rained", "sentence": "It rained."}'
    const { answer, why } = judgeAnswer(said, { lines: [], lineCount: 0, sha256: '' }, 'worker.log')
    const opinion: RunOpinion = {
      format: 'mayday.opinion/1',
      at: '2026-11-03T10:00:00.000Z',
      reason: null,
      evidence: null,
      asked: {
        agent: 'claude',
        outcome: 'thrown-away',
        why,
        answer,
        model: null,
        costUsd: null,
        tokens: null,
        cached: false,
      },
    }
    keepOpinion(folder, opinion)
    expect(opinionIn(folder)).toEqual(opinion)
  } finally {
    rmSync(root, { recursive: true })
  }
})
