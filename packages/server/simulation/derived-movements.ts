import type { Transaction } from 'kysely'
import { backfillCustomer } from '../src/domains/subscriptions/actions/backfill-movements.ts'
import type { Tables } from '../src/platform/database/db-types.gen.ts'
import type { Shop } from './shop.ts'

const ended = new Error('nothing of it is kept')

/** What is derived of the history of each customer must be what was written when it happened. */
export async function movementsDerivedOtherwise({
  environment,
  organizationId,
}: Shop): Promise<string[]> {
  const found: string[] = []
  const compare = async (tx: Transaction<Tables>) => {
    const written = await movementsIn(tx, organizationId)
    await tx
      .deleteFrom('subscriptionMovement')
      .where('organizationId', '=', organizationId)
      .execute()
    const customers = await tx
      .insertInto('movementBackfill')
      .expression((from) =>
        from
          .selectFrom('subscription')
          .select(['organizationId', 'customerId'])
          .distinct()
          .where('organizationId', '=', organizationId),
      )
      .returningAll()
      .execute()
    for (const customer of customers) await backfillCustomer({ tx }, customer)
    const derived = await movementsIn(tx, organizationId)
    found.push(
      ...written.filter((row) => !derived.includes(row)).map((row) => `not derived: ${row}`),
      ...derived.filter((row) => !written.includes(row)).map((row) => `only derived: ${row}`),
    )
    throw ended
  }
  await environment.database.transact(compare).catch((error: unknown) => {
    if (error !== ended) throw error
  })
  return found.map((one) => `movements follow from the events: ${one}`)
}

async function movementsIn(
  tx: Transaction<Tables>,
  organizationId: Shop['organizationId'],
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('subscriptionMovement')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('subscriptionId')
    .orderBy('version')
    .orderBy('position')
    .execute()
  return rows.map((row) => JSON.stringify(row))
}
