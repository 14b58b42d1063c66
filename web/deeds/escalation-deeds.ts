import { runAction } from '../actions.ts'
import { api, deed } from '../client.ts'
import { confirmFirst } from '../parts/confirm.tsx'

export const acknowledge = (escalation: number, what: string): void =>
  confirmFirst({
    title: 'Acknowledge it?',
    body: `“${what}” is marked as seen, and no more reminders are sent. It stays in the list until it is settled.`,
    does: 'Acknowledge',
    run: () => void runAction(deed(api.escalations[':n'].ack, { param: { n: `${escalation}` } })),
  })

export const closeEscalation = (escalation: number, what: string): void =>
  confirmFirst({
    title: 'Close the escalation?',
    body: `“${what}” leaves the list of what needs you. Nothing is started for it; a retry is still possible.`,
    does: 'Close it',
    run: () => void runAction(deed(api.escalations[':n'].close, { param: { n: `${escalation}` } })),
  })
