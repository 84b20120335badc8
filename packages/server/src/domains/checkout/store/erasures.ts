import { sql } from 'kysely'
import type { CustomerEraser } from '../../../platform/hooks.ts'

/** Open ones get a version, so that a change that was decided before isn’t saved. */
export const checkoutEraser: CustomerEraser = {
  /** One that is being paid places its order with what it knows. */
  async isNeeded(tx, { organizationId, customerId }) {
    const confirmed = await tx
      .selectFrom('checkout')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('customerId', '=', customerId)
      .where('status', '=', 'confirmed')
      .limit(1)
      .executeTakeFirst()
    return confirmed !== undefined
  },

  async erase({ tx }, { organizationId, customerId }) {
    await sql`
      update checkout c
         set customer_external_id = null, customer_name = null, customer_email = null,
             customer_ip_address = null, customer_billing_name = null,
             customer_billing_address = null, customer_tax_id = null,
             customer_tax_id_format = null, customer_metadata = '{}', custom_field_data = '{}',
             version = version + (status = 'open')::integer
        from (select id from checkout
               where organization_id = ${organizationId}
                 and ${customerId} in (customer_id, created_customer_id)
               order by id for no key update) k
       where c.organization_id = ${organizationId} and c.id = k.id`.execute(tx)
  },
}
