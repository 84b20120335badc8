import type { createCustomerSession as contract } from '@guildhall/contract/customers/sessions'
import type { ResponseOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { MadeSecret } from '../../../platform/crypto/tokens.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { indexSecret } from '../../organizations/store/secret-directory.ts'
import { presentCustomer } from '../present/customer.ts'
import type { CustomerReference } from '../rules/resolve-customer.ts'
import { type CustomerSessionRow, insertCustomerSession } from '../store/customer-sessions.ts'
import { type CustomerKey, lockCustomerForShare } from '../store/customers.ts'
import { customerSessionEvent } from './customer-events.ts'
import type { CustomerDeps } from './deps.ts'

const sessionMilliseconds = 3_600_000

interface SessionInput extends CustomerReference, SessionSecret {
  readonly organizationId: Id<'organization'>
}

export interface SessionSecret {
  readonly made: MadeSecret
  /** The only purchase that the session shows; null if it shows everything of the customer. */
  readonly checkoutId: Id<'checkout'> | null
}

/** Gives access to the portal. Only the answer contains the secret. */
export async function createCustomerSession(
  uow: UnitOfWork,
  { config }: CustomerDeps,
  { organizationId, key, field, made, checkoutId }: SessionInput,
): Promise<ResponseOf<typeof contract>> {
  const [organization, customer] = await inOrder(uow.tx, [
    (tx) => findOrganization(tx, organizationId),
    (tx) => lockCustomerForShare(tx, { organizationId, ...key }),
  ])
  if (customer === undefined) throw new Problem('customer_unknown', { loc: ['body', field] })
  const session = await openCustomerSession(uow, customer, { made, checkoutId })
  assert(organization !== undefined, 'the organization of a customer exists')
  const portal = `${config.server.url}/portal/${organization.slug}`
  return {
    id: session.id,
    createdAt: session.createdAt,
    modifiedAt: null,
    token: made.secret,
    expiresAt: session.expiresAt,
    customerPortalUrl: `${portal}?customer_session_token=${made.secret}`,
    customerId: customer.id,
    customer: presentCustomer(customer),
  }
}

/** For callers that have locked the customer and need only the secret. */
export async function openCustomerSession(
  uow: UnitOfWork,
  { organizationId, id: customerId }: CustomerKey,
  { made: { hash }, checkoutId }: SessionSecret,
): Promise<CustomerSessionRow> {
  const { tx, now } = uow
  const [, session] = await inOrder(tx, [
    () => indexSecret(tx, { hash, organizationId }),
    () =>
      insertCustomerSession(tx, {
        organizationId,
        id: uow.newId('customerSession'),
        customerId,
        secretHash: hash,
        checkoutId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + sessionMilliseconds),
      }),
  ])
  uow.record(customerSessionEvent(session))
  return session
}
