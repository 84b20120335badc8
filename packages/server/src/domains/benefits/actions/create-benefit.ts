import type { createBenefit as contract } from '@guildhall/contract/benefits/benefits'
import type { BodyOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { decideKind, type Elsewhere } from '../rules/benefit-kind.ts'
import { type BenefitRow, findBenefitIn, insertBenefit, replaceFiles } from '../store/benefits.ts'
import { gatherKindFacts } from './gather-kind-facts.ts'
import type { BenefitParts } from './parts.ts'
import { benefitEvent } from './present-benefit.ts'

interface BenefitToBe {
  readonly organizationId: Id<'organization'>
  readonly wish: BodyOf<typeof contract>
  readonly elsewhere: Elsewhere | null
}

export async function createBenefit(
  work: Work,
  parts: Pick<BenefitParts, 'keyring'>,
  { organizationId, wish, elsewhere }: BenefitToBe,
): Promise<BenefitRow> {
  const { tx } = work
  const facts = await gatherKindFacts(tx, organizationId, wish, elsewhere)
  const { properties, meterId, files } = accept(decideKind(wish, facts))
  const key = { organizationId, id: work.newId('benefit') }
  await insertBenefit(tx, {
    ...key,
    type: wish.type,
    description: wish.description,
    properties: jsonText(properties),
    meterId,
    metadata: jsonText(wish.metadata ?? {}),
    createdAt: work.now,
  })
  if (wish.type === 'downloadables') await replaceFiles(tx, key, files)
  const benefit = await findBenefitIn(tx, [organizationId], key.id)
  assert(benefit !== undefined, 'what was just made is there')
  work.record(benefitEvent(parts, 'created', benefit))
  return benefit
}
