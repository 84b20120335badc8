import { newId } from '../../packages/server/src/platform/ids.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import { newSellers } from '../catalog/sellers.ts'

/** A product for 10 dollars a month, of a seller with a German tax registration. */
export interface Plan {
  readonly organizationId: string
  readonly token: string
  readonly productId: string
  readonly priceId: string
}

export async function newPlan(ownerUrl: string): Promise<Plan> {
  const [seller] = await newSellers(ownerUrl, 1)
  if (seller === undefined) throw new Error('one seller was created')
  const plan = {
    organizationId: seller.id,
    token: seller.token,
    productId: newId('product'),
    priceId: newId('productPrice'),
  }
  const { organizationId, productId, priceId } = plan
  await runOn(ownerUrl, productRow, [organizationId, productId])
  await runOn(ownerUrl, priceRow, [organizationId, priceId, productId])
  await runOn(ownerUrl, registrationRow, [organizationId])
  return plan
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

/** Adds customers with a card and a subscription that is either due now or in some weeks. */
export async function addSubscribers(
  ownerUrl: string,
  plan: Plan,
  { count, isDue }: { readonly count: number; readonly isDue: boolean },
): Promise<void> {
  const { organizationId, productId, priceId } = plan
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
  with generated as materialized (
    select gen_random_uuid() as customer_id, gen_random_uuid() as subscription_id,
           gen_random_uuid() as method_id, gen_random_uuid() as card_id,
           now() - interval '1 month' - interval '1 minute' as began_at
      from generate_series(1, $4::int)
  ), customers as (
    insert into customer (organization_id, id, email, name, billing_address, created_at)
    select $1, customer_id, customer_id || '@example.com', 'Ann Example', $6::jsonb,
           began_at
      from generated
  ), cards as (
    insert into sandbox_intent (organization_id, id, idempotency_key, purpose, status, token,
                                method_id, created_at)
    select $1, gen_random_uuid(), 'set up ' || card_id, 'set_up', 'succeeded', 'tok_sandbox_ok',
           card_id, began_at
      from generated where $5::boolean
  ), methods as (
    insert into payment_method (organization_id, id, customer_id, processor, processor_id, type,
                                brand, last4, exp_month, exp_year, is_default, created_at)
    select $1, method_id, customer_id, 'sandbox', card_id, 'card', 'visa', '4242', 12, 2099, true,
           began_at
      from generated where $5::boolean
  ), subscriptions as (
    insert into subscription (organization_id, id, status, customer_id, product_id, currency,
                              amount, recurring_interval, anchor_day, current_period_start,
                              current_period_end, started_at, due_at, accepted_at,
                              created_at)
    select $1, subscription_id, 'active', customer_id, $2, 'usd', 1000, 'month',
           extract(day from began_at at time zone 'UTC')::smallint, starts_at, ends_at, began_at,
           ends_at, began_at, began_at
      from generated, lateral (
        select case when $5::boolean then began_at
                    else now() - random() * interval '2 days' end as starts_at,
               case when $5::boolean then now() - interval '1 minute'
                    else now() + interval '7 days' + random() * interval '20 days' end as ends_at
      ) period
  ), movements as (
    insert into subscription_movement (organization_id, subscription_id, version, position,
                                       occurred_at, customer_id, product_id, currency, kind,
                                       is_start, list_amount, billing_amount, trial_amount,
                                       committed_amount, started, ended, switched)
    select $1, subscription_id, 1, 0, began_at, customer_id, $2, 'usd', 'new', true, 1000, 1000, 0,
           1000, 1, 0, 0
      from generated
  )
  insert into subscription_price (organization_id, subscription_id, product_price_id, position,
                                  kind, amount)
  select $1, subscription_id, $3, 0, 'fixed', 1000 from generated`
