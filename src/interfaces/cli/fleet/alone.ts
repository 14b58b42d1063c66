import { setTimeout as pause } from 'node:timers/promises'
import { asNewNode, bootOf, type Member } from '../../../fleet/member.ts'
import type { Fleet } from '../../../fleet/port.ts'
import type { Project } from '../../../record/project.ts'
import type { WorkReporter } from '../queue/working/work-reporter.ts'

const LOOK_EVERY_MS = 1000

/**
 * Two machines must not work under one id: each would take the runs of the other one for its own. A machine that has just
 * started again waits until its last contact is a lease old. If the contact continues, this is a copy, and becomes a new
 * node.
 */
export async function aloneUnderItsId(
  member: Member,
  project: Project,
  fleet: Fleet,
  { say }: Pick<WorkReporter, 'say'>,
): Promise<Member> {
  const boot = bootOf()
  let before = await fleet.startOn(member.node, boot)
  if (before === null) return member
  say(
    `Node ${member.name} was in contact ${Math.round(before / 1000)} s ago from another machine, or before a restart of this one. Waiting for one lease.`,
    { event: 'node:waits' },
  )
  for (;;) {
    await pause(LOOK_EVERY_MS)
    const now = await fleet.startOn(member.node, boot)
    if (now === null) return member
    if (now < before) break
    before = now
  }
  const copy = asNewNode(member, project)
  say(
    `Another machine works as node ${member.name}, so this is a copy of it. It works as node ${copy.name} from now on.`,
    { event: 'node:renamed', node: copy.name },
  )
  return copy
}
