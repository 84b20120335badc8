import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { accept } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { refuseBefore } from '../rules/retention.ts'
import { findCompleteFrom } from '../store/retention.ts'

interface Start {
  readonly organizationId: Id<'organization'>
  readonly start: Date
  /** Where the request says it. */
  readonly loc: readonly string[]
}

/** Refuses what begins while events were removed. */
export async function refuseRemoved(
  db: Kysely<Tables>,
  { organizationId, start, loc }: Start,
): Promise<void> {
  const found = await findCompleteFrom(db, [organizationId])
  accept(refuseBefore(start, found.get(organizationId) ?? null, loc))
}
