import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { migrateBefore, migrateFully } from '../../../test/migrated.ts'
import { runOn } from '../../../test/sql.ts'
import { newId } from '../ids.ts'

const db = testDatabase()
const organization = newId('organization')

interface Entry {
  readonly amount: number
  readonly at: string
}

/** The balance of a customer after these entries. Returns the id of the first. */
async function balanceOf(customer: string, currency: string, entries: readonly Entry[]) {
  const ids = entries.map(() => newId('customerBalanceEntry'))
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  const rows = entries.map(
    ({ amount, at }, place) =>
      `('${organization}', '${ids[place]}', '${customer}', '${currency}', ${place + 1},
        '${amount > 0 ? 'credited' : 'used'}', ${amount}, ${sum}, '${newId('order')}', '${at}')`,
  )
  await runOn(
    db.ownerUrl,
    `insert into customer_balance (organization_id, customer_id, currency, amount, entry_count)
     values ('${organization}', '${customer}', '${currency}', ${sum}, ${entries.length});
     insert into customer_balance_entry (organization_id, id, customer_id, currency, position, kind,
       amount, balance, order_id, created_at)
     values ${rows.toReversed().join()}`,
  )
  return ids[0]
}

test('balances are given the id and the times of their entries', async () => {
  await migrateBefore(db.ownerUrl, '_customer_credit.sql')
  const [ada, ben] = [newId('customer'), newId('customer')]
  const dollars = await balanceOf(ada, 'usd', [
    { amount: 900, at: '2026-03-01' },
    { amount: -300, at: '2026-05-01' },
    // By the organization’s clock, which may be set back.
    { amount: 100, at: '2026-04-01' },
  ])
  const euros = await balanceOf(ada, 'eur', [{ amount: 500, at: '2026-02-01' }])
  const others = await balanceOf(ben, 'usd', [{ amount: 700, at: '2026-01-01' }])
  await migrateFully(db.ownerUrl)
  const balances = await runOn(
    db.ownerUrl,
    `select id, amount::int, created_at::date::text as created, modified_at::date::text as modified
       from customer_balance order by created_at`,
  )
  expect(balances).toEqual([
    { id: others, amount: 700, created: '2026-01-01', modified: '2026-01-01' },
    { id: euros, amount: 500, created: '2026-02-01', modified: '2026-02-01' },
    { id: dollars, amount: 700, created: '2026-03-01', modified: '2026-05-01' },
  ])
})
