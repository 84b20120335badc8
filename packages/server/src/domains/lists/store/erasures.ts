import { sql } from 'kysely'
import type { CustomerEraser } from '../../../platform/hooks.ts'

/** A view that was made for one customer says who that was. */
export const savedViewEraser: CustomerEraser = {
  async erase({ tx }, { organizationId, customerId }) {
    await sql`
      delete from saved_view v using customer_contact c
       where c.organization_id = ${organizationId} and c.id = ${customerId}
         and v.organization_id = c.organization_id
         and (v.query ->> 'customer' = c.id::text
           or lower(v.query ->> 'q') in (lower(c.email), lower(c.name)))`.execute(tx)
  },
}
