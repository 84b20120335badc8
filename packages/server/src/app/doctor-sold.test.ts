import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { examined } from '../../test/examined.ts'
import { newOrder, newStock, orderCalls } from '../../test/orders.ts'
import { createOrganization } from '../../test/owned-organization.ts'
import { testServer } from '../../test/server.ts'
import { runOn } from '../../test/sql.ts'
import { examineBooks } from './doctor-books.ts'

const db = testDatabase()
const server = testServer(db)

const findings = async (): Promise<string[]> =>
  (await examined(db, examineBooks)).map(({ text }) => text)

test('sales and refunds agree with the books, and a manual change is reported', async () => {
  const organization = await createOrganization(server.current)
  const calls = await orderCalls(server.current, organization)
  const stock = await newStock(calls)
  const sell = (input: object = {}) => newOrder(server.current, organization, stock, input)
  const [whole, part] = [await sell(), await sell({ amounts: [333, 334, 333] })]
  await sell({ tax: null })
  await sell({ amounts: [1000], discountAmount: 1000, tax: null })
  for (const [order_id, amount] of [
    [whole, 1000],
    [part, 333],
    [part, 100],
  ] as const) {
    const refund = { order_id, amount, reason: 'other', revoke_benefits: false }
    expect(await calls.post('/refunds/', refund)).toMatchObject({ status: 200 })
  }
  await server.current.settle()
  const agreed = 'the books agree with orders, refunds, disputes, payments and balances'
  expect(await findings()).toEqual([agreed])
  const tables = await runOn<{ orders: number; journals: number }>(
    db.url,
    `select (select count(*)::int from orders) as orders,
            (select count(*)::int from journal_entry) as journals`,
  )
  expect(tables).toEqual([{ orders: 4, journals: 6 }])
  await runOn(
    db.ownerUrl,
    `update orders set refunded_amount = refunded_amount - 1 where id = '${part}'`,
  )
  expect(await findings()).toEqual([
    `order ${part} of ${organization.slug}: what was refunded is $4.32, but $4.33 in the books`,
  ])
})
