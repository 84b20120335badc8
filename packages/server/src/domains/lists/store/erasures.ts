import { sql } from 'kysely'
import type { CustomerEraser } from '../../../platform/hooks.ts'

/** A view that was made for one customer says who that was. */
export const savedViewEraser: CustomerEraser = {
  async erase({ tx }, { organizationId, customerId }) {
    const contact = await tx
      .selectFrom('customerContact')
      .select(['email', 'name'])
      .where('organizationId', '=', organizationId)
      .where('id', '=', customerId)
      .executeTakeFirst()
    if (contact === undefined) return
    await sql`
      delete from saved_view
       where organization_id = ${organizationId}
         and (query ->> 'customer' = ${customerId}
           or lower(query ->> 'q') in (lower(${contact.email}), lower(${contact.name})))`.execute(
      tx,
    )
  },
}
