import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CustomerEmailChangeTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type EmailChangeRow = Selectable<CustomerEmailChangeTable>

interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'customer'>
}

interface KnownCustomer extends CustomerKey {
  readonly email: string
}

const changeOf = (db: Kysely<Tables>, { organizationId, id, email }: KnownCustomer) =>
  db
    .selectFrom('customerEmailChange')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', id)
    .where(sql<string>`lower(former_email)`, '=', sql<string>`lower(${email})`)

/** Undefined where the customer's address has changed since the request. */
export const findEmailChange = (
  db: Kysely<Tables>,
  customer: KnownCustomer,
): Promise<EmailChangeRow | undefined> => changeOf(db, customer).executeTakeFirst()

/** The lock makes guesses at the same code run one after another. */
export const lockEmailChange = (
  tx: Transaction<Tables>,
  customer: KnownCustomer,
): Promise<EmailChangeRow | undefined> => changeOf(tx, customer).forUpdate().executeTakeFirst()

/** Replaces an older request of the customer, who must be locked. */
export async function saveEmailChange(
  tx: Transaction<Tables>,
  change: Insertable<CustomerEmailChangeTable>,
): Promise<void> {
  await deleteEmailChange(tx, { organizationId: change.organizationId, id: change.customerId })
  await tx.insertInto('customerEmailChange').values(change).execute()
}

export async function deleteEmailChange(
  tx: Transaction<Tables>,
  { organizationId, id }: CustomerKey,
): Promise<void> {
  await tx
    .deleteFrom('customerEmailChange')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', id)
    .execute()
}

export async function countChangeGuess(
  tx: Transaction<Tables>,
  { organizationId, id, guessesLeft }: EmailChangeRow,
): Promise<void> {
  await tx
    .updateTable('customerEmailChange')
    .set({ guessesLeft: guessesLeft - 1 })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteExpiredEmailChanges(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('customerEmailChange').where('expiresAt', '<=', now).execute()
}
