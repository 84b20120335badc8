import * as z from 'zod/mini'
import { withToken } from '../../test/sellers.ts'
import type { Purchase, Town } from './town.ts'

/** The rows that belonged to the victims when the town opened, by table and id. */
export type Belongings = ReadonlyMap<string, string>

const belongings = `
  select 'customer ' || id as key, jsonb_build_array(email, name, billing_address)::text as row
    from customer where id = any($1::uuid[])
  union all
  select 'card ' || id, (to_jsonb(m) - 'modified_at')::text
    from payment_method m where customer_id = any($1::uuid[])
  union all
  select 'subscription ' || id, (to_jsonb(s) - 'modified_at')::text
    from subscription s where customer_id = any($1::uuid[])
  union all
  select 'balance ' || customer_id, b::text
    from customer_balance b where customer_id = any($1::uuid[])`

export async function belongingsOf({ server, victims }: Town): Promise<Belongings> {
  const ids = victims.map(({ customerId }) => customerId)
  const { rows } = await server.database.pool.query<Record<'key' | 'row', string>>(belongings, [
    ids,
  ])
  return new Map(rows.map(({ key, row }) => [key, row]))
}

/** Nobody sees or changes what was not given to a proved self. */
export async function strangersFaults(town: Town, before: Belongings): Promise<string[]> {
  const seen = await Promise.all(town.purchases.map((purchase) => foreignObjects(town, purchase)))
  return [
    ...(await changed(town, before)),
    ...(await sharedGifts(town)),
    ...(await shownToAccount(town)),
    ...seen.flat(),
  ]
}

const page = z.object({ items: z.array(z.object({ id: z.string() })) })
const orderPage = z.object({ items: z.array(z.object({ checkout_id: z.string() })) })

/** The seller’s word for an account gives what the account bought. */
async function shownToAccount({
  server,
  seller,
  account,
  accountCheckouts,
}: Town): Promise<string[]> {
  const made = await seller.post('/customer-sessions/', { customer_external_id: account })
  if (made.status !== 201) return []
  const session = withToken(server, String(made.body?.['token']))
  const [orders, subscriptions] = await Promise.all([
    session.get('/customer-portal/orders/?limit=100'),
    session.get('/customer-portal/subscriptions/?limit=100'),
  ])
  const foreign = orderPage
    .parse(orders.body)
    .items.filter(({ checkout_id: id }) => !accountCheckouts.includes(id))
  return [
    ...foreign.map(({ checkout_id: id }) => `the account lists the order of checkout ${id}`),
    ...page.parse(subscriptions.body).items.map(({ id }) => `the account lists subscription ${id}`),
  ]
}

async function changed(town: Town, before: Belongings): Promise<string[]> {
  const now = await belongingsOf(town)
  return [...before]
    .filter(([key, row]) => now.get(key) !== row)
    .map(([key, row]) => `a stranger changed ${key}: ${row} became ${now.get(key)}`)
}

/** A discount that was given to one buyer is used by no other checkout. */
async function sharedGifts({ server, gift, giftDiscountId }: Town): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select id from checkout where discount_id = $1 and id <> $2
      union select checkout_id from discount_redemption where discount_id = $1 and checkout_id <> $2`,
    [giftDiscountId, gift.id],
  )
  return rows.map(({ id }) => `the discount of another is used by checkout ${id}`)
}

/** A session of a purchase gets only objects of that purchase. */
async function foreignObjects(
  { server, victims }: Town,
  { checkoutId, token }: Purchase,
): Promise<string[]> {
  const session = withToken(server, token)
  const lists = await Promise.all(
    ['orders', 'subscriptions'].map((kind) => session.get(`/customer-portal/${kind}/?limit=100`)),
  )
  const singles = await Promise.all(
    victims.flatMap(({ orderId, subscriptionId }) => [
      session.get(`/customer-portal/orders/${orderId}`),
      session.get(`/customer-portal/orders/${orderId}/invoice`),
      session.get(`/customer-portal/subscriptions/${subscriptionId}`),
      session.get('/customer-portal/customers/me'),
      session.get('/customer-portal/customers/me/payment-methods'),
    ]),
  )
  const ids = lists.flatMap(({ body }) => page.parse(body).items.map(({ id }) => id))
  const { rows } = await server.database.pool.query<{ id: string }>(foreign, [ids, checkoutId])
  const isSecret = (text: string) =>
    victims.some(({ name, customerId }) =>
      [`Secret ${name}`, `${name}’s secret`, customerId].some((secret) => text.includes(secret)),
    )
  return [
    ...rows.map(({ id }) => `the session of ${checkoutId} lists ${id} of another purchase`),
    ...singles
      .filter(({ status }) => status !== 403)
      .map(({ status }) => `the session of ${checkoutId} reads what is another's: ${status}`),
    ...[...lists, ...singles]
      .filter(({ text }) => isSecret(text))
      .map(() => `the session of ${checkoutId} shows who a victim is`),
  ]
}

const foreign = `
  select o.id from orders o
    left join subscription s on s.organization_id = o.organization_id and s.id = o.subscription_id
   where o.id = any($1::uuid[]) and o.checkout_id is distinct from $2
     and s.checkout_id is distinct from $2
  union all
  select s.id from subscription s
   where s.id = any($1::uuid[]) and s.checkout_id is distinct from $2`
