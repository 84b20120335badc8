import type { Task } from '../../../platform/queue.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { sweepSessions } from '../store/sessions.ts'
import { sweepVerifications } from '../store/verifications.ts'

export const sweepIdentityTask = 'identity.sweep'

/** Clears away sessions and mailed secrets whose time is over. */
export const sweepIdentity =
  ({ workshop, clock }: Pick<IdentityParts, 'workshop' | 'clock'>): Task =>
  async () => {
    const { kysely } = workshop.database
    await sweepSessions(kysely, clock.now())
    await sweepVerifications(kysely, clock.now())
  }
