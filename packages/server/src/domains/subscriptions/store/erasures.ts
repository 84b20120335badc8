import { endedSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import { sql } from 'kysely'
import { jsonText } from '../../../platform/database/json.ts'
import type { CustomerEraser } from '../../../platform/hooks.ts'

/** Orders of a subscription that lasts still need whom they bill. */
export const subscriptionEraser: CustomerEraser = {
  async isNeeded(tx, { organizationId, customerId }) {
    const lasting = await tx
      .selectFrom('subscription')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('customerId', '=', customerId)
      .where('status', 'not in', endedSubscriptionStatuses)
      .limit(1)
      .executeTakeFirst()
    return lasting !== undefined
  },

  async erase({ tx }, { organizationId, customerId }) {
    await tx
      .updateTable('subscription')
      .set({
        billingName: null,
        billingAddress: null,
        taxId: null,
        taxIdFormat: null,
        customerCancellationComment: null,
        customFieldData: jsonText({}),
        version: sql`version + 1`,
      })
      .where('organizationId', '=', organizationId)
      .where('customerId', '=', customerId)
      .execute()
  },
}
