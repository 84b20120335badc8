import { createHash } from 'node:crypto'
import { Customer } from '@guildhall/contract/customers/shapes'
import * as z from 'zod/mini'
import type { CustomerRow } from '../store/customers.ts'

const { billingAddress, taxId, metadata } = Customer.shape

/** What the API shows of a customer. */
type ShownRow = Omit<CustomerRow, 'version' | 'isEmailClaimed' | 'erasedAt' | 'erasureRequestedAt'>

export const presentCustomer = (row: ShownRow): z.output<typeof Customer> => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  metadata: z.parse(metadata, row.metadata),
  externalId: row.externalId,
  email: row.email,
  emailVerified: row.emailVerified,
  name: row.name,
  billingAddress: billingAddressOf(row),
  taxId: row.taxId === null ? null : z.parse(taxId, [row.taxId, row.taxIdFormat]),
  organizationId: row.organizationId,
  deletedAt: row.deletedAt,
  avatarUrl: avatarUrlOf(row.email),
})

export const billingAddressOf = (row: Pick<CustomerRow, 'billingAddress'>) =>
  z.parse(billingAddress, row.billingAddress)

/** Gravatar's image of the address, or a blank one. */
function avatarUrlOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return `https://www.gravatar.com/avatar/${hash}?d=blank`
}
