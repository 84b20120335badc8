import { runOn } from '../../packages/server/test/sql.ts'
import type { Seller } from '../catalog/sellers.ts'
import { newNote } from '../grants/rows.ts'
import type { Offer } from '../purchases/purchase-job.ts'

/** What the buyers of the products get. */
export async function addBenefit(
  ownerUrl: string,
  { id: organizationId, productIds }: Offer & Seller,
): Promise<void> {
  const id = await newNote(ownerUrl, { id: organizationId })
  await runOn(
    ownerUrl,
    `insert into product_benefit (organization_id, product_id, benefit_id, position)
     select $1, product_id, $2, 0 from unnest($3::uuid[]) product_id`,
    [organizationId, id, productIds],
  )
}

interface Granted {
  readonly 'not granted': number
  /** Customers whose last announced state lacks what they have, or who were announced nothing. */
  readonly unannounced: number
}

export async function granted(
  ownerUrl: string,
  { id: organizationId }: Pick<Seller, 'id'>,
): Promise<Granted> {
  const buyers = await runOn<{ customer_id: string; granted: number }>(
    ownerUrl,
    `select o.customer_id, count(g.id)::int as granted
       from orders o
       left join benefit_grant g on g.organization_id = o.organization_id
                                and g.customer_id = o.customer_id and g.status = 'granted'
      where o.organization_id = $1 and o.status = 'paid' group by o.customer_id`,
    [organizationId],
  )
  const announced = await runOn<{ customer_id: string; benefits: number }>(
    ownerUrl,
    `select distinct on (customer_id) customer_id,
            jsonb_array_length(payload -> 'granted_benefits') as benefits
       from event_log where organization_id = $1 and name = 'customer.state_changed'
      order by customer_id, sequence desc`,
    [organizationId],
  )
  const benefitsOf = new Map(announced.map(({ customer_id, benefits }) => [customer_id, benefits]))
  return {
    'not granted': buyers.filter((buyer) => buyer.granted === 0).length,
    unannounced: buyers.filter((buyer) => benefitsOf.get(buyer.customer_id) !== buyer.granted)
      .length,
  }
}
