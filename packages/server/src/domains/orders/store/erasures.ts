import { sql } from 'kysely'
import type { CustomerEraser } from '../../../platform/hooks.ts'

/** Name, address and tax id stay, because invoices have to say them as long as books are kept. */
export const orderEraser: CustomerEraser = {
  async isNeeded(tx, { organizationId, customerId }) {
    const { rows } = await sql<{ isNeeded: boolean }>`
      select exists (
        select from orders o
         where o.organization_id = ${organizationId} and o.customer_id = ${customerId}
           and ((o.status = 'pending' and o.collection_stopped_as is null)
             or exists (select from refund r
                         where r.organization_id = ${organizationId} and r.order_id = o.id
                           and r.status = 'pending')
             or exists (select from dispute d
                         where d.organization_id = ${organizationId} and d.order_id = o.id
                           and d.status in ('early_warning', 'needs_response', 'under_review')))
      ) as "isNeeded"`.execute(tx)
    return rows[0]?.isNeeded ?? true
  },

  async erase({ tx }, { organizationId, customerId }) {
    await sql`
      update orders set custom_field_data = '{}', version = version + 1
       where organization_id = ${organizationId} and customer_id = ${customerId}
         and custom_field_data <> '{}'`.execute(tx)
  },
}
