import { Problem } from '../../../kernel/refusal.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentBenefit } from '../present/benefit.ts'
import { type BenefitKey, lockBenefit, saveBenefit } from '../store/benefits.ts'
import type { BenefitDeps } from './deps.ts'

/**
 * The row is only marked as deleted, because grants refer to it. A product that gains the benefit
 * at the same time either commits first and loses it in a hook, or waits for the lock and doesn't
 * find it.
 */
export async function deleteBenefit(
  uow: UnitOfWork,
  { onBenefitDeleted, ...deps }: Pick<BenefitDeps, 'keyring' | 'onBenefitDeleted'>,
  key: BenefitKey,
): Promise<void> {
  const { tx, now } = uow
  const benefit = await lockBenefit(tx, key)
  if (benefit === undefined) throw new Problem('not_found')
  if (!benefit.deletable) throw new Problem('benefit_not_deletable')
  await saveBenefit(tx, benefit, { deletedAt: now }, now)
  const deleted = { ...benefit, modifiedAt: now, deletedAt: now, version: benefit.version + 1 }
  uow.record(eventOf('benefit.updated', deleted, presentBenefit(deps, deleted)))
  for (const runHook of onBenefitDeleted) await runHook(uow, deleted)
}
