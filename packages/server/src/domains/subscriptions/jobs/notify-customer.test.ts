import { beforeEach, describe, expect, it } from 'vitest'
import { newBenefit } from '../../../../test/benefits.ts'
import { newAddress } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { repeatReactions } from '../../../../test/repeat-reactions.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { headingOf } from '../../../../test/sent-mails.ts'
import { testServer } from '../../../../test/server.ts'
import {
  type MadeSubscription,
  newPaidSubscription,
  newRecurringProduct,
  subscriptionCalls,
} from '../../../../test/subscriptions.ts'
import { reactionsOf } from '../../../platform/jobs.ts'
import { notifyCustomerJob } from './notify-customer.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let calls: BillingCalls
let email: string

beforeEach(async () => {
  acme = await createOrganization(server.current)
  calls = await subscriptionCalls(server.current, acme)
  email = newAddress()
})

const subscribe = async (buyer: object = {}): Promise<MadeSubscription> =>
  newPaidSubscription(
    server.current,
    calls,
    await newRecurringProduct(calls, 2900, { name: 'Club' }),
    {
      customer_email: email,
      ...buyer,
    },
  )

async function mails() {
  const all = await server.current.sentMails()
  return all.filter(({ to }) => to === email)
}

const headings = async (): Promise<string[]> => (await mails()).map(headingOf)

const started = 'Your subscription has started'

const update = (id: string, change: object) => calls.patch(`/subscriptions/${id}`, change)
const advance = async (days: number) => {
  expect(await calls.post('/clock/advance', { days })).toMatchObject({ status: 200 })
}

describe('a customer is mailed', () => {
  it('that the subscription started, and nothing about its order', async () => {
    await subscribe()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.text).toContain('$29.00 per month')
    expect(mail?.links).toEqual([`${server.current.url}/portal/${acme.slug}`])
  })

  it('what the new subscription includes', async () => {
    const club = await newRecurringProduct(calls, 2900, { name: 'Club' })
    const catalog = await newBackend(server.current, acme, ['benefits:write', 'products:write'])
    const { id } = await newBenefit(catalog, { description: 'A place in the chat' })
    const key = { type: 'license_keys', description: 'The editor', properties: { prefix: 'edit' } }
    const benefits = [id, (await newBenefit(catalog, key)).id]
    const listed = await catalog.post(`/products/${club.id}/benefits`, { benefits })
    expect(listed).toMatchObject({ status: 200 })
    await newPaidSubscription(server.current, calls, club, { customer_email: email })
    const [mail] = await mails()
    expect(mail?.text).toContain('Includes: “A place in the chat”, “The editor”')
    expect(mail?.text).toMatch(/License key: EDIT-[0-9A-F-]{36}/)
  })

  it('about each renewal once it is paid', async () => {
    await subscribe()
    await advance(63)
    expect(await headings()).toEqual([
      started,
      'Your subscription was renewed',
      'Your subscription was renewed',
    ])
  })

  it('about a failed payment once, and about the end that follows', async () => {
    await subscribe({ confirmation_token_id: 'tok_sandbox_fails_later' })
    await advance(70)
    const sent = await mails()
    expect(await headings()).toEqual([
      started,
      'Your payment failed',
      'Your subscription has ended',
    ])
    expect(sent[1]?.text).toContain('We try again on:')
    expect(sent[1]?.text).toContain('your bank declined it')
    expect(sent[1]?.text).toContain('Amount due: $29.00')
    expect(sent[1]?.links).toEqual([
      expect.stringMatching(`^${server.current.url}/pay/guildhall_pl_`),
      `${server.current.url}/portal/${acme.slug}`,
    ])
  })

  it('that the bank asks, where that is why a payment failed', async () => {
    await subscribe({ confirmation_token_id: 'tok_sandbox_authenticate_renewals' })
    await advance(32)
    expect(await headings()).toEqual([started, 'Confirm your payment'])
    const [, mail] = await mails()
    expect(mail?.text).toContain('your bank asks you to confirm the payment')
    expect(mail?.text).not.toContain('declined')
    expect(mail?.links[0]).toContain('/pay/guildhall_pl_')
  })

  it('about a cancellation, and later about the end', async () => {
    const { id } = await subscribe()
    await update(id, { cancel_at_period_end: true })
    expect(await headings()).toEqual([started, 'Your subscription was canceled'])
    await advance(40)
    expect(await headings()).toEqual([
      started,
      'Your subscription was canceled',
      'Your subscription has ended',
    ])
  })

  it('only about the end if it ends immediately', async () => {
    const { id } = await subscribe()
    expect(await calls.remove(`/subscriptions/${id}`)).toMatchObject({ status: 200 })
    expect(await headings()).toEqual([started, 'Your subscription has ended'])
  })

  it.each(['invoice', 'prorate'])('about a change of the product billed by %s', async (mode) => {
    const { id } = await subscribe()
    const { id: product_id } = await newRecurringProduct(calls, 9900, { name: 'Gold club' })
    const answer = await update(id, { product_id, proration_behavior: mode })
    expect(answer).toMatchObject({ status: 200 })
    const [, changed, ...others] = await mails()
    expect(others).toEqual([])
    expect(changed?.text).toContain('Your plan has changed')
    expect(changed?.text).toContain('$99.00 per month')
    expect(changed?.text.includes('You were charged for the change:')).toBe(mode === 'invoice')
  })

  it('about no other changes', async () => {
    const { id } = await subscribe()
    await update(id, { cancel_at_period_end: true })
    await update(id, { cancel_at_period_end: false })
    expect(await headings()).toEqual([started, 'Your subscription was canceled'])
  })

  it('once about everything, however often the job runs', async () => {
    const { id } = await subscribe()
    await update(id, { cancel_at_period_end: true })
    const before = await headings()
    const reactions = reactionsOf([notifyCustomerJob])
    expect(await repeatReactions(db.database, reactions)).toContain(notifyCustomerJob.name)
    expect(await headings()).toEqual(before)
  })
})

describe('a customer whose card expires', () => {
  const setExpiry = (month: string) =>
    db.database.pool.query(
      `update payment_method set exp_year = extract(year from $2::date),
              exp_month = extract(month from $2::date)
        where organization_id = $1`,
      [acme.id, month],
    )

  it('is mailed once, a week before the next payment', async () => {
    const { current_period_end } = await subscribe()
    const end = new Date(current_period_end)
    const before = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 1))
    await setExpiry(before.toISOString())
    await advance(15)
    expect(await headings()).toEqual([started])
    await advance(10)
    const [, mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.text).toContain('Your card expires before your next payment')
    expect(mail?.text).toMatch(/Card: Visa ending in 4242/)
    await advance(1)
    expect(await headings()).toHaveLength(2)
  })

  it('is not mailed if the card is valid at the next payment', async () => {
    const { current_period_end } = await subscribe()
    await setExpiry(current_period_end)
    await advance(25)
    expect(await headings()).toEqual([started])
  })
})
