import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { presentCustomer } from '../present/customer.ts'
import type { CustomerSessionRow } from '../store/customer-sessions.ts'
import type { CustomerRow } from '../store/customers.ts'

export const customerEvent = (
  action: 'created' | 'updated' | 'deleted' | 'erased',
  row: CustomerRow,
): NewEvent =>
  eventOf(
    `customer.${action}`,
    { organizationId: row.organizationId, customerId: row.id, id: row.id, version: row.version },
    presentCustomer(row),
  )

/** Leaves out the secret. */
export const customerSessionEvent = ({
  organizationId,
  id,
  createdAt,
  expiresAt,
  customerId,
}: CustomerSessionRow): NewEvent =>
  eventOf(
    'customer_session.created',
    { organizationId, customerId, id, version: 1 },
    { id, createdAt, expiresAt, customerId },
  )
