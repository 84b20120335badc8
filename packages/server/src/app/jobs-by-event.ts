import { domainEvents, type EventAudience } from '@guildhall/contract/events'
import { assert } from '../kernel/assert.ts'
import { type JobDefinition, reactionsOf } from '../platform/jobs.ts'
import { sendMailJob } from '../platform/mail/send-mail.ts'
import type { Smtp } from '../platform/mail/smtp.ts'
import type { Reaction } from '../platform/outbox/reactions.ts'
import type { Summary } from '../platform/outbox/summary.ts'
import { domains } from './domains.ts'
import { platformJobs } from './platform-jobs.ts'

/** Without a mail server, queued mails stay for the mailbox page. */
export const reactionsWith = <Deps>(
  jobs: readonly JobDefinition<Deps>[],
  smtp: Smtp | null,
): readonly Reaction[] =>
  reactionsOf(jobs.filter(({ name }) => smtp !== null || name !== sendMailJob.name))

const [found] = domains.flatMap((domain) => domain.summary ?? [])
assert(found !== undefined, 'one domain summarizes what customers have')

/** The event that follows from others of the same transaction. */
export const summary: Summary = found

interface ListedEvent {
  readonly name: string
  readonly audience: EventAudience
  readonly jobs: readonly string[]
}

/** Every domain event with the jobs that follow from it, in the order in which they are added. */
export function listEvents(): readonly ListedEvent[] {
  const jobs = [...platformJobs, ...domains.flatMap((domain) => domain.jobs ?? [])]
  return Object.entries(domainEvents).map(([name, { audience }]) => ({
    name,
    audience,
    jobs: jobs.flatMap((job) => (job.reactions.some(({ on }) => on === name) ? [job.name] : [])),
  }))
}
