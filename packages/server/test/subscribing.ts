import * as z from 'zod/mini'
import type { Founded } from './founding.ts'
import type { BillingAnswer } from './sellers.ts'
import type { TestServer } from './server.ts'

const held = z.object({
  id: z.string(),
  status: z.string(),
  customer_id: z.string(),
  product_id: z.string(),
  checkout_id: z.nullable(z.string()),
  discount_id: z.nullable(z.string()),
  amount: z.number(),
  keeps_card: z.boolean(),
})

/** All subscriptions of an organization as they are stored, the oldest first. */
export async function subscriptionsOf(
  { database }: Pick<TestServer, 'database'>,
  { id }: Pick<Founded, 'id'>,
): Promise<z.output<typeof held>[]> {
  const { rows } = await database.pool.query(
    `select id, status, customer_id, product_id, checkout_id, discount_id, amount::int,
            payment_method_id is not null as keeps_card
       from subscription where organization_id = $1 order by created_at, id`,
    [id],
  )
  return z.array(held).parse(rows)
}

/** What the buyer’s bank is told. */
export function secretIn({ body }: BillingAnswer): string {
  const told = z.object({ intent_client_secret: z.string() })
  return told.parse(body?.['payment_processor_metadata']).intent_client_secret
}
