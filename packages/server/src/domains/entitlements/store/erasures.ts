import { sql } from 'kysely'
import type { CustomerEraser } from '../../../platform/hooks.ts'

/** Accounts at other services, and devices on which keys were activated. */
export const entitlementEraser: CustomerEraser = {
  async isNeeded(tx, { organizationId, customerId }) {
    const held = await tx
      .selectFrom('benefitGrant')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('customerId', '=', customerId)
      .where('status', 'in', ['waiting', 'pending', 'granted'])
      .limit(1)
      .executeTakeFirst()
    return held !== undefined
  },

  async erase({ tx }, { organizationId, customerId }) {
    await sql`
      delete from oauth_account
       where organization_id = ${organizationId} and customer_id = ${customerId}`.execute(tx)
    await sql`
      delete from license_activation
       where organization_id = ${organizationId} and license_key_id in (
         select id from license_key
          where organization_id = ${organizationId} and customer_id = ${customerId})`.execute(tx)
    await sql`
      update benefit_grant
         set properties = '{}', previous_properties = null, error_message = null, error_type = null,
             error_at = null, version = version + 1
       where organization_id = ${organizationId} and customer_id = ${customerId}`.execute(tx)
  },
}
