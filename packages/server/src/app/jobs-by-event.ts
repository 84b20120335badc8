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
  /** In the same transaction. */
  readonly followers: readonly string[]
  readonly jobs: readonly string[]
}

/** Every domain event with what follows from it, in the order in which it is done or added. */
export function listEvents(): readonly ListedEvent[] {
  const jobs = [...platformJobs, ...domains.flatMap((domain) => domain.jobs ?? [])]
  const followers = domains.flatMap((domain) => domain.followers ?? [])
  return Object.entries(domainEvents).map(([name, { audience }]) => ({
    name,
    audience,
    followers: followers.flatMap((one) => (one.on.some((on) => on === name) ? [one.name] : [])),
    jobs: jobs.flatMap((job) => (job.reactions.some(({ on }) => on === name) ? [job.name] : [])),
  }))
}
