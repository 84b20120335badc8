import {
  hashSecret,
  makeSecret,
  secretPrefixes,
} from '../../packages/server/src/platform/crypto/tokens.ts'
import { newId } from '../../packages/server/src/platform/ids.ts'
import { runOn } from '../../packages/server/test/sql.ts'

/** A seller, and the access token of its backend. */
export interface Seller {
  readonly id: string
  readonly token: string
}

export const sellersCount = 1_000
export const productsPerSeller = 100
export const productsOfLargeSeller = 100_000

/** Creates sellers with access tokens and without products. */
export async function newSellers(ownerUrl: string, count: number): Promise<Seller[]> {
  const sellers = Array.from({ length: count }, () => ({
    id: newId('organization'),
    token: makeSecret(secretPrefixes.organizationAccess).secret,
  }))
  const ids = sellers.map(({ id }) => id)
  const hashes = sellers.map(({ token }) => hashSecret(token))
  await runOn(ownerUrl, organizationRows, [ids])
  await runOn(ownerUrl, directoryRows, [ids, hashes])
  await runOn(ownerUrl, tokenRows, [ids, hashes])
  return sellers
}

const organizationRows = `
  insert into organization (id, slug, name, created_at)
  select id, 'of-' || id, 'Example', now() from unnest($1::uuid[]) id`

const directoryRows = `
  insert into secret_directory (organization_id, hash)
  select * from unnest($1::uuid[], $2::bytea[])`

// With a recent last use, so that requests don't update it.
const tokenRows = `
  insert into organization_access_token
    (organization_id, id, secret_hash, comment, scopes, last_used_at, created_at)
  select organization_id, gen_random_uuid(), hash, 'Bench',
         '{organizations:read,products:write,customers:write,checkouts:write,orders:read,license_keys:read,events:write,customer_meters:read,metrics:read}', now() + interval '1 day', now()
    from unnest($1::uuid[], $2::bytea[]) shown (organization_id, hash)`

/**
 * Creates products for each seller, with a fixed price and two of five benefits. Every second one
 * also has a metered price.
 */
export async function addProducts(
  ownerUrl: string,
  sellers: readonly Seller[],
  productsEach: number,
): Promise<void> {
  const ids = sellers.map(({ id }) => id)
  await runOn(ownerUrl, meterRows, [ids])
  await runOn(ownerUrl, benefitRows, [ids])
  await runOn(ownerUrl, productRows, [ids, productsEach])
  await runOn(ownerUrl, fixedRows, [ids])
  await runOn(ownerUrl, meteredRows, [ids])
  await runOn(ownerUrl, linkRows, [ids])
}

const meterRows = `
  insert into meter (organization_id, id, name, filter, aggregation_func, counts_from, created_at)
  select organization_id, gen_random_uuid(), 'Tokens', '{"conjunction":"and","clauses":[]}',
         'count', now(), now()
    from unnest($1::uuid[]) organization_id`

const benefitRows = `
  insert into benefit (organization_id, id, type, description, properties, created_at)
  select organization_id, gen_random_uuid(), 'custom', 'Benefit ' || n, '{"note":"Thank you"}',
         now()
    from unnest($1::uuid[]) organization_id, generate_series(0, 4) n`

const productRows = `
  insert into product (organization_id, id, name, description, recurring_interval, metadata,
                       leading_amount_type, leading_amount, created_at)
  select organization_id, gen_random_uuid(), 'Product ' || n, 'What it is, in a line or two.',
         'month', jsonb_build_object('number', n, 'tier', 'gold'),
         'fixed', 1000 + n % 5000, now() - n * interval '1 minute'
    from unnest($1::uuid[]) organization_id, generate_series(1, $2::int) n`

const numberOf = `(p.metadata ->> 'number')::int`

const fixedRows = `
  insert into product_price (organization_id, id, product_id, position, amount_type,
                             price_currency, price_amount, created_at)
  select organization_id, gen_random_uuid(), p.id, 0, 'fixed', 'usd', leading_amount, created_at
    from product p where organization_id = any($1::uuid[])`

const meteredRows = `
  insert into product_price (organization_id, id, product_id, position, amount_type,
                             price_currency, unit_amount, meter_id, created_at)
  select organization_id, gen_random_uuid(), p.id, 1, 'metered_unit', 'usd', 0.05, m.id,
         p.created_at
    from product p join meter m using (organization_id)
   where organization_id = any($1::uuid[]) and ${numberOf} % 2 = 0`

const linkRows = `
  insert into product_benefit (organization_id, product_id, benefit_id, position)
  select organization_id, p.id, b.id, b.number
    from product p
    join (select organization_id, id, right(description, 1)::int as number from benefit) b
         using (organization_id)
   where organization_id = any($1::uuid[]) and (${numberOf} + b.number) % 5 < 2`
