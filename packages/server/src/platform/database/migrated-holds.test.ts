import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { migrateBefore, migrateFully } from '../../../test/migrated.ts'
import { runOn } from '../../../test/sql.ts'
import { newId } from '../ids.ts'

const db = testDatabase()
const organization = newId('organization')

async function subscribe(holdLiftedAt: string): Promise<string> {
  const id = newId('subscription')
  await runOn(
    db.ownerUrl,
    `insert into subscription (organization_id, id, status, customer_id, product_id, currency, amount,
       recurring_interval, anchor_day, current_period_start, current_period_end, created_at,
       accepted_at, hold_lifted_at)
     values ('${organization}', '${id}', 'active', '${id}', '${id}', 'usd', 1000, 'month', 1,
       '2026-03-01', '2026-04-01', '2026-03-01', '2026-03-01', ${holdLiftedAt})`,
  )
  return id
}

test('the cards of a subscription that was resumed stay trusted', async () => {
  await migrateBefore(db.ownerUrl, '_trusted_cards.sql')
  const resumed = await subscribe("'2026-03-10'")
  const other = await subscribe('null')
  await migrateFully(db.ownerUrl)
  const rows = await runOn<{ id: string; trusted: string | null }>(
    db.ownerUrl,
    'select id, cards_trusted_at::date::text as trusted from subscription',
  )
  const byId = new Map(rows.map(({ id, trusted }) => [id, trusted]))
  expect([byId.get(resumed), byId.get(other)]).toEqual(['2026-03-10', null])
})
