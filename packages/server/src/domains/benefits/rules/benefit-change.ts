import type { updateBenefit } from '@guildhall/contract/benefits/benefits'
import type { BenefitProperties } from '@guildhall/contract/benefits/inputs'
import type { Benefit, BenefitKind } from '@guildhall/contract/benefits/shapes'
import type { BodyOf } from '@guildhall/contract/endpoint'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isSame } from '../../../kernel/sameness.ts'

export type BenefitWish = BodyOf<typeof updateBenefit>

/** Whether a wish is about a benefit of this type. */
export const decideType = (
  { type }: { readonly type: string },
  wish: Pick<BenefitWish, 'type'>,
): Refusal<'benefit_type_fixed'> | null =>
  type === wish.type ? null : refuse('benefit_type_fixed', { loc: ['body', 'type'] })

/** What a wish asks of the benefit's own type that isn't so yet; null for nothing. */
export const kindAsked = (known: BenefitKind, wish: BenefitWish): BenefitProperties | null =>
  asksForKind(wish) && !isSame(shownAs(wish, known), known.properties) ? wish : null

/** Absent and null keep: of nothing that a type asks for there can be none. */
export const asksForKind = (wish: BenefitWish | BenefitProperties): wish is BenefitProperties =>
  wish.properties != null

/** As it would be shown, were it so. */
function shownAs({ type, properties }: BenefitProperties, known: BenefitKind): unknown {
  switch (type) {
    case 'custom':
      return { note: properties.note ?? null }
    case 'license_keys': {
      const { prefix, expires, activations, limitUsage } = properties
      return {
        prefix: prefix ?? null,
        expires: expires ?? null,
        activations: activations ?? null,
        limitUsage: limitUsage ?? null,
      }
    }
    case 'discord':
      // The guild is in the token, so that one is as good as another only where it is the same.
      return { guildId: known.type === type && known.properties.guildId, ...properties }
    default:
      return properties
  }
}

export type BenefitChange = Partial<Pick<Benefit, 'description' | 'metadata'>>

/** What else of a wish makes a difference. */
export function changeOf(
  known: Pick<Benefit, 'description' | 'metadata'>,
  { description, metadata }: Pick<BenefitWish, 'description' | 'metadata'>,
): BenefitChange {
  const wanted = metadata === null ? {} : metadata
  return {
    ...(description != null && description !== known.description && { description }),
    ...(wanted !== undefined && !isSame(wanted, known.metadata) && { metadata: wanted }),
  }
}
