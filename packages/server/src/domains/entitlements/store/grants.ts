import type { listGrants as contract } from '@guildhall/contract/entitlements/grants'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { BenefitGrantTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { type JsonObject, type JsonValue, jsonText } from '../../../platform/database/json.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { BoughtSource } from '../../../platform/hooks.ts'
import type { Sources } from './sources.ts'

export type GrantRow = Selectable<BenefitGrantTable>

/** All grants of these sources, revoked ones included. */
export const findGrantsOf = async (
  db: Kysely<Tables>,
  { organizationId, subscriptionIds, orderIds }: Sources,
): Promise<GrantRow[]> =>
  db
    .selectFrom('benefitGrant')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where((is) =>
      is.or([
        is('subscriptionId', '=', sql<Id<'subscription'>>`any(${subscriptionIds}::uuid[])`),
        is('orderId', '=', sql<Id<'order'>>`any(${orderIds}::uuid[])`),
      ]),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** In no order. */
export const lockGrants = async (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'benefitGrant'>[],
): Promise<GrantRow[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('benefitGrant')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ids)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()

/** Revoked or not. */
export const findGrantIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'benefitGrant'>,
): Promise<GrantRow | undefined> =>
  db
    .selectFrom('benefitGrant')
    .selectAll()
    .where('organizationId', 'in', organizationIds)
    .where('id', '=', id)
    .executeTakeFirst()

/** What a customer’s grants depend on: the sources of all that they hold. */
export async function findSourcesOf(
  db: Kysely<Tables>,
  { organizationId, customerId }: CustomerKey,
): Promise<Sources> {
  const rows = await db
    .selectFrom('benefitGrant')
    .select(['subscriptionId', 'orderId'])
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('status', '<>', 'revoked')
    .execute()
  return {
    organizationId,
    subscriptionIds: rows.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    orderIds: rows.flatMap(({ orderId }) => orderId ?? []),
  }
}

export interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** How a grant stands. */
export interface GrantState
  extends Pick<
    GrantRow,
    'status' | 'grantedAt' | 'errorType' | 'errorMessage' | 'errorAt' | 'externalAccessId'
  > {
  readonly properties: JsonObject
}

export interface NewGrant
  extends GrantState,
    Pick<
      GrantRow,
      | 'organizationId'
      | 'id'
      | 'customerId'
      | 'benefitId'
      | 'subscriptionId'
      | 'orderId'
      | 'createdAt'
    > {}

export async function insertGrants(
  tx: Transaction<Tables>,
  grants: readonly NewGrant[],
): Promise<GrantRow[]> {
  if (grants.length === 0) return []
  const input = jsonRows(grants.map((grant) => ({ ...grant })))
  const { rows } = await sql<GrantRow>`
    insert into benefit_grant (organization_id, id, customer_id, benefit_id, subscription_id,
                               order_id, status, granted_at, error_type, error_message, error_at,
                               external_access_id, properties, created_at)
    select organization_id, id, customer_id, benefit_id, subscription_id, order_id, status,
           granted_at, error_type, error_message, error_at, external_access_id, properties,
           created_at
      from jsonb_populate_recordset(null::benefit_grant, ${input}::jsonb)
    returning *`.execute(tx)
  return rows
}

/** A new state of a grant, and the version that it was decided on. */
export interface ChangedGrant extends GrantState, Pick<GrantRow, 'id' | 'version' | 'revokedAt'> {}

/** Those that were changed meanwhile are left out of the answer. */
export async function updateGrants(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  changed: readonly ChangedGrant[],
  now: Date,
): Promise<GrantRow[]> {
  if (changed.length === 0) return []
  const input = jsonRows(changed.map(changedColumns))
  const { rows } = await sql<GrantRow>`
    update benefit_grant g
       set status = i.status, granted_at = i.granted_at, revoked_at = i.revoked_at,
           error_type = i.error_type, error_message = i.error_message, error_at = i.error_at,
           external_access_id = i.external_access_id,
           previous_properties = g.properties, properties = i.properties,
           version = g.version + 1, modified_at = ${now}
      from jsonb_populate_recordset(null::benefit_grant, ${input}::jsonb) i
     where g.organization_id = ${organizationId} and g.id = i.id and g.version = i.version
    returning g.*`.execute(tx)
  return rows
}

/** A grant as it stands. */
export const asChanged = ({ properties, ...grant }: GrantRow): ChangedGrant => ({
  ...grant,
  properties: isObject(properties) ? properties : {},
})

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Callers may pass whole rows. */
const changedColumns = (one: ChangedGrant) => ({
  id: one.id,
  version: one.version,
  status: one.status,
  grantedAt: one.grantedAt,
  revokedAt: one.revokedAt,
  errorType: one.errorType,
  errorMessage: one.errorMessage,
  errorAt: one.errorAt,
  externalAccessId: one.externalAccessId,
  properties: one.properties,
})

interface Outdated {
  readonly organizationId: Id<'organization'>
  readonly benefitId: Id<'benefit'>
  /** As they should be. */
  readonly properties: JsonObject
  readonly max: number
}

/** Grants that show something else than their benefit gives now, locked. */
export const findOutdatedGrants = (
  tx: Transaction<Tables>,
  { organizationId, benefitId, properties, max }: Outdated,
): Promise<GrantRow[]> =>
  tx
    .selectFrom('benefitGrant')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('benefitId', '=', benefitId)
    .where('status', '=', 'granted')
    .where('properties', '<>', jsonText(properties))
    .orderBy('id')
    .limit(max)
    .forNoKeyUpdate()
    .execute()

type Filters = Omit<QueryOf<typeof contract>, 'organizationId'>

/** One page of an organization’s grants. */
export function listGrants(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, ...filters }: Filters,
): Promise<Page<GrantRow>> {
  const { isGranted, customerId, benefitId, subscriptionId, orderId, status } = filters
  const matching = db
    .selectFrom('benefitGrant')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(isGranted !== undefined, (of) =>
      of.where('status', isGranted === true ? '=' : '<>', 'granted'),
    )
    .$if(customerId !== undefined, (of) => of.where('customerId', 'in', customerId ?? []))
    .$if(benefitId !== undefined, (of) => of.where('benefitId', 'in', benefitId ?? []))
    .$if(subscriptionId !== undefined, (of) =>
      of.where('subscriptionId', 'in', subscriptionId ?? []),
    )
    .$if(orderId !== undefined, (of) => of.where('orderId', 'in', orderId ?? []))
    .$if(status !== undefined, (of) => of.where('status', 'in', status ?? []))
  const listing = { page, limit, sorting }
  return listPage(db, matching, listing, { columns: { created_at: 'createdAt' }, id: 'id' })
}

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
