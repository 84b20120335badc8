import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { customerMeterQuantity } from '../../usage/views/customer-meter-quantity.ts'
import type { AccountKey } from './accounts.ts'

interface ShownBalance {
  readonly customerMeterId: Id<'customerMeter'>
  readonly balance: string
}

/** As the customer’s meter shows them. */
export async function readBalance(
  db: Kysely<Tables>,
  { organizationId, customerId, meterId }: AccountKey,
): Promise<ShownBalance> {
  const { rows } = await sql<ShownBalance>`
    select id as "customerMeterId", balance
      from ${customerMeterQuantity([organizationId])} m
     where customer_id = ${customerId}
       and meter_id = ${meterId}`.execute(db)
  const [shown] = rows
  assert(shown !== undefined, 'a meter with credits is listed')
  return shown
}
