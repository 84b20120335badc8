import { createHash } from 'node:crypto'
import { Customer } from '@guildhall/contract/customers/shapes'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { encodedText } from '../../../platform/database/json.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { CustomerRow } from '../store/customers.ts'

const { billingAddress, taxId, metadata } = Customer.shape

export const presentCustomer = (row: CustomerRow): z.output<typeof Customer> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  metadata: z.parse(metadata, row.metadata),
  externalId: row.externalId,
  email: row.email,
  emailVerified: row.emailVerified,
  name: row.name,
  billingAddress: z.parse(billingAddress, row.billingAddress),
  taxId: row.taxId === null ? null : z.parse(taxId, [row.taxId, row.taxIdFormat]),
  organizationId: row.organizationId,
  deletedAt: row.deletedAt,
  avatarUrl: avatarOf(row.email),
})

/** The picture that an address has at Gravatar, where it has one; nothing to see where not. */
function avatarOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return `https://www.gravatar.com/avatar/${hash}?d=blank`
}

const codec = wireCodec(Customer, 'billing')

/** What happened to a customer, with the customer as of then: what webhooks send. */
export function customerEvent(
  action: 'created' | 'updated' | 'deleted',
  row: CustomerRow,
): NewEvent {
  const payload = encodedText(codec.encode(presentCustomer(row)))
  return {
    name: `customer.${action}`,
    organizationId: row.organizationId,
    customerId: row.id,
    object: { type: 'customer', id: row.id, version: row.version },
    payload,
  }
}
