import type { FreeClaims } from '../platform/claims.ts'
import { sweepIdempotencyKeys } from '../platform/http/idempotency/claims.ts'
import { sweepRateLimits } from '../platform/http/rate-limit.ts'
import { type JobDefinition, schedule } from '../platform/jobs.ts'
import { pruneMails } from '../platform/mail/prune-mails.ts'
import { freeMails, type PostOffice, sendMailJob } from '../platform/mail/send-mail.ts'

type Deps = PostOffice

/** Background work of the platform itself: sends mails, deletes expired rows. */
export const platformJobs: readonly JobDefinition<Deps>[] = [
  sendMailJob,
  schedule({
    name: 'platform.sweep_rate_limits',
    cron: '*/5 * * * *',
    run: ({ uowFactory }: Deps) => sweepRateLimits(uowFactory.database),
  }),
  schedule({
    name: 'platform.sweep_idempotency_keys',
    cron: '7 * * * *',
    run: ({ uowFactory }: Deps) => sweepIdempotencyKeys(uowFactory.database),
  }),
  schedule({
    name: 'mail.prune',
    cron: '23 3 * * *',
    run: ({ uowFactory, clock }: Deps) => pruneMails(uowFactory.database.kysely, clock.now()),
  }),
]

export const platformClaims: readonly FreeClaims[] = [freeMails]
