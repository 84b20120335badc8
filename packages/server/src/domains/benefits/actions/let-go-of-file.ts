import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import { dropFile, findBenefitIn, saveBenefit } from '../store/benefits.ts'
import type { BenefitParts } from './parts.ts'
import { benefitEvent } from './present-benefit.ts'

interface GoneFile {
  readonly organizationId: Id<'organization'>
  readonly fileId: Id<'file'>
}

/** Benefits don't list what is deleted, although one may be left without any file by that. */
export async function letGoOfFile(
  work: Work,
  parts: Pick<BenefitParts, 'keyring'>,
  { organizationId, fileId }: GoneFile,
): Promise<void> {
  const { tx, now } = work
  for (const id of await dropFile(tx, { organizationId, fileId })) {
    await saveBenefit(tx, { organizationId, id }, {}, now)
    const benefit = await findBenefitIn(tx, [organizationId], id)
    assert(benefit !== undefined, 'what is locked stays')
    work.record(benefitEvent(parts, 'updated', benefit))
  }
}
