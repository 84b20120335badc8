import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentBenefit } from '../present/benefit.ts'
import { findBenefitIn, removeFile, saveBenefit } from '../store/benefits.ts'
import type { BenefitDeps } from './deps.ts'

interface DeletedFile {
  readonly organizationId: Id<'organization'>
  readonly fileId: Id<'file'>
}

/** Removes a deleted file from every benefit, even if one is left without files. */
export async function detachFile(
  uow: UnitOfWork,
  deps: Pick<BenefitDeps, 'keyring'>,
  { organizationId, fileId }: DeletedFile,
): Promise<void> {
  const { tx, now } = uow
  for (const id of await removeFile(tx, { organizationId, fileId })) {
    await saveBenefit(tx, { organizationId, id }, {}, now)
    const benefit = await findBenefitIn(tx, [organizationId], id)
    assert(benefit !== undefined, 'this transaction holds the lock')
    uow.record(eventOf('benefit.updated', benefit, presentBenefit(deps, benefit)))
  }
}
