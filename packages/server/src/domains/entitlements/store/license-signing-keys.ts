import type { Id } from '@guildhall/contract/primitives'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { LicenseSigningKeyTable, Tables } from '../../../platform/database/db-types.gen.ts'

export const findSigningKey = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Selectable<LicenseSigningKeyTable> | undefined> =>
  db
    .selectFrom('licenseSigningKey')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()

/** Unless there is one. */
export const insertSigningKey = (
  tx: Transaction<Tables>,
  key: Insertable<LicenseSigningKeyTable>,
): Promise<unknown> =>
  tx
    .insertInto('licenseSigningKey')
    .values(key)
    .onConflict((on) => on.column('organizationId').doNothing())
    .execute()
