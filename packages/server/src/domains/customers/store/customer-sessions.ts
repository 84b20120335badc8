import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import {
  claimByOrganization,
  type RowsOf,
} from '../../../platform/database/claim-by-organization.ts'
import { compiledOnce, written } from '../../../platform/database/compiled-once.ts'
import type { CustomerSessionTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { ownerOfSecret } from '../../../platform/database/owner-of-secret.ts'
import type { CustomerKey } from './customers.ts'

export type CustomerSessionRow = Selectable<CustomerSessionTable>

/** The secret must be in the directory already. */
export async function insertCustomerSession(
  tx: Transaction<Tables>,
  session: Insertable<CustomerSessionTable>,
): Promise<CustomerSessionRow> {
  const compose = () => tx.insertInto('customerSession').values(session).returningAll().compile()
  const row = await insertion(tx, { ...written(session), compose })
  assert(row !== undefined, 'an insert returns its row')
  return row
}

const insertion = compiledOnce()

/** All of a customer but the kept one. Answers the hashes of the deleted secrets. */
export async function deleteCustomerSessions(
  tx: Transaction<Tables>,
  { organizationId, id }: CustomerKey,
  kept: Id<'customerSession'> | null,
): Promise<Buffer[]> {
  const ended = await tx
    .deleteFrom('customerSession')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', id)
    .where((one) => one.and(kept === null ? [] : [one('id', '!=', kept)]))
    .returning('secretHash')
    .execute()
  return ended.map(({ secretHash }) => secretHash)
}

/** Answers the hash of the deleted secret; none if the session has ended meanwhile. */
export async function deleteCustomerSession(
  tx: Transaction<Tables>,
  { organizationId, id }: Pick<PortalCaller, 'organizationId' | 'id'>,
): Promise<Buffer[]> {
  const ended = await tx
    .deleteFrom('customerSession')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning('secretHash')
    .execute()
  return ended.map(({ secretHash }) => secretHash)
}

export const sweptSessionsMax = 1000

/** A batch of sessions that expired by their organization's clock, as hashes of their secrets. */
export const deleteExpiredSessions = (tx: Transaction<Tables>, now: Date): Promise<Buffer[]> =>
  claimByOrganization(
    tx,
    sql`select s.organization_id from ${expiredBy(now)} limit ${sweptSessionsMax}`,
    (rowsOf) => deleteExpiredOf(tx, rowsOf, now),
  )

const expiredBy = (now: Date) => sql`
  customer_session s
  left join frozen_clock t on t.organization_id = s.organization_id
 where s.expires_at <= coalesce(t.frozen_at, ${now})`

async function deleteExpiredOf(
  tx: Transaction<Tables>,
  { organizationId, max }: RowsOf,
  now: Date,
): Promise<Buffer[]> {
  const { rows } = await sql<{ secretHash: Buffer }>`
    with expired as materialized (
      select s.id from ${expiredBy(now)} and s.organization_id = ${organizationId}
       limit ${max} for update of s skip locked)
    delete from customer_session d using expired
     where d.organization_id = ${organizationId} and d.id = expired.id
    returning d.secret_hash as "secretHash"`.execute(tx)
  return rows.map(({ secretHash }) => secretHash)
}

/** Who looks at purchases: a customer, or a buyer who typed the customer's address. */
export interface PortalViewer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  /** The only purchase that is shown; null if everything of the customer is. */
  readonly checkoutId: Id<'checkout'> | null
}

/** The caller with a valid session. */
export interface PortalCaller extends PortalViewer {
  /** The id of the session. */
  readonly id: Id<'customerSession'>
  readonly expiresAt: Date
}

export interface CustomerCaller extends PortalCaller {
  readonly checkoutId: null
}

interface ShownSecret {
  readonly hash: Buffer
  readonly now: Date
  readonly isDistributed: boolean
}

/** Undefined if the session has expired by its organization's clock or the customer is deleted. */
export async function findSessionBySecret(
  db: Kysely<Tables>,
  { hash, now, isDistributed }: ShownSecret,
): Promise<PortalCaller | undefined> {
  const { rows } = await sql<PortalCaller>`
    select s.organization_id as "organizationId", s.id, s.customer_id as "customerId",
           s.checkout_id as "checkoutId", s.expires_at as "expiresAt"
      from customer_session s
      join customer u on u.organization_id = s.organization_id and u.id = s.customer_id
      left join frozen_clock t on t.organization_id = s.organization_id
     where s.organization_id = ${await ownerOfSecret(db, { hash, isDistributed })}
       and s.secret_hash = ${hash} and u.deleted_at is null
       and s.expires_at > coalesce(t.frozen_at, ${now})`.execute(db)
  return rows[0]
}

interface SessionAccess {
  /** Null if the organization's clock runs in real time. */
  readonly frozenAt: Date | null
}

/** Undefined if the session was deleted, for example with its customer. */
export async function findSessionAccess(
  tx: Transaction<Tables>,
  { organizationId, id }: CustomerCaller,
): Promise<SessionAccess | undefined> {
  const { rows } = await sql<SessionAccess>`
    select t.frozen_at as "frozenAt"
      from customer_session s
      left join frozen_clock t on t.organization_id = s.organization_id
     where s.organization_id = ${organizationId} and s.id = ${id}`.execute(tx)
  return rows[0]
}
