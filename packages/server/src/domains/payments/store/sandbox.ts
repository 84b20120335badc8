import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type {
  SandboxIntentTable,
  SandboxRefundTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import { insertedRows } from '../../../platform/database/json-rows.ts'

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

interface NewIntent extends Omit<SandboxIntentRow, 'metadata'> {
  readonly metadata: JsonObject
}

/** Skips idempotency keys that were used before. Returns the new intents. */
export async function insertIntents(
  db: Kysely<Tables>,
  intents: readonly NewIntent[],
): Promise<SandboxIntentRow[]> {
  const { rows } = await sql<SandboxIntentRow>`
    insert into sandbox_intent
      ${insertedRows('sandboxIntent', intentColumns, intents)}
    on conflict on constraint sandbox_intent_key do nothing
    returning *`.execute(db)
  return rows
}

const intentColumns = [
  'organizationId',
  'id',
  'idempotencyKey',
  'purpose',
  'status',
  'amount',
  'currency',
  'token',
  'methodId',
  'declineCode',
  'metadata',
  'createdAt',
] as const

type IntentChange = Pick<SandboxIntentRow, 'status' | 'declineCode'>

/** Ends an intent that requires authentication; undefined where it has ended before. */
export const endIntent = (
  db: Kysely<Tables>,
  { organizationId, id }: SandboxKey,
  change: IntentChange,
): Promise<SandboxIntentRow | undefined> =>
  db
    .updateTable('sandboxIntent')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'requires_action')
    .returningAll()
    .executeTakeFirst()

export const findIntentsByKeys = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  keys: readonly string[],
): Promise<SandboxIntentRow[]> =>
  db
    .selectFrom('sandboxIntent')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('idempotencyKey', '=', sql<string>`any(${keys}::text[])`)
    .execute()

/** A card that succeeded before, and how often it was charged. */
export interface UsedMethod {
  readonly methodId: Id<'sandboxMethod'>
  readonly token: string
  readonly charges: number
}

/**
 * The cards that succeeded before. Concurrent charges of a card wait at its first intent. The
 * charges are counted in a second statement, because a statement that waited doesn’t see later
 * commits.
 */
export async function lockMethods(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  methodIds: readonly Id<'sandboxMethod'>[],
): Promise<UsedMethod[]> {
  const firsts = await sql<Pick<SandboxIntentRow, 'id' | 'methodId' | 'token'>>`
    select i.id, i.method_id, i.token
      from sandbox_intent i
     where i.organization_id = ${organizationId} and i.id in (
       select distinct on (method_id) id
         from sandbox_intent
        where organization_id = ${organizationId} and method_id = any(${methodIds}::uuid[])
          and status = 'succeeded'
        order by method_id, id)
     order by i.id
       for no key update`.execute(tx)
  const counted = await sql<Pick<UsedMethod, 'methodId' | 'charges'>>`
    select method_id, count(*)::int as charges
      from sandbox_intent
     where organization_id = ${organizationId} and method_id = any(${methodIds}::uuid[])
       and status = 'succeeded' and purpose = 'payment'
     group by method_id`.execute(tx)
  const charges = new Map(counted.rows.map((one) => [one.methodId, one.charges]))
  return firsts.rows.map(({ methodId, token }) => ({
    methodId,
    token,
    charges: charges.get(methodId) ?? 0,
  }))
}

/** Serializes refunds, so that they never exceed the charge. */
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

/** Completes a pending refund once. */
export const completeRefund = (
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
