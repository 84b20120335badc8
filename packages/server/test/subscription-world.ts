import { expect } from 'vitest'
import { confirm, newCheckout } from './checkouts.ts'
import { newDiscount } from './discounts.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import { fixedPrice } from './products.ts'
import { type BillingCalls, withNothing } from './sellers.ts'
import type { TestServer } from './server.ts'
import { newPaidSubscription, newRecurringProduct } from './subscriptions.ts'

/**
 * Subscriptions of every kind, all started at the same time: good cards and bad ones, monthly and
 * yearly, discounted, free, canceled; and a checkout that is never finished.
 */
export async function seedSubscriptions(
  server: TestServer,
  calls: BillingCalls,
  organization: OwnedOrganization,
): Promise<void> {
  const from = (name: string) => ({ customer_email: `${name}@${organization.slug}.test` })
  const buy = (product: { id: string }, buyer: object) =>
    newPaidSubscription(server, calls, product, buyer)
  const monthly = await newRecurringProduct(calls, 2900, { name: 'Monthly' })
  await buy(monthly, from('ada'))
  await buy(await newRecurringProduct(calls, 0), { ...from('eve'), confirmation_token_id: null })
  const yearly = { name: 'Yearly', recurring_interval: 'year', prices: [fixedPrice(30_000)] }
  await buy(await newRecurringProduct(calls, 0, yearly), from('bob'))
  const bad = { ...from('mallory'), confirmation_token_id: 'tok_sandbox_fails_later' }
  await buy(await newRecurringProduct(calls, 900, { name: 'Never again' }), bad)
  const leaving = await buy(await newRecurringProduct(calls, 500, { name: 'Leaving' }), from('zoe'))
  const canceled = await calls.patch(`/subscriptions/${leaving.id}`, { cancel_at_period_end: true })
  expect(canceled).toMatchObject({ status: 200 })
  await buyDiscounted(server, calls, from('dan'))
  await newCheckout(calls, [monthly])
}

async function buyDiscounted(
  server: TestServer,
  calls: BillingCalls,
  buyer: object,
): Promise<void> {
  const discount = await newDiscount(calls, { duration: 'repeating', duration_in_months: 3 })
  const product = await newRecurringProduct(calls, 1000, { name: 'Discounted' })
  const checkout = await newCheckout(calls, [product], { discount_id: discount.id })
  expect(await confirm(withNothing(server), checkout, buyer)).toMatchObject({ status: 200 })
  await server.settle()
}

/** The comparable rows of an organization: without ids, and ordered. */
const histories = {
  subscriptions: `
    select p.name, s.status, s.amount, s.current_period_start, s.current_period_end, s.started_at,
           s.canceled_at, s.ends_at, s.ended_at, s.past_due_at, s.attempts, s.revoked_at, s.due_at,
           s.created_at, s.modified_at, s.version
      from subscription s join product p on p.id = s.product_id
     where s.organization_id = $1 order by p.name`,
  orders: `
    select p.name, o.status, o.billing_reason, o.subtotal_amount, o.discount_amount, o.tax_amount,
           o.total_amount, o.period_start, o.period_end, o.created_at, o.paid_at,
           o.collection_stopped_at,
           array(select (i.label, i.amount, i.discount_amount, i.proration)::text
                   from order_item i where i.order_id = o.id order by i.position) as items
      from orders o join product p on p.id = o.product_id
     where o.organization_id = $1 order by o.created_at, p.name`,
  payments: `
    select c.email, y.status, y.amount, y.decline_reason, y.created_at, y.modified_at
      from payment y join customer c on c.id = y.customer_id
     where y.organization_id = $1 order by y.created_at, c.email`,
  checkouts: `
    select status, amount, created_at, modified_at, expires_at
      from checkout where organization_id = $1 order by created_at, modified_at, amount`,
  books: `
    select j.kind, j.occurred_at, l.account, l.debit, l.credit
      from journal_entry j join entry_line l on l.organization_id = j.organization_id
       and l.entry_id = j.id
     where j.organization_id = $1 order by j.occurred_at, l.account, l.debit, l.credit`,
  invoices: `
    select i.issued_at, o.total_amount
      from invoice i join orders o on o.id = i.order_id
     where i.organization_id = $1 order by i.issued_at, o.total_amount`,
  events: `
    select e.name, e.organization_time, c.email
      from event_log e left join customer c on c.id = e.customer_id
     where e.organization_id = $1 and e.organization_time > $2 and e.name <> 'clock.advanced'
     order by e.organization_time, c.email, e.sequence`,
  mails: `
    select m.recipient, m.subject, m.created_at
      from mail m
     where m.recipient like '%@' || (select slug from organization where id = $1) || '.test'
     order by m.created_at, m.recipient, m.subject`,
} as const

type History = Readonly<Record<keyof typeof histories, string[]>>

/** Everything that happened to an organization after it was seeded, as lines of text. */
export async function readHistory(
  server: TestServer,
  { id, slug }: OwnedOrganization,
  seededAt: Date,
): Promise<History> {
  await server.settle()
  const lines = async (query: string): Promise<string[]> => {
    const values = query.includes('$2') ? [id, seededAt] : [id]
    const { rows } = await server.database.pool.query(query, values)
    return rows.map((row: unknown) => JSON.stringify(row).replaceAll(slug, 'seller'))
  }
  return {
    subscriptions: await lines(histories.subscriptions),
    orders: await lines(histories.orders),
    payments: await lines(histories.payments),
    checkouts: await lines(histories.checkouts),
    books: await lines(histories.books),
    invoices: await lines(histories.invoices),
    events: await lines(histories.events),
    mails: await lines(histories.mails),
  }
}
