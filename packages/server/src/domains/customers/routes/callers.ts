import { Problem } from '../../../kernel/refusal.ts'
import { hashSecret, hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { Resolver } from '../../../platform/http/callers.ts'
import { shownBearer } from '../../../platform/http/presented-bearer.ts'
import type { CustomerDeps } from '../actions/deps.ts'
import {
  type CustomerCaller,
  findSessionBySecret,
  type PortalCaller,
} from '../store/customer-sessions.ts'

declare module '../../../platform/http/callers.ts' {
  interface CallerOf {
    customer: CustomerCaller
    customerOrBuyer: PortalCaller
  }
}

type CallerDeps = Pick<CustomerDeps, 'uowFactory' | 'clock'>

/** Authenticates by the bearer token alone; cookies are ignored. */
export const customerOrBuyerResolver =
  ({ uowFactory, clock }: CallerDeps): Resolver<PortalCaller> =>
  async ({ exchange }) => {
    const shown = shownBearer(exchange)
    if (shown === null) throw new Problem('unauthorized')
    const isWellFormed = hasSecretShape(secretPrefixes.customerSession, shown)
    const { kysely: db, isDistributed } = uowFactory.database
    const found = isWellFormed
      ? await findSessionBySecret(db, { hash: hashSecret(shown), now: clock.now(), isDistributed })
      : undefined
    if (found === undefined) throw new Problem('invalid_customer_session')
    return { caller: found, subject: subjectOf(found), organizationId: found.organizationId }
  }

/** A stranger who bought with the address of a customer has no share in the customer's budget. */
const subjectOf = ({ customerId, checkoutId }: PortalCaller): string =>
  checkoutId === null ? `customer:${customerId}` : `checkout:${checkoutId}`

/** Refuses sessions of a single purchase. */
export const customerResolver = (deps: CallerDeps): Resolver<CustomerCaller> => {
  const resolve = customerOrBuyerResolver(deps)
  return async (request) => {
    const { caller, ...resolved } = await resolve(request)
    const { checkoutId } = caller
    if (checkoutId !== null) throw new Problem('customer_email_unproved')
    return { ...resolved, caller: { ...caller, checkoutId } }
  }
}
