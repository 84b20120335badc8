import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './db-types.gen.ts'

interface StoredSecret {
  readonly hash: Buffer
  readonly isDistributed: boolean
}

/**
 * Whose a secret is, for a statement that reads what it belongs to; null if nobody’s. A cluster finds
 * the node of the statement by the value, and on one server reading it first would cost a round trip.
 */
export async function ownerOfSecret(
  db: Kysely<Tables>,
  { hash, isDistributed }: StoredSecret,
): Promise<RawBuilder<Id<'organization'>>> {
  const owner = db.selectFrom('secretOwner').select('organizationId').where('hash', '=', hash)
  if (!isDistributed) return sql`(${owner})`
  const found = await owner.executeTakeFirst()
  return sql`${found?.organizationId ?? null}::uuid`
}
