import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { LicenseActivationTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { LicenseKeyKey } from './license-keys.ts'

export type LicenseActivationRow = Selectable<LicenseActivationTable>

type ActivationId = Id<'licenseActivation'>

/** The activations of a key, the oldest first. */
export const listActivations = (
  db: Kysely<Tables>,
  { organizationId, id }: LicenseKeyKey,
): Promise<LicenseActivationRow[]> =>
  db
    .selectFrom('licenseActivation')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('licenseKeyId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export const findActivations = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly ActivationId[],
): Promise<LicenseActivationRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('licenseActivation')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', '=', sql<ActivationId>`any(${ids}::uuid[])`)
        .execute()

export async function countActivations(
  tx: Transaction<Tables>,
  { organizationId, id }: LicenseKeyKey,
): Promise<number> {
  const { count } = await tx
    .selectFrom('licenseActivation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('licenseKeyId', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** By key; those without activations are left out. */
export async function countActivationsOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  keyIds: readonly Id<'licenseKey'>[],
): Promise<ReadonlyMap<Id<'licenseKey'>, number>> {
  const rows = await db
    .selectFrom('licenseActivation')
    .select(({ fn }) => ['licenseKeyId', fn.countAll<number>().as('count')])
    .where('organizationId', '=', organizationId)
    .where('licenseKeyId', '=', sql<Id<'licenseKey'>>`any(${keyIds}::uuid[])`)
    .groupBy('licenseKeyId')
    .execute()
  return new Map(rows.map(({ licenseKeyId, count }) => [licenseKeyId, Number(count)]))
}

type Values = Readonly<Record<string, string | number | boolean>>

export interface NewActivation {
  readonly organizationId: Id<'organization'>
  readonly id: ActivationId
  readonly licenseKeyId: Id<'licenseKey'>
  readonly label: string
  readonly conditions: Values
  readonly meta: Values
  readonly createdAt: Date
}

export const insertActivation = (
  tx: Transaction<Tables>,
  activation: NewActivation,
): Promise<LicenseActivationRow> =>
  tx
    .insertInto('licenseActivation')
    .values({
      ...activation,
      conditions: jsonText(activation.conditions),
      meta: jsonText(activation.meta),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Whether the key had this activation. */
export async function deleteActivation(
  tx: Transaction<Tables>,
  { organizationId, id }: LicenseKeyKey,
  activationId: ActivationId,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('licenseActivation')
    .where('organizationId', '=', organizationId)
    .where('licenseKeyId', '=', id)
    .where('id', '=', activationId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
