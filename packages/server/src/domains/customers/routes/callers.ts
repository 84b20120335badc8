import { Problem } from '../../../kernel/refusal.ts'
import { hashSecret, hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { Resolver } from '../../../platform/http/callers.ts'
import { shownBearer } from '../../../platform/http/shown-bearer.ts'
import type { CustomerParts } from '../actions/parts.ts'
import { findStandingSession, type StandingSession } from '../store/standing-sessions.ts'

declare module '../../../platform/http/callers.ts' {
  interface CallerOf {
    customer: StandingSession
  }
}

/** Whoever shows a customer session is its customer; nothing else that they show is read. */
export const customerResolver =
  ({ workshop, clock }: Pick<CustomerParts, 'workshop' | 'clock'>): Resolver<StandingSession> =>
  async ({ exchange }) => {
    const shown = shownBearer(exchange)
    if (shown === null) throw new Problem('unauthorized')
    const isPlausible = hasSecretShape(secretPrefixes.customerSession, shown)
    const { kysely: db } = workshop.database
    const found = isPlausible
      ? await findStandingSession(db, hashSecret(shown), clock.now())
      : undefined
    if (found === undefined) throw new Problem('invalid_customer_session')
    const { organizationId, customerId } = found
    return { caller: found, subject: `customer:${customerId}`, organizationId }
  }
