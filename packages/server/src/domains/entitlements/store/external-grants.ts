import type { BenefitType } from '@guildhall/contract/benefits/shapes'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type JsonObject, jsonText } from '../../../platform/database/json.ts'
import { organizationsOf } from '../../../platform/database/of-organization.ts'
import type { AccessKey, AccessRow } from './external-access.ts'
import type { CustomerKey, GrantRow } from './grants.ts'

const grants = (db: Kysely<Tables>, organizationId: Id<'organization'>) =>
  db.selectFrom('benefitGrant').selectAll().where('organizationId', '=', organizationId)

/** All that refer to an account’s access, also revoked ones. Locked by who holds the access. */
export const findGrantsWith = (
  db: Kysely<Tables>,
  { organizationId, id }: AccessKey,
): Promise<GrantRow[]> =>
  grants(db, organizationId).where('externalAccessId', '=', id).orderBy('id').execute()

/** What a customer holds of these types, or would hold. */
export const findLiveGrants = (
  db: Kysely<Tables>,
  { organizationId, customerId }: CustomerKey,
  type: BenefitType,
): Promise<GrantRow[]> =>
  grants(db, organizationId)
    .where('customerId', '=', customerId)
    .where('status', '<>', 'revoked')
    .where(isOfType(type))
    .orderBy('id')
    .execute()

const isOfType = (type: BenefitType): RawBuilder<boolean> => sql<boolean>`
  exists (select from benefit_kind b
           where b.organization_id = benefit_grant.organization_id
             and b.id = benefit_grant.benefit_id and b.type = ${type})`

interface Batch {
  readonly organizationId: Id<'organization'>
  readonly benefitId: Id<'benefit'>
  readonly after: Id<'benefitGrant'> | null
  readonly max: number
}

/** Those of a benefit that couldn’t be delivered, or taken. In the order of their ids. */
export const findFailedGrants = (
  db: Kysely<Tables>,
  { organizationId, benefitId, after, max }: Batch,
): Promise<GrantRow[]> =>
  grants(db, organizationId)
    .where('benefitId', '=', benefitId)
    .where((is) =>
      is.or([
        is('status', '=', 'failed'),
        is.and([is('status', '=', 'revoked'), is('errorType', 'is not', null)]),
      ]),
    )
    .$if(after !== null, (of) => of.where('id', '>', after ?? sql.lit(null)))
    .orderBy('id')
    .limit(max)
    .execute()

interface Moved {
  readonly organizationId: Id<'organization'>
  readonly benefitId: Id<'benefit'>
  /** Where the benefit is given now. */
  readonly place: JsonObject
}

/** Grants that give, or failed to give, another place than their benefit does now. */
export const findMisplacedGrants = (
  db: Kysely<Tables>,
  { organizationId, benefitId, place }: Moved,
  max: number,
): Promise<GrantRow[]> =>
  grants(db, organizationId)
    .where('benefitId', '=', benefitId)
    .where('status', '<>', 'revoked')
    .where(
      sql<boolean>`exists (select from external_access a
        where a.organization_id = benefit_grant.organization_id
          and a.id = benefit_grant.external_access_id and a.place <> ${jsonText(place)})`,
    )
    .orderBy('id')
    .limit(max)
    .execute()

/** The access of grants that don’t show what their benefit gives. */
export async function findOutdatedAccess(
  db: Kysely<Tables>,
  { organizationId, benefitId }: Pick<Moved, 'organizationId' | 'benefitId'>,
  shown: JsonObject,
): Promise<Id<'externalAccess'>[]> {
  const { rows } = await sql<{ id: Id<'externalAccess'> }>`
    select distinct external_access_id as id
      from benefit_grant
     where organization_id = ${organizationId} and benefit_id = ${benefitId}
       and status <> 'revoked' and external_access_id is not null
       and not properties @> ${jsonText(shown)}::jsonb`.execute(db)
  return rows.map(({ id }) => id)
}

/** Nothing is left of it, so what was revoked no longer refers to it. */
export const forgetAccess = async (
  tx: Transaction<Tables>,
  { organizationId, id }: AccessKey,
): Promise<void> =>
  void (await tx
    .updateTable('benefitGrant')
    .set({ externalAccessId: null })
    .where('organizationId', '=', organizationId)
    .where('externalAccessId', '=', id)
    .execute())

/** Whether another organization gives the same to the same account. */
export async function isGivenByOthers(
  db: Kysely<Tables>,
  { organizationId, provider, accountId, place }: AccessRow,
): Promise<boolean> {
  const { rows } = await sql`
    select from external_access a
     where a.provider = ${provider} and a.account_id = ${accountId}
       and a.place = ${jsonText(place)}::jsonb and a.organization_id <> ${organizationId}
       and exists (select from benefit_grant g
                    where g.organization_id = a.organization_id and g.external_access_id = a.id
                      and g.status <> 'revoked')
     limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Other organizations that give the same deliver it again, in case it was taken from under them.
 * Returns those that have it on record.
 */
export async function touchOthers(
  tx: Transaction<Tables>,
  { organizationId, provider, accountId, place }: AccessRow,
  dueAt: Date,
): Promise<readonly Id<'organization'>[]> {
  const { rows } = await sql<Pick<AccessRow, 'organizationId'>>`
    update external_access
       set due_at = ${dueAt}, attempts = 0, version = version + 1
     where provider = ${provider} and account_id = ${accountId}
       and place = ${jsonText(place)}::jsonb and organization_id <> ${organizationId}
    returning organization_id`.execute(tx)
  return organizationsOf(rows)
}
