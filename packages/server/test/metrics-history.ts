import type { Id } from '@guildhall/contract/primitives'
import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import { newId } from '../src/platform/ids.ts'
import { moneyStatements } from './metrics-money.ts'
import { runOn } from './sql.ts'

interface History {
  /** As the owner of the database. */
  readonly ownerUrl: string
  /** By default a new one. */
  readonly organizationId?: Id<'organization'>
  readonly subscriptions: number
  /** The first day. */
  readonly from: string
  readonly until: string
}

export interface HistoricShop {
  readonly organizationId: Id<'organization'>
  readonly products: readonly Id<'product'>[]
  readonly customers: readonly Id<'customer'>[]
}

const productsMax = 3

/**
 * Years of a seller, written directly: subscriptions that start and end at any time, monthly orders,
 * changes of what they bring in, purchases, checkouts and what follows orders. The same for the same numbers.
 */
export async function newHistory({
  ownerUrl,
  organizationId = newId('organization'),
  subscriptions,
  from,
  until,
}: History): Promise<HistoricShop> {
  const products = Array.from({ length: productsMax }, () => newId('product'))
  const customers = Array.from({ length: Math.ceil(subscriptions / 2) }, () => newId('customer'))
  const text = statements
    .replaceAll('$organization', `'${organizationId}'::uuid`)
    .replaceAll('$products', `'{${products.join()}}'::uuid[]`)
    .replaceAll('$customers', `'{${customers.join()}}'::uuid[]`)
    .replaceAll('$count', String(subscriptions))
    .replaceAll('$from', `'${from}'::timestamptz`)
    .replaceAll('$until', `'${until}'::timestamptz`)
  await runOn(ownerUrl, text)
  return { organizationId, products, customers }
}

/** A number from 0 to 1 that looks random, of a row and a purpose. */
const chance = (purpose: string, row = 'n'): string =>
  `((hashtext('${purpose}' || ${row}::text)::bigint & 2147483647) / 2147483648.0)`

const someMoment = (purpose: string, row = 'n'): string =>
  `$from + (extract(epoch from $until - $from) * ${chance(purpose, row)}) * interval '1 second'`

const statements = `
  begin;
  insert into organization (id, slug, name, created_at)
  values ($organization, 'h-' || $organization, 'History', $from) on conflict do nothing;
  insert into customer (organization_id, id, email, created_at)
  select $organization, c, c || '@buyer.test', $from from unnest($customers) c;
  insert into product (organization_id, id, name, recurring_interval, leading_amount_type,
                       leading_amount, created_at)
  select $organization, p, 'Plan', 'month', 'fixed', 1000, $from from unnest($products) p;
  insert into product_price (organization_id, id, product_id, position, amount_type, price_currency,
                             price_amount, created_at)
  select $organization, p, p, 0, 'fixed', 'usd', 1000, $from from unnest($products) p;

  create temporary table drawn on commit drop as
    select n, gen_random_uuid() as id,
           ($customers)[1 + n % cardinality($customers)] as customer_id,
           ($products)[1 + n % cardinality($products)] as product_id,
           ($products)[1 + (n / 3) % cardinality($products)] as next_id,
           case when n % 7 = 0 then 'eur' else 'usd' end as currency,
           1000 + n % 5 * 500 as amount, ${someMoment('start')} as started_at,
           case when ${chance('is over')} < 0.5
                then ${someMoment('start')} + ($until - (${someMoment('start')})) * ${chance('end')}
                end as ended_at
      from generate_series(1, $count) n;

  insert into subscription (organization_id, id, status, customer_id, product_id, currency, amount,
                            recurring_interval, anchor_day, current_period_start,
                            current_period_end, started_at, canceled_at, ends_at, ended_at,
                            revoked_at, created_at, accepted_at, customer_cancellation_reason)
  select $organization, id, case when ended_at is null then 'active' else 'canceled' end,
         customer_id, product_id, currency, amount, 'month', 1, $until - interval '1 month', $until,
         started_at, ended_at, ended_at, ended_at, ended_at, started_at, started_at,
         case when ended_at is not null and n % 3 > 0
              then ('{${cancellationReasons.join()}}'::text[])[1 + n % ${cancellationReasons.length}] end
    from drawn;

  insert into orders (organization_id, id, status, billing_reason, customer_id, product_id,
                      subscription_id, currency, subtotal_amount, discount_amount, net_amount,
                      tax_amount, total_amount, taxability_reason, created_at, paid_at,
                      period_start, period_end)
  select $organization, gen_random_uuid(), 'paid', o.reason, d.customer_id, o.product_id, d.id,
         d.currency, d.amount, 0, d.amount, 0, d.amount, 'not_subject_to_tax', o.at, o.at,
         o.at, o.at + interval '1 month'
    from drawn d
   cross join lateral (
     select d.started_at + m * interval '1 month' as at, d.product_id,
            case m when 0 then 'subscription_create' else 'subscription_cycle' end as reason
       from generate_series(0, 120) m
     union all
     select d.started_at + interval '9 days', d.next_id, 'subscription_update'
      where d.n % 4 = 0) o
   where o.at < coalesce(d.ended_at, $until);

  insert into orders (organization_id, id, status, billing_reason, customer_id, product_id,
                      currency, subtotal_amount, discount_amount, net_amount, tax_amount,
                      total_amount, taxability_reason, created_at, paid_at)
  select $organization, gen_random_uuid(), 'paid', 'purchase', customer_id, product_id, currency,
         700, 0, 700, 0, 700, 'not_subject_to_tax', ${someMoment('once')}, $until
    from drawn;

  insert into subscription_movement (organization_id, subscription_id, version, position,
                                     occurred_at, customer_id, product_id, currency, kind, is_start,
                                     list_amount, billing_amount, trial_amount, committed_amount,
                                     started, ended, switched)
  select $organization, d.id, m.version, m.position, m.at, d.customer_id, m.product_id, d.currency,
         m.kind, m.kind = 'new', m.amount, m.amount, 0, m.amount, m.started, m.ended, m.switched
    from (select *, n % 4 = 0 and started_at + interval '9 days' < coalesce(ended_at, $until)
                      as is_switched
            from drawn) d
   cross join lateral (values
     (1, 0, d.started_at, d.product_id, 'new', d.amount, 1, 0, 0),
     (2, 0, d.started_at + interval '9 days', d.product_id, 'expansion', -d.amount, 0, 0, -1),
     (2, 1, d.started_at + interval '9 days', d.next_id, 'expansion', d.amount + 300, 0, 0, 1),
     (3, 0, d.ended_at, case when d.is_switched then d.next_id else d.product_id end, 'churn',
      -d.amount - case when d.is_switched then 300 else 0 end, 0, 1, 0))
     m (version, position, at, product_id, kind, amount, started, ended, switched)
   where m.at < $until and (m.version <> 2 or d.is_switched);

  insert into secret_directory (hash, organization_id)
  select sha256(convert_to(d.id::text, 'UTF8')), $organization from drawn d;
  insert into checkout (organization_id, id, secret_hash, secret_key_id, status, product_id,
                        product_price_id, currency, amount, discount_amount, allow_discount_codes,
                        require_billing_address, is_business_customer, customer_id, created_at,
                        expires_at)
  select $organization, gen_random_uuid(), sha256(convert_to(d.id::text, 'UTF8')), '00000000',
         case when n % 3 = 0 then 'expired' else 'succeeded' end, product_id, product_id, 'usd',
         1000, 0, true, false, false, customer_id, ${someMoment('checkout')},
         ${someMoment('checkout')} + interval '1 hour'
    from drawn d;
  ${moneyStatements}
  commit;`
