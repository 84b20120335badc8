import type { BenefitProperties } from '@guildhall/contract/benefits/inputs'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import {
  asksForKind,
  type BenefitChange,
  type BenefitWish,
  changeOf,
  kindAsked,
} from '../rules/benefit-change.ts'
import { decideKind, type Elsewhere, type KindFacts } from '../rules/benefit-kind.ts'
import {
  type BenefitChanges,
  type BenefitKey,
  type BenefitRow,
  findBenefitIn,
  lockBenefit,
  replaceFiles,
  saveBenefit,
} from '../store/benefits.ts'
import { gatherKindFacts } from './gather-kind-facts.ts'
import type { BenefitParts } from './parts.ts'
import { benefitEvent, presentBenefit } from './present-benefit.ts'

interface ChangeToBe {
  readonly wish: BenefitWish
  readonly elsewhere: Elsewhere | null
}

/** What changes nothing is no change, and no news. */
export async function updateBenefit(
  work: Work,
  parts: Pick<BenefitParts, 'keyring'>,
  key: BenefitKey,
  { wish, elsewhere }: ChangeToBe,
): Promise<BenefitRow> {
  const { tx, now } = work
  // The files are held before the benefit is locked: whoever deletes one takes them in that order.
  const facts = asksForKind(wish)
    ? await gatherKindFacts(tx, key.organizationId, wish, elsewhere)
    : null
  const benefit = await lockBenefit(tx, key)
  if (benefit === undefined) throw new Problem('not_found')
  const known = presentBenefit(parts, benefit)
  const asked = kindAsked(known, wish)
  const change = changeOf(known, wish)
  if (asked === null && Object.keys(change).length === 0) return benefit
  const kind =
    asked === null || facts === null ? {} : await saveKind(work, benefit, { asked, facts })
  await saveBenefit(tx, benefit, { ...columnsOf(change), ...kind }, now)
  const saved = await findBenefitIn(tx, [key.organizationId], key.id)
  assert(saved !== undefined, 'what is locked stays')
  work.record(benefitEvent(parts, 'updated', saved))
  return saved
}

interface KindToBe {
  readonly asked: BenefitProperties
  readonly facts: KindFacts
}

/** The files have rows of their own; the rest goes with the benefit's. */
async function saveKind(
  { tx }: Work,
  benefit: BenefitKey,
  { asked, facts }: KindToBe,
): Promise<BenefitChanges> {
  const { properties, meterId, files } = accept(decideKind(asked, facts))
  if (asked.type === 'downloadables') await replaceFiles(tx, benefit, files)
  return { properties: jsonText(properties), meterId }
}

const columnsOf = ({ metadata, ...plain }: BenefitChange): BenefitChanges => ({
  ...plain,
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})
