import type { LicenseKeyStatus } from '@guildhall/contract/entitlements/license-key-shapes'
import type { listLicenseKeys as contract } from '@guildhall/contract/entitlements/license-keys'
import type { QueryOf } from '@guildhall/contract/operation'
import type { listPortalLicenseKeys } from '@guildhall/contract/portal/license-keys'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import { isHeld, type LicenseKeyRow, licenseKeysIn } from './license-keys.ts'
import { isOfPurchase, type Viewer } from './of-purchase.ts'

type Filters = Omit<QueryOf<typeof contract>, 'organizationId'>

/** One page of an organization’s license keys. */
export function listLicenseKeys(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, benefitId, customerId, status }: Filters,
): Promise<Page<LicenseKeyRow>> {
  const matching = licenseKeysIn(db, [organizationId])
    .$if(benefitId !== undefined, (of) => of.where('benefitId', 'in', benefitId ?? []))
    .$if(customerId !== undefined, (of) => of.where('customerId', 'in', customerId ?? []))
    .$if(status !== undefined, (of) =>
      of.where((is) =>
        is.or((status ?? []).map((one) => hasStatus[one](isHeld([organizationId])))),
      ),
    )
  return listPage(db, matching, { page, limit, sorting }, order)
}

const heldBy = (db: Kysely<Tables>, { organizationId, customerId, checkoutId }: Viewer) =>
  licenseKeysIn(db, [organizationId])
    .where('customerId', '=', customerId)
    .where(isHeld([organizationId]))
    .where((one) => one.and(checkoutId === null ? [] : [isKeyOfPurchase(checkoutId)]))

const isKeyOfPurchase = (checkoutId: Id<'checkout'>) => sql<boolean>`
  exists (select from benefit_grant
           where benefit_grant.organization_id = license_key.organization_id
             and benefit_grant.id = license_key.grant_id and ${isOfPurchase(checkoutId)})`

export const findLicenseKeyOfCustomer = (
  db: Kysely<Tables>,
  viewer: Viewer,
  id: Id<'licenseKey'>,
): Promise<LicenseKeyRow | undefined> =>
  heldBy(db, viewer).where('licenseKey.id', '=', id).executeTakeFirst()

/** One page of the keys of grants that a customer holds. */
export function listLicenseKeysOfCustomer(
  db: Kysely<Tables>,
  viewer: Viewer,
  query: QueryOf<typeof listPortalLicenseKeys>,
): Promise<Page<LicenseKeyRow>> {
  const { page, limit, sorting, benefitId, organizationId: asked } = query
  const matching = heldBy(db, viewer)
    .$if(benefitId !== undefined, (of) => of.where('benefitId', 'in', benefitId ?? []))
    .$if(asked !== undefined, (of) => of.where('licenseKey.organizationId', 'in', asked ?? []))
  return listPage(db, matching, { page, limit, sorting }, order)
}

const order = { columns: { created_at: 'licenseKey.createdAt' }, id: 'licenseKey.id' } as const

/** As `statusOfKey` decides. */
const hasStatus: Readonly<
  Record<LicenseKeyStatus, (held: RawBuilder<boolean>) => RawBuilder<SqlBool>>
> = {
  granted: (held) => sql`(${held} and seller_status is null)`,
  disabled: (held) => sql`(${held} and seller_status = 'disabled')`,
  revoked: (held) => sql`(not ${held} or seller_status = 'revoked')`,
}
