import { Problem } from '../../../kernel/refusal.ts'
import { hashSecret, hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { Resolver } from '../../../platform/http/callers.ts'
import { shownBearer } from '../../../platform/http/presented-bearer.ts'
import type { CustomerDeps } from '../actions/deps.ts'
import { type CustomerCaller, findSessionBySecret } from '../store/customer-sessions.ts'

declare module '../../../platform/http/callers.ts' {
  interface CallerOf {
    customer: CustomerCaller
  }
}

/** Authenticates by the bearer token alone; cookies are ignored. */
export const customerResolver =
  ({ uowFactory, clock }: Pick<CustomerDeps, 'uowFactory' | 'clock'>): Resolver<CustomerCaller> =>
  async ({ exchange }) => {
    const shown = shownBearer(exchange)
    if (shown === null) throw new Problem('unauthorized')
    const isWellFormed = hasSecretShape(secretPrefixes.customerSession, shown)
    const { kysely: db } = uowFactory.database
    const found = isWellFormed
      ? await findSessionBySecret(db, hashSecret(shown), clock.now())
      : undefined
    if (found === undefined) throw new Problem('invalid_customer_session')
    const { organizationId, customerId } = found
    return { caller: found, subject: `customer:${customerId}`, organizationId }
  }
