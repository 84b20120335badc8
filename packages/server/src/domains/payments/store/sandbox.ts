import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type {
  SandboxIntentTable,
  SandboxRefundTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'

export type SandboxIntentRow = Selectable<SandboxIntentTable>
export type SandboxRefundRow = Selectable<SandboxRefundTable>

export interface SandboxKey<K extends string = 'sandboxIntent'> {
  readonly organizationId: Id<'organization'>
  readonly id: Id<K>
}

export const findIntent = (
  db: Kysely<Tables>,
  { organizationId, id }: SandboxKey,
): Promise<SandboxIntentRow | undefined> =>
  db
    .selectFrom('sandboxIntent')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

export const findIntentByKey = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  idempotencyKey: string,
): Promise<SandboxIntentRow | undefined> =>
  db
    .selectFrom('sandboxIntent')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()

/** Nothing where the key was used before; of several at once one is the first. */
export const insertIntent = (
  db: Kysely<Tables>,
  intent: Insertable<SandboxIntentTable>,
): Promise<SandboxIntentRow | undefined> =>
  db
    .insertInto('sandboxIntent')
    .values(intent)
    .onConflict((conflict) => conflict.constraint('sandbox_intent_key').doNothing())
    .returningAll()
    .executeTakeFirst()

type Move = Pick<SandboxIntentRow, 'status' | 'declineCode'>

/** Nothing where it stands elsewhere by now. */
export const moveIntent = (
  db: Kysely<Tables>,
  { organizationId, id }: SandboxKey,
  move: Move,
): Promise<SandboxIntentRow | undefined> =>
  db
    .updateTable('sandboxIntent')
    .set(move)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'requires_action')
    .returningAll()
    .executeTakeFirst()

/**
 * What is known of a card that was good once, and how often it was charged. Who charges it waits
 * at its first intent for whoever is about to, and counts in a statement of its own: one that
 * began to wait doesn't see what was committed meanwhile.
 */
export async function lockMethod(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  methodId: Id<'sandboxMethod'>,
): Promise<{ readonly token: string; readonly charges: number } | undefined> {
  const good = tx
    .selectFrom('sandboxIntent')
    .where('organizationId', '=', organizationId)
    .where('methodId', '=', methodId)
    .where('status', '=', 'succeeded')
  const first = await good
    .select('token')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (first === undefined) return undefined
  const charged = await good.select('id').where('purpose', '=', 'payment').execute()
  return { token: first.token, charges: charged.length }
}

/** So that what goes back is never more than what came. */
export const lockIntent = (
  tx: Transaction<Tables>,
  { organizationId, id }: SandboxKey,
): Promise<SandboxIntentRow | undefined> =>
  tx
    .selectFrom('sandboxIntent')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const listRefunds = (
  db: Kysely<Tables>,
  { organizationId, id }: SandboxKey,
): Promise<SandboxRefundRow[]> =>
  db
    .selectFrom('sandboxRefund')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('intentId', '=', id)
    .orderBy('id')
    .execute()

export const insertRefund = (
  tx: Transaction<Tables>,
  refund: Insertable<SandboxRefundTable>,
): Promise<SandboxRefundRow> =>
  tx.insertInto('sandboxRefund').values(refund).returningAll().executeTakeFirstOrThrow()

export const findRefund = (
  db: Kysely<Tables>,
  { organizationId, id }: SandboxKey<'sandboxRefund'>,
): Promise<SandboxRefundRow | undefined> =>
  db
    .selectFrom('sandboxRefund')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** What was promised is done, once. */
export const endRefund = (
  db: Kysely<Tables>,
  { organizationId, id }: SandboxKey<'sandboxRefund'>,
): Promise<SandboxRefundRow | undefined> =>
  db
    .updateTable('sandboxRefund')
    .set({ status: sql`'succeeded'` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
