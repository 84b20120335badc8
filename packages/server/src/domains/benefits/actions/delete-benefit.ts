import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { type BenefitKey, lockBenefit, saveBenefit } from '../store/benefits.ts'
import type { BenefitParts } from './parts.ts'
import { benefitEvent } from './present-benefit.ts'

/**
 * The row stays, for what was granted names it. Whoever is about to give it to a product either
 * comes first and lets go of it here, or waits and doesn't find it any more.
 */
export async function deleteBenefit(
  work: Work,
  { whenBenefitGoes, ...parts }: Pick<BenefitParts, 'keyring' | 'whenBenefitGoes'>,
  key: BenefitKey,
): Promise<void> {
  const { tx, now } = work
  const benefit = await lockBenefit(tx, key)
  if (benefit === undefined) throw new Problem('not_found')
  if (!benefit.deletable) throw new Problem('benefit_not_deletable')
  await saveBenefit(tx, benefit, { deletedAt: now }, now)
  const gone = { ...benefit, modifiedAt: now, deletedAt: now, version: benefit.version + 1 }
  work.record(benefitEvent(parts, 'updated', gone))
  for (const letGo of whenBenefitGoes) await letGo(work, gone)
}
