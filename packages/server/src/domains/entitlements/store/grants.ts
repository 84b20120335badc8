import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { BenefitGrantTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { type JsonObject, type JsonValue, jsonText } from '../../../platform/database/json.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
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
