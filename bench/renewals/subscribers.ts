import { newId } from '../../packages/server/src/platform/ids.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import { newShops } from '../catalog/shops.ts'

/** A seller whose product costs its subscribers 10 dollars a month, and German tax on top. */
export interface Gym {
  readonly organizationId: string
  readonly productId: string
  readonly priceId: string
}

export async function newGym(ownerUrl: string): Promise<Gym> {
  const [shop] = await newShops(ownerUrl, 1)
  if (shop === undefined) throw new Error('one was asked for')
  const gym = {
    organizationId: shop.id,
    productId: newId('product'),
    priceId: newId('productPrice'),
  }
  const { organizationId, productId, priceId } = gym
  await runOn(ownerUrl, productRow, [organizationId, productId])
  await runOn(ownerUrl, priceRow, [organizationId, priceId, productId])
  await runOn(ownerUrl, registrationRow, [organizationId])
  return gym
}

const productRow = `
  insert into product (organization_id, id, name, recurring_interval, leading_amount_type,
                       leading_amount, created_at)
  values ($1, $2, 'Gym', 'month', 'fixed', 1000, now())`

const priceRow = `
  insert into product_price (organization_id, id, product_id, position, amount_type,
                             price_currency, price_amount, created_at)
  values ($1, $2, $3, 0, 'fixed', 'usd', 1000, now())`

const registrationRow = `
  insert into tax_registration (organization_id, id, country, scheme, collects_since, created_at)
  values ($1, gen_random_uuid(), 'DE', 'domestic', now() - interval '1 year', now())`

/** So many more who subscribe and leave a card, either due at this moment or not for weeks. */
export async function addSubscribers(
  ownerUrl: string,
  gym: Gym,
  { count, isDue }: { readonly count: number; readonly isDue: boolean },
): Promise<void> {
  const { organizationId, productId, priceId } = gym
  await runOn(ownerUrl, subscriberRows, [
    organizationId,
    productId,
    priceId,
    count,
    isDue,
    JSON.stringify(address),
  ])
}

const address = {
  line1: '1 Market Street',
  line2: null,
  postalCode: '10115',
  city: 'Berlin',
  state: null,
  country: 'DE',
}

const subscriberRows = `
  with made as materialized (
    select gen_random_uuid() as customer_id, gen_random_uuid() as subscription_id,
           gen_random_uuid() as method_id, gen_random_uuid() as card_id,
           now() - interval '1 month' - interval '1 minute' as began_at
      from generate_series(1, $4::int)
  ), customers as (
    insert into customer (organization_id, id, email, name, billing_address, created_at)
    select $1, customer_id, customer_id || '@example.com', 'Ann Example', $6::jsonb,
           began_at
      from made
  ), cards as (
    insert into sandbox_intent (organization_id, id, idempotency_key, purpose, status, token,
                                method_id, created_at)
    select $1, gen_random_uuid(), 'set up ' || card_id, 'set_up', 'succeeded', 'tok_sandbox_ok',
           card_id, began_at
      from made where $5::boolean
  ), methods as (
    insert into payment_method (organization_id, id, customer_id, processor, processor_id, type,
                                brand, last4, exp_month, exp_year, is_default, created_at)
    select $1, method_id, customer_id, 'sandbox', card_id, 'card', 'visa', '4242', 12, 2099, true,
           began_at
      from made where $5::boolean
  ), subscriptions as (
    insert into subscription (organization_id, id, status, customer_id, product_id, currency,
                              amount, recurring_interval, anchor_day, current_period_start,
                              current_period_end, started_at, due_at, created_at)
    select $1, subscription_id, 'active', customer_id, $2, 'usd', 1000, 'month',
           extract(day from began_at at time zone 'UTC')::smallint, starts_at, ends_at, began_at,
           ends_at, began_at
      from made, lateral (
        select case when $5::boolean then began_at
                    else now() - random() * interval '2 days' end as starts_at,
               case when $5::boolean then now() - interval '1 minute'
                    else now() + interval '7 days' + random() * interval '20 days' end as ends_at
      ) period
  )
  insert into subscription_price (organization_id, subscription_id, product_price_id, position,
                                  kind, amount)
  select $1, subscription_id, $3, 0, 'fixed', 1000 from made`
