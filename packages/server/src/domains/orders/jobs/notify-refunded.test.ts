import { expect, it } from 'vitest'
import { germanVat, newOrder, newStock, orderScopes } from '../../../../test/orders.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { addJobs } from '../../../platform/outbox/add-jobs.ts'
import { notifyRefundedJob } from './notify-refunded.ts'

const { db, server, acme, calls } = sellingServer(orderScopes)

async function mailsTo(customerId: string) {
  const { body } = await calls.get(`/customers/${customerId}`)
  const mails = await server.current.sentMails()
  return mails.filter(({ to }) => to === body?.['email'])
}

const notifyAgain = (id: string) =>
  db.database.kysely
    .transaction()
    .execute((tx) =>
      addJobs(tx, [{ task: notifyRefundedJob.name, payload: { organizationId: acme.id, id } }]),
    )

it('a purchase is confirmed to the buyer by mail', async () => {
  const bought = await newStock(calls)
  await calls.patch(`/customers/${bought.customerId}`, { name: 'Ada' })
  await newOrder(server.current, acme, bought, {
    amounts: [1000],
    discountAmount: 100,
    tax: { ...germanVat, amount: minorUnits(171) },
  })
  const [mail, ...others] = await mailsTo(bought.customerId)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ name: null, subject: expect.stringContaining('Your order') })
  for (const text of ['“Acme”', '“Course”: $10.00', '−$1.00', 'VAT 19%: $1.71', 'Total: $10.71']) {
    expect(mail?.text).toContain(text)
  }
})

it('each refund that succeeds is mailed once', async () => {
  const bought = await newStock(calls)
  const order = await newOrder(server.current, acme, bought)
  await mailsTo(bought.customerId)
  const refund = { order_id: order, reason: 'other', amount: 400 }
  const { body } = await calls.post('/refunds/', refund)
  const [, mail, ...others] = await mailsTo(bought.customerId)
  expect(others).toEqual([])
  expect(mail?.text).toContain('Refund: $4.76')
  expect(mail?.text).toContain('Including tax: $0.76')
  await notifyAgain(String(body?.['id']))
  expect(await mailsTo(bought.customerId)).toHaveLength(2)
  await db.database.pool.query(
    `update sandbox_intent set status = 'canceled' where id::text in
       (select processor_id from payment where order_id = $1)`,
    [order],
  )
  expect((await calls.post('/refunds/', refund)).body).toMatchObject({ status: 'failed' })
  expect(await mailsTo(bought.customerId)).toHaveLength(2)
})

it('a deleted customer gets no mail', async () => {
  const bought = await newStock(calls)
  const order = await newOrder(server.current, acme, bought)
  const [mail] = await mailsTo(bought.customerId)
  await calls.remove(`/customers/${bought.customerId}`)
  const refund = { order_id: order, reason: 'other', amount: 400 }
  expect((await calls.post('/refunds/', refund)).status).toBe(200)
  const mails = await server.current.sentMails()
  expect(mails.filter(({ to }) => to === mail?.to)).toHaveLength(1)
})
