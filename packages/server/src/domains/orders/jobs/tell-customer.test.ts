import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import { germanVat, newOrder, newStock, orderCalls } from '../../../../test/orders.ts'
import type { BillingCalls } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { addJobs } from '../../../platform/outbox/add-jobs.ts'
import { tellRefundedTask } from './tell-customer.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls

beforeAll(async () => {
  acme = await found(server.current)
  calls = await orderCalls(server.current, acme)
})

async function mailsTo(customerId: string) {
  const { body } = await calls.get(`/customers/${customerId}`)
  const mails = await server.current.sentMails()
  return mails.filter(({ to }) => to === body?.['email'])
}

const tellAgain = (id: string) =>
  db.database.kysely
    .transaction()
    .execute((tx) =>
      addJobs(tx, [{ task: tellRefundedTask, payload: { organizationId: acme.id, id } }]),
    )

it('whoever bought something hears what', async () => {
  const bought = await newStock(calls)
  await calls.patch(`/customers/${bought.customerId}`, { name: 'Ada' })
  await newOrder(server.current, acme, bought, {
    amounts: [1000],
    discountAmount: 100,
    tax: { ...germanVat, amount: minorUnits(171) },
  })
  const [mail, ...others] = await mailsTo(bought.customerId)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ name: 'Ada', subject: expect.stringContaining('Your order') })
  for (const words of ['“Acme”', '“Course”: $10.00', '−$1.00', 'VAT 19%: $1.71', 'Total: $10.71']) {
    expect(mail?.text).toContain(words)
  }
})

it('and what comes back, once for each refund that succeeded', async () => {
  const bought = await newStock(calls)
  const order = await newOrder(server.current, acme, bought)
  await mailsTo(bought.customerId)
  const wish = { order_id: order, reason: 'other', amount: 400 }
  const { body } = await calls.post('/refunds/', wish)
  const [, mail, ...others] = await mailsTo(bought.customerId)
  expect(others).toEqual([])
  expect(mail?.text).toContain('Refund: $4.76')
  expect(mail?.text).toContain('Of which tax: $0.76')
  await tellAgain(String(body?.['id']))
  expect(await mailsTo(bought.customerId)).toHaveLength(2)
  await db.database.pool.query(
    `update sandbox_intent set status = 'canceled' where id::text in
       (select processor_id from payment where order_id = $1)`,
    [order],
  )
  expect((await calls.post('/refunds/', wish)).body).toMatchObject({ status: 'failed' })
  expect(await mailsTo(bought.customerId)).toHaveLength(2)
})

it('whoever was deleted since isn’t written to', async () => {
  const bought = await newStock(calls)
  const order = await newOrder(server.current, acme, bought)
  const [mail] = await mailsTo(bought.customerId)
  await calls.remove(`/customers/${bought.customerId}`)
  const wish = { order_id: order, reason: 'other', amount: 400 }
  expect((await calls.post('/refunds/', wish)).status).toBe(200)
  const mails = await server.current.sentMails()
  expect(mails.filter(({ to }) => to === mail?.to)).toHaveLength(1)
})
