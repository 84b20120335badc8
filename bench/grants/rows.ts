import { createHash } from 'node:crypto'
import { newId } from '../../packages/server/src/platform/ids.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import type { Offer } from '../purchases/purchase-job.ts'

/** A seller with one product. */
export interface SoldOffer extends Offer {
  readonly id: string
}

/** A note, files and a license key, with every product of these sellers. */
export async function giveBenefits(ownerUrl: string, offers: readonly SoldOffer[]): Promise<void> {
  const organizationIds = offers.flatMap(({ id, productIds }) => productIds.map(() => id))
  const productIds = offers.flatMap((offer) => offer.productIds)
  await runOn(ownerUrl, benefitRows, [organizationIds, productIds])
}

const benefitRows = `
  with input as materialized (
    select organization_id, product_id, type, properties, position, gen_random_uuid() as id
      from unnest($1::uuid[], $2::uuid[]) input (organization_id, product_id),
           (values ('custom', '{"note":"Thank you"}'::jsonb, 0), ('downloadables', '{}', 1),
                   ('license_keys', '{"prefix":"BENCH","expires":null,"activations":null,
                                      "limitUsage":null,"offline":null}', 2)) v (type, properties, position)
  ), made as (
    insert into benefit (organization_id, id, type, description, properties, created_at)
    select organization_id, id, type, 'Benefit ' || position, properties, now() from input
  )
  insert into product_benefit (organization_id, product_id, benefit_id, position)
  select organization_id, product_id, id, position from input`

/** A new benefit of a seller, which no product gives yet. */
export async function newNote(ownerUrl: string, { id }: Pick<SoldOffer, 'id'>): Promise<string> {
  const benefitId = newId('benefit')
  await runOn(
    ownerUrl,
    `insert into benefit (organization_id, id, type, description, properties, created_at)
     values ($1, $2, 'custom', 'A further benefit', '{"note":null}', now())`,
    [id, benefitId],
  )
  return benefitId
}

/** What the seller’s product gives. */
export async function listOf(ownerUrl: string, { id }: SoldOffer): Promise<string[]> {
  const rows = await runOn<{ id: string }>(
    ownerUrl,
    'select benefit_id as id from product_benefit where organization_id = $1 order by position',
    [id],
  )
  return rows.map((row) => row.id)
}

/** Copies a paid order of this seller, its customer and what they hold, until there are as many as asked for. */
export const copyOrders = (ownerUrl: string, { id }: SoldOffer, count: number): Promise<unknown> =>
  runOn(ownerUrl, copyRows, [id, count])

// With an offset, a subquery isn’t merged, which would make each record once for each of its columns.
const copyRows = `
  with sold as materialized (
    select * from orders where organization_id = $1 and status = 'paid' limit 1
  ), copies as materialized (
    select gen_random_uuid() as order_id, gen_random_uuid() as customer_id
      from generate_series(2, $2::int)
  ), customers as (
    insert into customer select (c).* from (
      select jsonb_populate_record(null::customer, to_jsonb(c) || jsonb_build_object(
               'id', n.customer_id, 'email', n.customer_id || '@example.com')) as c
        from sold s
        join customer c on c.organization_id = s.organization_id and c.id = s.customer_id
       cross join copies n offset 0) copied
  ), grants as (
    insert into benefit_grant select (g).* from (
      select jsonb_populate_record(null::benefit_grant, to_jsonb(g) || jsonb_build_object(
               'id', gen_random_uuid(), 'customer_id', n.customer_id, 'order_id', n.order_id)) as g
        from sold s
        join benefit_grant g on g.organization_id = s.organization_id and g.order_id = s.id
       cross join copies n offset 0) copied
  )
  insert into orders select (o).* from (
    select jsonb_populate_record(null::orders, to_jsonb(s) || jsonb_build_object(
             'id', n.order_id, 'customer_id', n.customer_id, 'checkout_id', null,
             'invoice_number', 'COPY-' || n.order_id)) as o
      from sold s cross join copies n offset 0) copied`

export async function countGrants(
  ownerUrl: string,
  { id }: SoldOffer,
  benefitId: string,
): Promise<number> {
  const [row] = await runOn<{ count: number }>(
    ownerUrl,
    `select count(*)::int as count from benefit_grant
      where organization_id = $1 and benefit_id = $2 and status = 'granted'`,
    [id, benefitId],
  )
  return row?.count ?? 0
}

export const keyText = (number: number): string => `BENCH-${String(number).padStart(12, '0')}`

const batch = 100_000

/**
 * License keys with known texts, each of a grant of its own, ten per customer. Their orders don’t
 * exist, because only the grant is read to validate a key.
 */
export async function addKeys(
  ownerUrl: string,
  { id }: SoldOffer,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await runOn(
    ownerUrl,
    `alter table benefit_grant
       drop constraint if exists benefit_grant_organization_id_order_id_fkey`,
  )
  for (let first = from; first < to; first += batch) {
    const numbers = Array.from({ length: Math.min(batch, to - first) }, (_, at) => first + at)
    const digests = numbers.map((number) => createHash('sha256').update(keyText(number)).digest())
    await runOn(ownerUrl, keyRows, [id, digests])
  }
}

const keysPerHolder = 10

const keyRows = `
  with seller as materialized (
    select c as customer, b.id as benefit_id
      from customer c join benefit b using (organization_id)
     where organization_id = $1::uuid and b.type = 'license_keys'
     limit 1
  ), holders as materialized (
    select gen_random_uuid() as customer_id, number
      from generate_series(0, cardinality($2::bytea[]) / ${keysPerHolder}) number
  ), made as (
    insert into customer select (c).* from (
      select jsonb_populate_record(null::customer, to_jsonb(customer) || jsonb_build_object(
               'id', customer_id, 'email', customer_id || '@example.com')) as c
        from seller cross join holders) copied
  ), input as materialized (
    select gen_random_uuid() as key_id, gen_random_uuid() as grant_id, digest, customer_id,
           benefit_id
      from unnest($2::bytea[]) with ordinality digests (digest, at)
      join holders on number = (at - 1) / ${keysPerHolder}
     cross join seller
  ), granted as (
    insert into benefit_grant (organization_id, id, customer_id, benefit_id, order_id, status,
                               granted_at, created_at)
    select $1::uuid, grant_id, customer_id, benefit_id, gen_random_uuid(), 'granted', now(), now()
      from input
  ), keys as (
    insert into license_key (organization_id, id, grant_id, benefit_id, customer_id, key_sealed,
                             display_key, terms, created_at)
    select $1::uuid, key_id, grant_id, benefit_id, customer_id, '', '****', '{}', now() from input
  )
  insert into license_key_digest (organization_id, digest, license_key_id)
  select $1::uuid, digest, key_id from input`
