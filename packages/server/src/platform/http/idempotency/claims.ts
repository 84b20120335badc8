import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import { claimByOrganization, type RowsOf } from '../../database/claim-by-organization.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/db-types.gen.ts'
import { type JsonValue, jsonText } from '../../database/json.ts'

/** The scope of a key: the same key of another caller or on another route is a different key. */
export interface ClaimScope {
  /** The nil id when the caller has no organization. */
  readonly organizationId: Id<'organization'>
  readonly caller: string
  readonly route: string
  readonly key: string
}

/** One run of an operation under a claim. */
export interface Claim extends ClaimScope {
  readonly requestHash: Buffer
  readonly executionId: Id<'execution'>
}

/** A transaction, or the pool for a single statement. */
export type Connection = Kysely<Tables>

interface ClaimState {
  readonly isSameRequest: boolean
  readonly answer: Buffer | null
}

/**
 * Takes a key that is free, expired, or held for the same request by a run that died, and returns
 * the recovery point of that run. Null when the key is taken. The row is committed when this
 * returns.
 */
export async function takeClaim(
  database: Database,
  claim: Claim,
  terms: { readonly leaseSeconds: number; readonly keptSeconds: number },
): Promise<{ recoveryPoint: JsonValue } | null> {
  const lease = sql`${terms.leaseSeconds}::int * interval '1 second'`
  const kept = sql`${terms.keptSeconds}::int * interval '1 second'`
  // By the times of the new row: a cluster lets no other time decide over the row that is there.
  const isExpired = sql`(excluded.expires_at - held.expires_at >= ${kept})`
  const { rows } = await sql<{ recoveryPoint: JsonValue }>`
    insert into idempotency_key as held (organization_id, caller, route, key, request_hash,
      execution_id, lease_ends_at, expires_at)
    values (${claim.organizationId}, ${claim.caller}, ${claim.route}, ${claim.key},
      ${claim.requestHash}, ${claim.executionId},
      now() + ${lease}, now() + ${kept})
    on conflict (organization_id, caller, route, key) do update
      set request_hash = excluded.request_hash,
          execution_id = excluded.execution_id,
          lease_ends_at = excluded.lease_ends_at,
          answer = null,
          recovery_point = case when not ${isExpired} then held.recovery_point end,
          expires_at = case when ${isExpired} then excluded.expires_at
                            else held.expires_at end
      where excluded.lease_ends_at - held.lease_ends_at >= ${lease} and (${isExpired}
        or held.answer is null and held.request_hash = excluded.request_hash)
    returning recovery_point`.execute(database.kysely)
  return rows[0] ?? null
}

/** Why the key is taken; null when it has been released meanwhile. */
export async function findClaim(database: Database, claim: Claim): Promise<ClaimState | null> {
  const { rows } = await sql<ClaimState>`
    select request_hash = ${claim.requestHash} as is_same_request, answer
      from idempotency_key where ${isAt(claim)}`.execute(database.kysely)
  return rows[0] ?? null
}

/** False when another run has taken over the claim, so that this one must stop. */
export async function completeClaim(
  tx: Connection,
  claim: Claim,
  answer: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update idempotency_key set answer = ${answer}, lease_ends_at = now(), recovery_point = null
     where ${isHeldBy(claim)}`.execute(tx)
  return numAffectedRows === 1n
}

/** False in the same case. */
export async function noteRecoveryPoint(
  tx: Connection,
  claim: Claim,
  point: JsonValue,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update idempotency_key set recovery_point = ${jsonText(point)}
     where ${isHeldBy(claim)}`.execute(tx)
  return numAffectedRows === 1n
}

export async function prolongClaim(
  database: Database,
  claim: Claim,
  leaseSeconds: number,
): Promise<void> {
  await sql`
    update idempotency_key set lease_ends_at = now() + ${leaseSeconds} * interval '1 second'
     where ${isHeldBy(claim)}`.execute(database.kysely)
}

/** Releases the key of a failed run; a run with a recovery point keeps it. */
export async function releaseClaim(database: Database, claim: Claim): Promise<void> {
  await sql`
    with freed as (
      delete from idempotency_key where ${isHeldBy(claim)} and recovery_point is null
    )
    update idempotency_key set lease_ends_at = now()
     where ${isHeldBy(claim)} and recovery_point is not null`.execute(database.kysely)
}

/** Deletes expired responses, a bounded number at a time. */
export async function sweepIdempotencyKeys({ kysely: db }: Database): Promise<void> {
  for (;;) {
    const swept = await claimByOrganization(
      db,
      sql`select organization_id from idempotency_key
           where ${isExpired} order by expires_at limit ${sweptRowsMax}`,
      (rowsOf) => sweepKeysOf(db, rowsOf),
    )
    if (swept.length < sweptRowsMax) return
  }
}

const sweptRowsMax = 1000

const isExpired = sql`expires_at <= now() and lease_ends_at <= now()`

async function sweepKeysOf(
  db: Connection,
  { organizationId, max }: RowsOf,
): Promise<readonly unknown[]> {
  const { rows } = await sql`
    with expired as materialized (
      select caller, route, key from idempotency_key
       where organization_id = ${organizationId} and ${isExpired}
       order by expires_at limit ${max} for update skip locked)
    delete from idempotency_key k using expired e
     where k.organization_id = ${organizationId}
       and (k.caller, k.route, k.key) = (e.caller, e.route, e.key)
    returning k.key`.execute(db)
  return rows
}

const isAt = (claim: ClaimScope) => sql<boolean>`
  (organization_id, caller, route, key)
    = (${claim.organizationId}, ${claim.caller}, ${claim.route}, ${claim.key})`

const isHeldBy = (claim: Claim) => sql<boolean>`
  ${isAt(claim)} and execution_id = ${claim.executionId} and answer is null`
