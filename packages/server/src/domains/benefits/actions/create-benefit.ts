import type { createBenefit as contract } from '@guildhall/contract/benefits/benefits'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { ExternalTarget } from '../kinds/benefit-kind.ts'
import { validateContent } from '../kinds/benefit-kinds.ts'
import { presentBenefit } from '../present/benefit.ts'
import { type BenefitRow, findBenefitIn, insertBenefit, replaceFiles } from '../store/benefits.ts'
import type { BenefitDeps } from './deps.ts'

interface NewBenefit {
  readonly organizationId: Id<'organization'>
  readonly input: BodyOf<typeof contract>
  readonly target: ExternalTarget | null
}

export async function createBenefit(
  uow: UnitOfWork,
  deps: Pick<BenefitDeps, 'keyring'>,
  { organizationId, input, target }: NewBenefit,
): Promise<BenefitRow> {
  const { tx } = uow
  const content = accept(
    await validateContent({ tx, organizationId, target, meterId: null }, input),
  )
  const key = { organizationId, id: uow.newId('benefit') }
  await insertBenefit(tx, {
    ...key,
    type: input.type,
    description: input.description,
    properties: jsonText(content.properties),
    meterId: content.meterId,
    metadata: jsonText(input.metadata ?? {}),
    createdAt: uow.now,
  })
  if (content.files !== null) await replaceFiles(tx, key, content.files)
  const benefit = await findBenefitIn(tx, [organizationId], key.id)
  assert(benefit !== undefined, 'this transaction just inserted the benefit')
  uow.record(eventOf('benefit.created', benefit, presentBenefit(deps, benefit)))
  return benefit
}
