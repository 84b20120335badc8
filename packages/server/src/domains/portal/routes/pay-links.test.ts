import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { declined, linkPath, openOrders, overdueDays } from '../../../../test/open-orders.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { runOn } from '../../../../test/sql.ts'
import {
  advance,
  answerBank,
  cardsOf,
  chargedTo,
  statusOf,
} from '../../../../test/typed-purchases.ts'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { makePayLink } from '../../subscriptions/actions/pay-link.ts'

const { db, server, market, ada, overdue, payments, stranger, payByLink, confirmByLink } =
  openOrders()

const good = 'tok_sandbox_ok'
const asking = 'tok_sandbox_authenticate'

const systemDeps = () => ({
  clock: systemClock,
  keyring: server.current.keyring,
  config: server.current.config,
})

describe('anyone who has the mailed link', () => {
  it('sees the sum, the lines and the seller, and nothing else of the customer', async () => {
    const { order, secret } = await overdue()
    await market().seller.patch(`/customers/${ada().id}`, { name: 'Ada Secret' })
    const shown = await stranger().get(linkPath(secret))
    const { organization } = market()
    expect(shown).toMatchObject({
      status: 200,
      body: {
        id: order,
        status: 'open',
        paid_at: null,
        seller: { name: expect.any(String), slug: organization.slug, avatar_url: null },
        items: [{ label: expect.any(String), amount: 2000 }],
        total_amount: 2000,
        due_amount: 2000,
        currency: 'usd',
      },
    })
    expect(Object.keys(shown.body ?? {}).toSorted()).toEqual([
      'applied_balance_amount',
      'created_at',
      'currency',
      'discount_amount',
      'due_amount',
      'id',
      'items',
      'paid_at',
      'product_name',
      'publishable_key',
      'seller',
      'status',
      'tax_amount',
      'total_amount',
    ])
    for (const text of ['Ada', ada().email, ada().id, '4242'])
      expect(shown.text).not.toContain(text)
  })

  it('pays with any card, which pays this order alone, and the subscription recovers', async () => {
    const { subscription, order, secret } = await overdue()
    expect(await payByLink(secret)).toMatchObject({
      status: 201,
      body: { status: 'succeeded', amount: 2000, client_secret: null },
    })
    expect(await statusOf(market(), subscription)).toBe('active')
    expect(await stranger().get(linkPath(secret))).toMatchObject({
      body: { status: 'paid', paid_at: expect.any(String) },
    })
    expect(await cardsOf(market(), ada())).toEqual(['0341!'])
    expect(await chargedTo(market(), '4242')).toEqual([2000])
    expect(briefOf(await payByLink(secret))).toBe('409 OrderNotOpen')
    await advance(market(), overdueDays)
    expect(await chargedTo(market(), '4242')).toEqual([2000])
    expect(await payments(order)).toEqual([declined, 'succeeded -'])
  })

  it('confirms with the bank, also if the processor is faster', async () => {
    const { subscription, order, secret } = await overdue()
    const asked = await payByLink(secret, asking)
    expect(asked.body).toMatchObject({ status: 'requires_action' })
    expect((await stranger().get(linkPath(secret))).body).toMatchObject({ status: 'open' })
    await answerBank(market(), asked.body?.['client_secret'])
    await server.current.settle()
    expect(await statusOf(market(), subscription)).toBe('active')
    const pages = await Promise.all([1, 2, 3].map(() => confirmByLink(secret, asked)))
    expect(pages.map(({ body }) => body?.['status'])).toEqual(Array(3).fill('succeeded'))
    expect(await payments(order)).toEqual([declined, 'succeeded -'])
  })

  it('can try another card after one that is declined', async () => {
    const { subscription, order, secret } = await overdue()
    expect((await payByLink(secret, 'tok_sandbox_lost')).body).toMatchObject({
      status: 'failed',
      decline_message: 'Your card was declined. Please use another card, or ask your bank why.',
    })
    const refused = await payByLink(secret, asking)
    await answerBank(market(), refused.body?.['client_secret'], 'declined')
    expect((await confirmByLink(secret, refused)).body).toMatchObject({ status: 'failed' })
    // What somebody tried there is no failed retry, and a lost card ends none.
    expect((await market().seller.get(`/subscriptions/${subscription}`)).body).toMatchObject({
      status: 'past_due',
      next_payment_attempt_at: expect.any(String),
    })
    expect((await payByLink(secret)).body).toMatchObject({ status: 'succeeded' })
    expect((await payments(order)).at(-1)).toBe('succeeded -')
  })

  it('repeats a call without paying twice', async () => {
    const { order, secret } = await overdue()
    const headers = { 'idempotency-key': 'one-payment-of-ada' }
    const both = [await payByLink(secret, good, headers), await payByLink(secret, good, headers)]
    expect(both[0]?.body?.['id']).toBe(both[1]?.body?.['id'])
    expect(both.map(({ body }) => body?.['status'])).toEqual(['succeeded', 'succeeded'])
    expect(await payments(order)).toEqual([declined, 'succeeded -'])
  })

  it('reaches no other order, and no payment of another kind', async () => {
    const { order, secret } = await overdue()
    const others = makePayLink(systemDeps(), {
      organizationId: z.parse(id('organization'), market().organization.id),
      id: newId('order'),
    })
    const asked = await payByLink(secret, asking)
    const [, otherSecret = ''] = others.split('/pay/')
    expect(briefOf(await confirmByLink(otherSecret, asked))).toBe('404 ResourceNotFound')
    expect(briefOf(await stranger().get(linkPath(otherSecret)))).toBe('404 ResourceNotFound')
    expect(briefOf(await payByLink(otherSecret))).toBe('404 ResourceNotFound')
    const [dunned] = await runOn<{ id: string }>(
      db.ownerUrl,
      `select id from payment where order_id = '${order}' and status = 'failed' limit 1`,
    )
    const path = `${linkPath(secret)}/payments/${dunned?.id}/confirm`
    expect(briefOf(await stranger().post(path, {}))).toBe('404 ResourceNotFound')
  })

  it.each(['', 'x', 'guildhall_pl_x', `guildhall_pl_${'A'.repeat(96)}`])(
    'or guesses “%s”, opens nothing',
    async (secret) => {
      expect(briefOf(await stranger().get(linkPath(secret)))).toMatch(/^404/)
      expect(briefOf(await payByLink(secret))).toMatch(/^404/)
    },
  )

  it('can’t open it after 30 days, but a payment that was started is confirmed', async () => {
    const { order, secret } = await overdue()
    const asked = await payByLink(secret, asking)
    await answerBank(market(), asked.body?.['client_secret'])
    const monthAgo = new Date(systemClock.now().getTime() - 30 * 86_400_000)
    const link = makePayLink(
      { ...systemDeps(), clock: { ...systemClock, now: () => monthAgo } },
      {
        organizationId: z.parse(id('organization'), market().organization.id),
        id: z.parse(id('order'), order),
      },
    )
    const [, old = ''] = link.split('/pay/')
    const expired = '410 PayLinkExpired'
    expect(briefOf(await stranger().get(linkPath(old)))).toBe(expired)
    expect(briefOf(await payByLink(old))).toBe(expired)
    expect((await confirmByLink(old, asked)).body).toMatchObject({ status: 'succeeded' })
  })

  it('sends a token of a card, and never its number', async () => {
    const { secret } = await overdue()
    const invalid = '422 RequestValidationError body.confirmation_token_id'
    expect(briefOf(await payByLink(secret, '4242424242424242'))).toBe(invalid)
    const stored = await stranger().post(`${linkPath(secret)}/payments`, {
      payment_method_id: '00000000-0000-7000-8000-000000000000',
    })
    expect(briefOf(stored)).toMatch(/^422/)
  })
})
