import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type ChangedGrant, type GrantRow, updateGrants } from '../store/grants.ts'

/** Refuses if any of them was changed since it was read. */
export async function saveGrants(
  { tx, now }: UnitOfWork,
  organizationId: Id<'organization'>,
  changed: readonly ChangedGrant[],
): Promise<GrantRow[]> {
  const saved = await updateGrants(tx, organizationId, changed, now)
  if (saved.length !== changed.length) throw new Problem('conflicting_change')
  return saved
}
