import type { LicenseKeyStatus } from '@guildhall/contract/entitlements/license-key-shapes'
import type { listLicenseKeys as contract } from '@guildhall/contract/entitlements/license-keys'
import type { QueryOf } from '@guildhall/contract/operation'
import type { listPortalLicenseKeys } from '@guildhall/contract/portal/license-keys'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Order, type Page, sorted } from '../../../platform/database/listing.ts'
import { isHeld, type LicenseKeyRow, licenseKeysIn } from './license-keys.ts'
import { isOfPurchase, type Viewer } from './of-purchase.ts'

type Filters = Omit<QueryOf<typeof contract>, 'organizationId'>

/** One page of an organization’s license keys. */
export function listLicenseKeys(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, ...filters }: Filters,
): Promise<Page<LicenseKeyRow>> {
  return listPage(db, matching(db, organizationId, filters), { page, limit, sorting }, listOrder)
}

export interface ExportedLicenseKeyRow extends LicenseKeyRow {
  readonly activationsCount: number
  readonly customerEmail: string | null
  readonly customerName: string | null
}

/** All matching license keys in the order of the list. */
export const licenseKeysToExport = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { sorting, ...filters }: Omit<Filters, 'page' | 'limit'>,
): SelectQueryBuilder<Tables, 'licenseKey', ExportedLicenseKeyRow> =>
  sorted(
    matching(db, organizationId, filters).select([
      activationsOfKey.as('activationsCount'),
      customerShown('email').as('customerEmail'),
      customerShown('name').as('customerName'),
    ]),
    sorting,
    listOrder,
  )

const matching = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { benefitId, customerId, status }: Omit<Filters, 'page' | 'limit' | 'sorting'>,
) =>
  licenseKeysIn(db, [organizationId])
    .$if(benefitId !== undefined, (of) => of.where('benefitId', 'in', benefitId ?? []))
    .$if(customerId !== undefined, (of) => of.where('customerId', 'in', customerId ?? []))
    .$if(status !== undefined, (of) =>
      of.where((is) =>
        is.or((status ?? []).map((one) => hasStatus[one](isHeld([organizationId])))),
      ),
    )

const activationsOfKey = sql<number>`(
  select count(*)::int from license_activation a
   where a.organization_id = license_key.organization_id and a.license_key_id = license_key.id)`

const customerShown = (column: 'email' | 'name') => sql<string | null>`(
  select c.${sql.ref(column)} from customer_contact c
   where c.organization_id = license_key.organization_id and c.id = license_key.customer_id)`

const listOrder: Order<'licenseKey', Filters['sorting'][number]['by']> = {
  columns: {
    created_at: 'licenseKey.createdAt',
    expires_at: 'licenseKey.expiresAt',
    usage: 'licenseKey.usage',
    last_validated_at: 'licenseKey.lastValidatedAt',
  },
  nullable: ['expires_at', 'last_validated_at'],
  id: 'licenseKey.id',
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
  const held = heldBy(db, viewer)
    .$if(benefitId !== undefined, (of) => of.where('benefitId', 'in', benefitId ?? []))
    .$if(asked !== undefined, (of) => of.where('licenseKey.organizationId', 'in', asked ?? []))
  return listPage(db, held, { page, limit, sorting }, byAge)
}

const byAge = { columns: { created_at: 'licenseKey.createdAt' }, id: 'licenseKey.id' } as const

/** As `statusOfKey` decides. */
const hasStatus: Readonly<
  Record<LicenseKeyStatus, (held: RawBuilder<boolean>) => RawBuilder<SqlBool>>
> = {
  granted: (held) => sql`(${held} and seller_status is null)`,
  disabled: (held) => sql`(${held} and seller_status = 'disabled')`,
  revoked: (held) => sql`(not ${held} or seller_status = 'revoked')`,
}
