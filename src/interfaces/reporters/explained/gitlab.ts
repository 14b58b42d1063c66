import { createHash } from 'node:crypto'
import type { Explanation } from '../../../diagnosis/explain.ts'
import { shownJson } from '../../shown.ts'
import { namedFile } from './named-file.ts'
import { headline, meaningOf, nextOf, saidBy } from './words.ts'

/**
 * An explanation as a Code Quality report of GitLab: one issue after a failure, otherwise none. An issue needs a
 * file; if the evidence names none, the issue points to the log.
 */
export function renderGitlab(found: Explanation, workspace: string): string {
  return `${shownJson(found.verdict === 'failed' ? [issueOf(found, workspace)] : [], 2)}\n`
}

function issueOf(found: Explanation, workspace: string): object {
  const [first] = found.evidence
  const place = namedFile(found, workspace)
  const path = place?.path ?? first?.file ?? 'agent'
  const next = nextOf(found)
  return {
    description: [
      `${headline(found)}: ${meaningOf(found)}`,
      ...(first === undefined ? [] : [saidBy(first)]),
      ...(next === null ? [] : [`Next: ${next}`]),
    ].join('\n'),
    check_name: found.reason,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([found.reason, path, found.rule]))
      .digest('hex'),
    severity: SEVERITIES[found.class ?? 'unknown'] ?? 'major',
    location: { path, lines: { begin: place?.line ?? first?.line ?? 1 } },
  }
}

/** For a merge request, a defect in the project's code is more severe than a provider's limit. */
const SEVERITIES: Readonly<Record<string, string>> = {
  work: 'critical',
  agent: 'major',
  setup: 'major',
  task: 'major',
  provider: 'minor',
  machine: 'minor',
  person: 'info',
}
