import { describe, expect, it } from 'vitest'
import {
  aQuarterOfAnHourLater,
  declined,
  linkPath,
  openOrders,
} from '../../../../test/open-orders.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { runOn } from '../../../../test/sql.ts'
import { addCard, advance, chargedTo, statusOf } from '../../../../test/typed-purchases.ts'

const { db, server, market, ada, overdue, payments, stranger, payByLink, confirmByLink, pay } =
  openOrders()

const good = 'tok_sandbox_ok'
const asking = 'tok_sandbox_authenticate'

describe('an order that isn’t open', () => {
  it('is shown as closed, and can’t be paid', async () => {
    const { subscription, order, secret } = await overdue()
    expect(briefOf(await market().seller.remove(`/subscriptions/${subscription}`))).toBe('200')
    expect((await stranger().get(linkPath(secret))).body).toMatchObject({ status: 'closed' })
    expect(briefOf(await payByLink(secret))).toBe('409 OrderNotOpen')
    const refused = await pay(order, { confirmation_token_id: good })
    expect(briefOf(refused)).toBe('409 OrderNotOpen')
    expect(refused.text).toContain('closed')
  })

  it('that was paid while the subscription ended is refunded', async () => {
    const { subscription, order, secret } = await overdue()
    const asked = await payByLink(secret, asking)
    // The processor’s event is late.
    await runOn(
      db.ownerUrl,
      `update sandbox_intent set status = 'succeeded'
        where idempotency_key = 'charge-${String(asked.body?.['id'])}'`,
    )
    await market().seller.remove(`/subscriptions/${subscription}`)
    const late = {
      status: 'failed',
      decline_message: 'Nothing is due for this order any more, so the payment is refunded.',
    }
    expect((await confirmByLink(secret, asked)).body).toMatchObject(late)
    await server.current.settle()
    expect((await confirmByLink(secret, asked)).body).toMatchObject(late)
    expect((await stranger().get(linkPath(secret))).body).toMatchObject({ status: 'refunded' })
    const refunds = await market().seller.get('/refunds/')
    expect(refunds.body).toMatchObject({ items: [{ order_id: order, amount: 2000 }] })
  })
})

describe('a payment that is left unconfirmed', () => {
  it('gives way to another card', async () => {
    const { order, secret } = await overdue()
    const left = await payByLink(secret, asking)
    expect((await payByLink(secret)).body).toMatchObject({ status: 'succeeded' })
    expect((await confirmByLink(secret, left)).body).toMatchObject({ status: 'failed' })
    expect(await payments(order)).toEqual([declined, 'failed canceled', 'succeeded -'])
  })

  it('gives way to a new default card, which is charged as was shown', async () => {
    const { subscription, order, secret } = await overdue()
    await payByLink(secret, asking)
    await addCard(market(), ada(), good)
    expect(await statusOf(market(), subscription)).toBe('active')
    expect(await payments(order)).toEqual([declined, 'failed canceled', 'succeeded -'])
  })

  it('is canceled after a quarter of an hour, and dunning continues', async () => {
    const { subscription, order, secret } = await overdue()
    await addCard(market(), ada(), 'tok_sandbox_authenticate_renewals')
    await payByLink(secret, asking)
    await advance(market(), 3)
    // The retry waits for the customer.
    expect((await payments(order)).slice(-1)).toEqual(['pending -'])
    await runOn(db.ownerUrl, aQuarterOfAnHourLater)
    await expect
      .poll(async () => (await payments(order)).at(-1), { timeout: 20_000 })
      .toBe('failed canceled')
    await server.current.settle()
    await advance(market(), 2)
    expect((await payments(order)).at(-1)).toBe('failed authentication_required')
    expect(await statusOf(market(), subscription)).toBe('past_due')
  })

  it('doesn’t put the end of the subscription off', async () => {
    const { subscription, order, secret } = await overdue()
    await advance(market(), 12)
    expect((await payByLink(secret, asking)).body).toMatchObject({ status: 'requires_action' })
    await advance(market(), 15)
    expect(await statusOf(market(), subscription)).toBe('canceled')
    await expect
      .poll(async () => (await payments(order)).at(-1), { timeout: 20_000 })
      .toBe('failed canceled')
  })
})

describe('an order is charged once', () => {
  it('by many pages at the same time', async () => {
    const { order, secret } = await overdue()
    const all = await Promise.all(Array.from({ length: 12 }, () => payByLink(secret)))
    const briefs = new Set(all.map(briefOf))
    expect([...briefs].every((one) => /^(201|409 \w+)$/.test(one))).toBe(true)
    await server.current.settle()
    expect((await payments(order)).filter((line) => line === 'succeeded -')).toHaveLength(1)
    expect(await chargedTo(market(), '4242')).toEqual([2000])
  })

  it('by a page, the retry of dunning and a new card at the same time', async () => {
    const { order, secret } = await overdue()
    await Promise.all([
      payByLink(secret),
      addCard(market(), ada(), good),
      advance(market(), 3),
      payByLink(secret),
    ])
    await server.current.settle()
    expect((await payments(order)).filter((line) => line === 'succeeded -')).toHaveLength(1)
    expect(await chargedTo(market(), '4242')).toEqual([2000])
  })

  it('while a retry is under way the page waits for it', async () => {
    const { order, secret } = await overdue()
    await runOn(
      db.ownerUrl,
      `update payment set status = 'pending', decline_reason = null, decline_message = null,
              resume_at = null
        where id = (select id from payment where order_id = '${order}' limit 1)`,
    )
    expect((await stranger().get(linkPath(secret))).body).toMatchObject({ status: 'processing' })
    expect(briefOf(await payByLink(secret))).toBe('409 PaymentUnderWay')
  })
})
