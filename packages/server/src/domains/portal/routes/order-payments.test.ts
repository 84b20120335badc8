import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { declined, openOrders, orderPath, overdueDays } from '../../../../test/open-orders.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { runOn } from '../../../../test/sql.ts'
import {
  addCard,
  advance,
  answerBank,
  buyAs,
  cardsOf,
  chargedTo,
  methodsPath,
  newMember,
  plan,
  portalOf,
  statusOf,
} from '../../../../test/typed-purchases.ts'

const { db, market, ada, openOrder, overdue, payments, pay } = openOrders()

const good = 'tok_sandbox_ok'
const failing = 'tok_sandbox_fails_later'

describe('a customer in the portal', () => {
  const idOfCard = async (last4: string): Promise<string> => {
    const { body } = await (await portalOf(market(), ada())).get(methodsPath)
    const { items } = z
      .object({
        items: z.array(z.object({ id: z.string(), card: z.object({ last4: z.string() }) })),
      })
      .parse(body)
    return items.find(({ card }) => card.last4 === last4)?.id ?? ''
  }

  it('sees which orders are overdue, and pays one with a stored card', async () => {
    const { subscription, order } = await overdue('tok_sandbox_authenticate_renewals')
    const portal = await portalOf(market(), ada())
    const owed = await portal.get('/customer-portal/customers/me/overdue-payments')
    expect(owed.body).toMatchObject({
      items: [{ subscription_id: subscription, orders: [{ id: order, due_amount: 2000 }] }],
    })
    expect(await portal.get(`${orderPath(order)}/payment`)).toMatchObject({
      status: 200,
      body: { id: order, status: 'open', due_amount: 2000 },
    })
    const paid = await pay(order, { payment_method_id: await idOfCard('3055') })
    expect(paid).toMatchObject({ status: 201, body: { status: 'succeeded' } })
    expect(await statusOf(market(), subscription)).toBe('active')
  })

  it('confirms the charge of a stored card that always asks', async () => {
    const { subscription, order } = await overdue('tok_sandbox_authenticate_always')
    const asked = await pay(order, { payment_method_id: await idOfCard('3184') })
    expect(asked.body).toMatchObject({ status: 'requires_action' })
    await answerBank(market(), asked.body?.['client_secret'])
    const path = `${orderPath(order)}/payments/${String(asked.body?.['id'])}/confirm`
    expect((await (await portalOf(market(), ada())).post(path, {})).body).toMatchObject({
      status: 'succeeded',
    })
    expect(await statusOf(market(), subscription)).toBe('active')
    expect(await chargedTo(market(), '3184')).toEqual([2000, 2000])
  })

  it('pays with a new card once, or keeps it for the subscription', async () => {
    const first = await overdue()
    await pay(first.order, { confirmation_token_id: good })
    expect(await cardsOf(market(), ada())).toEqual(['0341!'])
    const second = await overdue()
    const kept = { confirmation_token_id: good, save_card: true }
    expect((await pay(second.order, kept)).body).toMatchObject({ status: 'succeeded' })
    expect(await cardsOf(market(), ada())).toEqual(['0341!', '0341', '4242'])
    expect(await chargedTo(market(), '4242')).toEqual([2000, 2000])
    await advance(market(), overdueDays)
    expect(await statusOf(market(), second.subscription)).toBe('active')
    expect(await chargedTo(market(), '4242')).toEqual([2000, 2000, 2000])
  })

  it.each([
    ['nothing', {}, '422 RequestValidationError body'],
    [
      'two cards',
      { confirmation_token_id: good, payment_method_id: '00000000-0000-7000-8000-000000000000' },
      '422 RequestValidationError body',
    ],
    [
      'an unknown card',
      { payment_method_id: '00000000-0000-7000-8000-000000000000' },
      '422 RequestValidationError body.payment_method_id',
    ],
    [
      'a stored card to keep',
      { payment_method_id: '00000000-0000-7000-8000-000000000000', save_card: true },
      '422 RequestValidationError body.save_card',
    ],
    [
      'a number',
      { confirmation_token_id: '4242424242424242' },
      '422 RequestValidationError body.confirmation_token_id',
    ],
  ])('who sends %s is refused', async (_what, body, brief) => {
    const { order } = await overdue()
    expect(briefOf(await pay(order, body))).toBe(brief)
    expect(await payments(order)).toEqual([declined])
  })

  it('pays no order of others, and not with a card of others', async () => {
    const { order } = await overdue()
    const other = await newMember(market())
    const method = await addCard(market(), other, good)
    const unknown = '422 RequestValidationError body.payment_method_id'
    expect(briefOf(await pay(order, { payment_method_id: method }))).toBe(unknown)
    const portal = await portalOf(market(), other)
    const answers = [
      await portal.get(`${orderPath(order)}/payment`),
      await portal.post(`${orderPath(order)}/payments`, { payment_method_id: method }),
      await portal.post(`${orderPath(order)}/payments/${order}/confirm`, {}),
    ]
    expect(answers.map(briefOf)).toEqual(Array(3).fill('404 ResourceNotFound'))
    expect(await chargedTo(market(), '4242')).toEqual([])
  })

  it('pays for what somebody bought with their address only with a card for it alone', async () => {
    const typed = await buyAs(market(), await plan(market(), 2000), {
      email: ada().email,
      card: failing,
    })
    const [bought] = await runOn<{ id: string }>(
      db.ownerUrl,
      `select id from orders where subscription_id = '${typed.subscriptionId}'`,
    )
    expect(briefOf(await typed.session.get(`${orderPath(bought?.id ?? '')}/payment`))).toBe(
      '403 CustomerEmailUnproved',
    )
    await advance(market(), overdueDays)
    const order = await openOrder(typed.subscriptionId)
    const method = await addCard(market(), ada(), good)
    const unaccepted = '409 SubscriptionNotAccepted'
    expect(briefOf(await pay(order, { payment_method_id: method }))).toBe(unaccepted)
    const kept = { confirmation_token_id: good, save_card: true }
    expect(briefOf(await pay(order, kept))).toBe(unaccepted)
    expect((await pay(order, { confirmation_token_id: good })).body).toMatchObject({
      status: 'succeeded',
    })
    expect(await statusOf(market(), typed.subscriptionId)).toBe('active')
    expect(await cardsOf(market(), ada())).toEqual(['4242!'])
    await advance(market(), overdueDays)
    expect(await statusOf(market(), typed.subscriptionId)).toBe('past_due')
  })
})
