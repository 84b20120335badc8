import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { BoughtSource } from '../../../platform/hooks.ts'

interface GrantForMail {
  readonly description: string
  /** Null where the benefit gives no license key. */
  readonly keyId: Id<'licenseKey'> | null
  readonly keySealed: Buffer | null
}

/** What a source gives now, in the order in which it was granted. */
export async function listGrantsForMail(
  tx: Transaction<Tables>,
  { organizationId, subscriptionId, orderId }: BoughtSource,
): Promise<GrantForMail[]> {
  const { rows } = await sql<GrantForMail>`
    select b.description, k.id as "keyId", k.key_sealed as "keySealed"
      from benefit_grant g
      join benefit_kind b on b.organization_id = g.organization_id and b.id = g.benefit_id
      left join license_key k on k.organization_id = g.organization_id and k.grant_id = g.id
     where g.organization_id = ${organizationId} and g.status = 'granted'
       and (g.subscription_id = ${subscriptionId} or g.order_id = ${orderId})
     order by g.created_at, g.id`.execute(tx)
  return rows
}
