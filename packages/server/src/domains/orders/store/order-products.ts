import { sql } from 'kysely'

/** To sort orders by. */
export const productName = sql<string>`(select lower(p.name) from product p
  where p.organization_id = orders.organization_id and p.id = orders.product_id)`

/** Once, or again and again. */
export const isBilled = (types: readonly string[]) => sql<boolean>`
  exists (select from product p
           where p.organization_id = orders.organization_id and p.id = orders.product_id
             and case when p.recurring_interval is null then 'one_time' else 'recurring' end
                 = any(${types}::text[]))`
