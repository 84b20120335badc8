import type { createCustomerSession as contract } from '@guildhall/contract/customers/sessions'
import type { AnswerOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { MadeSecret } from '../../../platform/crypto/tokens.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { Work } from '../../../platform/work.ts'
import { fileSecret, findOrganization } from '../../organizations/index.ts'
import type { CustomerMeant } from '../rules/customer-meant.ts'
import { type CustomerSessionRow, insertCustomerSession } from '../store/customer-sessions.ts'
import { type CustomerKey, holdCustomer } from '../store/customers.ts'
import type { CustomerParts } from './parts.ts'
import { presentCustomer } from './present-customer.ts'

const sessionMilliseconds = 3_600_000

interface SessionToBe extends CustomerMeant {
  readonly organizationId: Id<'organization'>
  readonly made: MadeSecret
}

/** Lets a customer into the portal. The secret is in the answer and nowhere else. */
export async function createCustomerSession(
  work: Work,
  { config }: CustomerParts,
  { organizationId, key, field, made }: SessionToBe,
): Promise<AnswerOf<typeof contract>> {
  const [organization, customer] = await Promise.all([
    findOrganization(work.tx, organizationId),
    holdCustomer(work.tx, { organizationId, ...key }),
  ])
  if (customer === undefined) throw new Problem('customer_unknown', { loc: ['body', field] })
  const session = await openCustomerSession(work, customer, made)
  assert(organization !== undefined, 'what has a customer is there')
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

/** The same for somebody who is held already, where nobody asks for more than the secret. */
export async function openCustomerSession(
  work: Work,
  { organizationId, id: customerId }: CustomerKey,
  { hash }: MadeSecret,
): Promise<CustomerSessionRow> {
  const { tx, now } = work
  const [, session] = await Promise.all([
    fileSecret(tx, { hash, organizationId }),
    insertCustomerSession(tx, {
      organizationId,
      id: work.newId('customerSession'),
      customerId,
      secretHash: hash,
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessionMilliseconds),
    }),
  ])
  work.record(sessionEvent(session))
  return session
}

/** That a customer was let in, without what lets them in. */
const sessionEvent = (session: CustomerSessionRow): NewEvent => ({
  name: 'customer_session.created',
  organizationId: session.organizationId,
  customerId: session.customerId,
  object: { type: 'customer_session', id: session.id, version: 1 },
  payload: {
    id: session.id,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    customer_id: session.customerId,
  },
})
