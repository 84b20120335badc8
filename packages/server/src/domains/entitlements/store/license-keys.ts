import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { LicenseKeyTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { LicenseLimits, LicenseTerms } from '../rules/license-terms.ts'

type OrganizationId = Id<'organization'>

export interface LicenseKeyRow extends Selectable<LicenseKeyTable> {
  /** Whether the customer holds its grant. */
  readonly isHeld: boolean
}

/** Whether the grant of a key is held. */
export const isHeld = (within: readonly OrganizationId[]) => sql<boolean>`
  exists (select from benefit_grant g
           where g.organization_id = license_key.organization_id
             and g.organization_id = any(${within}::uuid[]) and g.id = license_key.grant_id
             and g.status = 'granted')`

export const licenseKeysIn = (db: Kysely<Tables>, within: readonly OrganizationId[]) =>
  db
    .selectFrom('licenseKey')
    .selectAll('licenseKey')
    .select(isHeld(within).as('isHeld'))
    .where('licenseKey.organizationId', 'in', within)

export const findLicenseKeyIn = (
  db: Kysely<Tables>,
  within: readonly OrganizationId[],
  id: Id<'licenseKey'>,
): Promise<LicenseKeyRow | undefined> =>
  licenseKeysIn(db, within).where('licenseKey.id', '=', id).executeTakeFirst()

export interface LicenseKeyKey {
  readonly organizationId: OrganizationId
  readonly id: Id<'licenseKey'>
}

/** Revoking its grant doesn’t wait for the lock. */
export const lockLicenseKey = (
  tx: Transaction<Tables>,
  { organizationId, id }: LicenseKeyKey,
): Promise<LicenseKeyRow | undefined> =>
  licenseKeysIn(tx, [organizationId])
    .where('licenseKey.id', '=', id)
    .forNoKeyUpdate('licenseKey')
    .executeTakeFirst()

/** The keys of these grants, locked. */
export const lockKeysOfGrants = async (
  tx: Transaction<Tables>,
  organizationId: OrganizationId,
  grantIds: readonly Id<'benefitGrant'>[],
): Promise<LicenseKeyRow[]> =>
  grantIds.length === 0
    ? []
    : licenseKeysIn(tx, [organizationId])
        .where('grantId', 'in', grantIds)
        .orderBy('licenseKey.id')
        .forNoKeyUpdate('licenseKey')
        .execute()

/** A key without what only its seller sees. */
export interface ShownKeyRow
  extends Omit<LicenseKeyRow, 'grantId' | 'keySealed' | 'overridden' | 'terms'> {
  /** Of the text under which it was found. */
  readonly digest: Buffer
  readonly validUntil: Date | null
}

/**
 * The keys with these texts, locked. A key may be found by several of them. As text, because
 * applications ask often, and composing the statement anew for each batch showed in the profile.
 */
export async function lockShownKeys(
  tx: Transaction<Tables>,
  organizationId: OrganizationId,
  digests: readonly Buffer[],
): Promise<ShownKeyRow[]> {
  const { rows } = await sql<ShownKeyRow>`
    select license_key.organization_id, license_key.id, license_key.benefit_id,
           license_key.customer_id, license_key.display_key, license_key.seller_status,
           license_key.limit_activations, license_key.limit_usage, license_key.expires_at,
           license_key.usage, license_key.validations, license_key.last_validated_at,
           license_key.created_at, license_key.modified_at, ${isHeld([organizationId])} as "is_held",
           d.digest, d.valid_until
      from license_key_digest d
      join license_key on license_key.organization_id = d.organization_id
       and license_key.id = d.license_key_id
     where d.organization_id = ${organizationId} and d.digest = any(${digests}::bytea[])
     order by license_key.id
       for no key update of license_key`.execute(tx)
  return rows
}

export interface NewLicenseKey extends LicenseLimits {
  readonly organizationId: OrganizationId
  readonly id: Id<'licenseKey'>
  readonly grantId: Id<'benefitGrant'>
  readonly benefitId: Id<'benefit'>
  readonly customerId: Id<'customer'>
  readonly keySealed: Buffer
  readonly digest: Buffer
  readonly displayKey: string
  readonly terms: LicenseTerms
  readonly createdAt: Date
}

/** Before the grants that they are for: their reference is checked at the commit. */
export async function insertLicenseKeys(
  tx: Transaction<Tables>,
  keys: readonly NewLicenseKey[],
): Promise<void> {
  if (keys.length === 0) return
  const rows = jsonRows(
    keys.map(({ terms, ...key }) => ({
      ...key,
      keySealed: hexOf(key.keySealed),
      digest: hexOf(key.digest),
      terms: { ...terms },
    })),
  )
  await inOrder(tx, [
    () =>
      sql`
        insert into license_key (organization_id, id, grant_id, benefit_id, customer_id, key_sealed,
                                 display_key, limit_activations, limit_usage, expires_at, terms,
                                 created_at)
        select organization_id, id, grant_id, benefit_id, customer_id, key_sealed, display_key,
               limit_activations, limit_usage, expires_at, terms, created_at
          from jsonb_to_recordset(${rows}::jsonb) as i (
                 organization_id uuid, id uuid, grant_id uuid, benefit_id uuid, customer_id uuid,
                 key_sealed bytea, display_key text, limit_activations int, limit_usage int,
                 expires_at timestamptz, terms jsonb, created_at timestamptz)`.execute(tx),
    () =>
      sql`
        insert into license_key_digest (organization_id, digest, license_key_id)
        select organization_id, digest, id
          from jsonb_to_recordset(${rows}::jsonb) as i (
                 organization_id uuid, id uuid, digest bytea)`.execute(tx),
  ])
}

const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

/** The keys are locked. Their limits follow these terms of their benefit. */
export async function saveLimits(
  tx: Transaction<Tables>,
  organizationId: OrganizationId,
  keys: readonly (LicenseLimits & Pick<LicenseKeyRow, 'id'>)[],
  terms: LicenseTerms,
  now: Date,
): Promise<void> {
  if (keys.length === 0) return
  const input = jsonRows(
    keys.map(({ id, limitActivations, limitUsage, expiresAt }) => ({
      id,
      limitActivations,
      limitUsage,
      expiresAt,
    })),
  )
  await sql`
    update license_key k
       set limit_activations = i.limit_activations, limit_usage = i.limit_usage,
           expires_at = i.expires_at, terms = ${jsonText({ ...terms })}::jsonb,
           modified_at = ${now}
      from jsonb_populate_recordset(null::license_key, ${input}::jsonb) i
     where k.organization_id = ${organizationId} and k.id = i.id`.execute(tx)
}

export type LicenseKeyChanges = Partial<
  LicenseLimits &
    Pick<LicenseKeyRow, 'sellerStatus' | 'usage' | 'overridden' | 'keySealed' | 'displayKey'>
>

/** The key is locked. */
export const saveLicenseKey = (
  tx: Transaction<Tables>,
  { organizationId, id }: LicenseKeyKey,
  changes: LicenseKeyChanges,
  now: Date,
): Promise<unknown> =>
  tx
    .updateTable('licenseKey')
    .set({ ...changes, modifiedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()

/** From now on the key has another text. The former one is accepted until an instant. */
export async function replaceDigest(
  tx: Transaction<Tables>,
  { organizationId, id }: LicenseKeyKey,
  digest: Buffer,
  acceptedUntil: Date,
): Promise<void> {
  await tx
    .updateTable('licenseKeyDigest')
    .set({ validUntil: acceptedUntil })
    .where('organizationId', '=', organizationId)
    .where('licenseKeyId', '=', id)
    .where((is) => is.or([is('validUntil', 'is', null), is('validUntil', '>', acceptedUntil)]))
    .execute()
  await tx
    .insertInto('licenseKeyDigest')
    .values({ organizationId, licenseKeyId: id, digest })
    .execute()
}

export interface CountedValidation extends LicenseKeyKey {
  readonly usage: number
  readonly validations: number
}

/** The keys are locked. */
export async function countValidations(
  tx: Transaction<Tables>,
  organizationId: OrganizationId,
  counted: readonly Omit<CountedValidation, 'organizationId'>[],
  now: Date,
): Promise<void> {
  if (counted.length === 0) return
  await sql`
    update license_key k
       set usage = i.usage, validations = i.validations, last_validated_at = ${now}
      from unnest(${counted.map(({ id }) => id)}::uuid[], ${counted.map((one) => one.usage)}::int[],
                  ${counted.map((one) => one.validations)}::bigint[]) i (id, usage, validations)
     where k.organization_id = ${organizationId} and k.id = i.id`.execute(tx)
}

/** Keys of held grants that don’t have the present terms of their benefit yet, locked. */
export const lockOutdatedKeys = (
  tx: Transaction<Tables>,
  { organizationId, id: benefitId }: { organizationId: OrganizationId; id: Id<'benefit'> },
  terms: LicenseTerms,
  max: number,
): Promise<LicenseKeyRow[]> =>
  licenseKeysIn(tx, [organizationId])
    .where('benefitId', '=', benefitId)
    .where('terms', '<>', jsonText({ ...terms }))
    .where(isHeld([organizationId]))
    .orderBy('licenseKey.id')
    .limit(max)
    .forNoKeyUpdate('licenseKey')
    .execute()
