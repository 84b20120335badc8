import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { migrateBefore, migrateFully } from '../../../test/migrated.ts'
import { runOn } from '../../../test/sql.ts'
import { newId } from '../ids.ts'

const db = testDatabase()
const organization = newId('organization')

interface Ended {
  readonly canceledAt: string
  readonly pastDueAt?: string
  readonly reason?: string
  readonly comment?: string
}

const end = '2026-05-01'

const textOf = (value: string | undefined) => (value === undefined ? 'null' : `'${value}'`)

/** A subscription that has ended, and its last order. */
async function leave({ canceledAt, pastDueAt, reason, comment }: Ended): Promise<string> {
  const id = newId('order')
  await runOn(
    db.ownerUrl,
    `insert into subscription (organization_id, id, status, customer_id, product_id, currency, amount,
       recurring_interval, anchor_day, current_period_start, current_period_end, created_at,
       accepted_at, canceled_at, ends_at, ended_at, past_due_at, customer_cancellation_reason,
       customer_cancellation_comment)
     values ('${organization}', '${id}', 'canceled', '${id}', '${id}', 'usd', 1000, 'month', 1,
       '2026-04-01', '${end}', '2026-03-01', '2026-03-01', '${canceledAt}', '${end}', '${end}',
       ${textOf(pastDueAt)}, ${textOf(reason)}, ${textOf(comment)});
     ${orderOf(id, `'${end}'`)}`,
  )
  return id
}

const orderOf = (id: string, stoppedAt: string): string => `
  insert into orders (organization_id, id, status, billing_reason, customer_id, product_id,
    subscription_id, currency, subtotal_amount, discount_amount, net_amount, tax_amount, total_amount,
    taxability_reason, created_at, collection_stopped_at)
  values ('${organization}', '${id}', 'pending', 'subscription_update', '${id}', '${id}', '${id}', 'usd',
    1000, 0, 1000, 0, 1000, 'not_collecting', '2026-04-01', ${stoppedAt})`

test('orders that were given up are written off, and the others of ended subscriptions are void', async () => {
  await migrateBefore(db.ownerUrl, '_closed_orders_and_credit_notes.sql')
  const pastDueAt = '2026-04-01'
  const givenUp = ['uncollectible', 'payment_failed']
  const ended = ['void', 'subscription_ended']
  const cases: readonly (readonly [Ended, readonly string[]])[] = [
    [{ canceledAt: end, pastDueAt }, givenUp],
    [{ canceledAt: end }, ended],
    [{ canceledAt: '2026-04-15', pastDueAt }, ended],
    [{ canceledAt: end, pastDueAt, reason: 'too_expensive' }, ended],
    [{ canceledAt: end, pastDueAt, comment: 'Bye' }, ended],
  ]
  const ids: string[] = []
  for (const [one] of cases) ids.push(await leave(one))
  const open = newId('order')
  await runOn(db.ownerUrl, orderOf(open, 'null'))
  await migrateFully(db.ownerUrl)
  const rows = await runOn<{ id: string; closed: string | null; reason: string | null }>(
    db.ownerUrl,
    `select id, collection_stopped_as as closed, collection_stopped_reason as reason from orders`,
  )
  const byId = new Map(rows.map(({ id, closed, reason }) => [id, [closed, reason]]))
  expect(ids.map((id) => byId.get(id))).toEqual(cases.map(([, expected]) => expected))
  expect(byId.get(open)).toEqual([null, null])
})
