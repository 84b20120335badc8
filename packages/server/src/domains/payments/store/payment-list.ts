import type { QueryOf } from '@guildhall/contract/endpoint'
import type { listPayments as contract } from '@guildhall/contract/payments/payments'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { PaymentRow } from './payments.ts'

export function listPayments(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  query: QueryOf<typeof contract>,
): Promise<Page<PaymentRow>> {
  const { checkoutId, orderId, status, method, customerEmail } = query
  const matching = db
    .selectFrom('payment')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(checkoutId !== undefined, (of) => of.where('checkoutId', 'in', checkoutId ?? []))
    .$if(orderId !== undefined, (of) => of.where('orderId', 'in', orderId ?? []))
    .$if(status !== undefined, (of) => of.where('status', 'in', status ?? []))
    .$if(method !== undefined, (of) => of.where('method', 'in', method ?? []))
    .$if(customerEmail !== undefined, (of) =>
      of.where(sql`lower(customer_email)`, 'in', lowered(customerEmail ?? [])),
    )
  return listPage(db, matching, query, {
    columns: { created_at: 'createdAt', status: 'status', amount: 'amount', method: 'method' },
    id: 'id',
  })
}

const lowered = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase())
