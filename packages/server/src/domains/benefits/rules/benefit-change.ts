import type { updateBenefit } from '@guildhall/contract/benefits/benefits'
import type { Benefit } from '@guildhall/contract/benefits/shapes'
import type { BodyOf } from '@guildhall/contract/operation'
import { isSame } from '../../../kernel/json-equality.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export type BenefitUpdate = BodyOf<typeof updateBenefit>

/** An update has to repeat the type, which never changes. */
export const decideType = (
  { type }: { readonly type: string },
  input: Pick<BenefitUpdate, 'type'>,
): Refusal<'benefit_type_fixed'> | null =>
  type === input.type ? null : refuse('benefit_type_fixed', { loc: ['body', 'type'] })

export type BenefitChange = Partial<Pick<Benefit, 'description' | 'metadata'>>

/** Only the fields that differ, apart from the content that the benefit's kind compares. */
export function decideBenefitChange(
  current: Pick<Benefit, 'description' | 'metadata'>,
  { description, metadata }: Pick<BenefitUpdate, 'description' | 'metadata'>,
): BenefitChange {
  const newMetadata = metadata === null ? {} : metadata
  return {
    ...(description != null && description !== current.description && { description }),
    ...(newMetadata !== undefined &&
      !isSame(newMetadata, current.metadata) && { metadata: newMetadata }),
  }
}
