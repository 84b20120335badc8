import type { LicenseKeyStatus } from '@guildhall/contract/entitlements/license-key-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { statusOfKey } from '../rules/license-check.ts'
import { isHeld } from './license-keys.ts'

export interface FoundLicenseKey {
  readonly id: Id<'licenseKey'>
  readonly displayKey: string
  readonly status: LicenseKeyStatus
  readonly benefitId: Id<'benefit'>
  readonly customerId: Id<'customer'>
  readonly customerName: string | null
  readonly customerEmail: string
}

interface Searched {
  readonly organizationId: Id<'organization'>
  readonly text: string
  readonly limit: number
}

/** Keys by their last six characters, which are all that is stored of them in the clear. */
export async function searchLicenseKeys(
  db: Kysely<Tables>,
  { organizationId, text, limit }: Searched,
): Promise<FoundLicenseKey[]> {
  const [, shown] = shownPart.exec(text) ?? []
  if (shown === undefined) return []
  const { rows } = await sql<FoundRow>`
    select license_key.id, license_key.display_key, license_key.seller_status,
           ${isHeld([organizationId])} as is_held, license_key.benefit_id, license_key.customer_id,
           c.name as customer_name, c.email as customer_email
      from license_key
      join customer_contact c
        on c.organization_id = license_key.organization_id and c.id = license_key.customer_id
     where license_key.organization_id = ${organizationId}
       and right(license_key.display_key, 6) = ${shown.toUpperCase()}
     order by license_key.id
     limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, status: statusOfKey(row) }))
}

interface FoundRow extends Omit<FoundLicenseKey, 'status'> {
  readonly sellerStatus: 'disabled' | 'revoked' | null
  readonly isHeld: boolean
}

/** Of these characters alone, or of a whole key with them at its end. */
const shownPart = /^(?:\S*-\S*)?([0-9a-f]{6})$/i
