import { beforeEach, describe, expect, it } from 'vitest'
import { newAddress } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import { reactAgain } from '../../../../test/react-again.ts'
import type { BillingCalls } from '../../../../test/sellers.ts'
import { headingOf } from '../../../../test/sent-mails.ts'
import { testServer } from '../../../../test/server.ts'
import {
  type MadeSubscription,
  newPaidSubscription,
  newPlan,
  subscriptionCalls,
} from '../../../../test/subscriptions.ts'
import { tellCustomerTask, tellingReactions } from './tell-customer.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls
let email: string

beforeEach(async () => {
  acme = await found(server.current)
  calls = await subscriptionCalls(server.current, acme)
  email = newAddress()
})

const subscribed = async (wish: object = {}): Promise<MadeSubscription> =>
  newPaidSubscription(server.current, calls, await newPlan(calls, 2900, { name: 'Club' }), {
    customer_email: email,
    ...wish,
  })

async function mails() {
  const all = await server.current.sentMails()
  return all.filter(({ to }) => to === email)
}

const headings = async (): Promise<string[]> => (await mails()).map(headingOf)

const begun = 'Your subscription has begun'

const change = (id: string, wish: object) => calls.patch(`/subscriptions/${id}`, wish)
const advance = async (days: number) => {
  expect(await calls.post('/clock/advance', { days })).toMatchObject({ status: 200 })
}

describe('a customer is told', () => {
  it('that it has begun, and nothing else of its order', async () => {
    await subscribed()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.text).toContain('$29.00 per month')
    expect(mail?.links).toEqual([`${server.current.url}/portal/${acme.slug}`])
  })

  it('of each renewal once it is paid', async () => {
    await subscribed()
    await advance(63)
    expect(await headings()).toEqual([
      begun,
      'Your subscription was renewed',
      'Your subscription was renewed',
    ])
  })

  it('of a payment that failed, once, and of the end that follows', async () => {
    await subscribed({ confirmation_token_id: 'tok_sandbox_fails_later' })
    await advance(70)
    const told = await mails()
    expect(await headings()).toEqual([begun, 'Your payment failed', 'Your subscription has ended'])
    expect(told[1]?.text).toContain('We try again on:')
    expect(told[1]?.links).toEqual([`${server.current.url}/portal/${acme.slug}`])
  })

  it('that it was canceled, and later that it has ended', async () => {
    const { id } = await subscribed()
    await change(id, { cancel_at_period_end: true })
    expect(await headings()).toEqual([begun, 'Your subscription was canceled'])
    await advance(40)
    expect(await headings()).toEqual([
      begun,
      'Your subscription was canceled',
      'Your subscription has ended',
    ])
  })

  it('of the end alone where it ends at once', async () => {
    const { id } = await subscribed()
    expect(await calls.remove(`/subscriptions/${id}`)).toMatchObject({ status: 200 })
    expect(await headings()).toEqual([begun, 'Your subscription has ended'])
  })

  it.each(['invoice', 'prorate'])('of another plan, charged by %s', async (mode) => {
    const { id } = await subscribed()
    const { id: product_id } = await newPlan(calls, 9900, { name: 'Gold club' })
    const answer = await change(id, { product_id, proration_behavior: mode })
    expect(answer).toMatchObject({ status: 200 })
    const [, changed, ...others] = await mails()
    expect(others).toEqual([])
    expect(changed?.text).toContain('Your plan has changed')
    expect(changed?.text).toContain('$99.00 per month')
    expect(changed?.text.includes('This came with the change:')).toBe(mode === 'invoice')
  })

  it('nothing of other changes', async () => {
    const { id } = await subscribed()
    await change(id, { cancel_at_period_end: true })
    await change(id, { cancel_at_period_end: false })
    expect(await headings()).toEqual([begun, 'Your subscription was canceled'])
  })

  it('everything once, however often the job runs', async () => {
    const { id } = await subscribed()
    await change(id, { cancel_at_period_end: true })
    const before = await headings()
    expect(await reactAgain(db.database, tellingReactions)).toContain(tellCustomerTask)
    expect(await headings()).toEqual(before)
  })
})

describe('whose card expires before the next payment', () => {
  const cards = (month: string) =>
    db.database.pool.query(
      `update payment_method set exp_year = extract(year from $2::date),
              exp_month = extract(month from $2::date)
        where organization_id = $1`,
      [acme.id, month],
    )

  it('hears of it a week before, once', async () => {
    const { current_period_end } = await subscribed()
    const end = new Date(current_period_end)
    const before = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 1))
    await cards(before.toISOString())
    await advance(15)
    expect(await headings()).toEqual([begun])
    await advance(10)
    const [, told, ...others] = await mails()
    expect(others).toEqual([])
    expect(told?.text).toContain('Your card expires before your next payment')
    expect(told?.text).toMatch(/Card: Visa that ends with 4242/)
    await advance(1)
    expect(await headings()).toHaveLength(2)
  })

  it('hears nothing where the card is good for it', async () => {
    const { current_period_end } = await subscribed()
    await cards(current_period_end)
    await advance(25)
    expect(await headings()).toEqual([begun])
  })
})
