import type { Id } from '@guildhall/contract/primitives'
import type { RefusalCode } from '@guildhall/contract/refusals'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface ListedId {
  readonly id: string
  /** Its place in the body. */
  readonly loc: readonly (string | number)[]
}

interface FaultCodes<C extends RefusalCode> {
  readonly unknown: C
  readonly twice: C
}

/** Every listed id must exist, and only once in the list. */
function firstFault<C extends RefusalCode>(
  listed: readonly ListedId[],
  known: ReadonlySet<string>,
  codes: FaultCodes<C>,
): Refusal<C> | null {
  const seen = new Set<string>()
  for (const { id, loc } of listed) {
    if (!known.has(id)) return refuse(codes.unknown, { loc })
    if (seen.has(id)) return refuse(codes.twice, { loc })
    seen.add(id)
  }
  return null
}

export const decideMedias = (requested: readonly Id<'file'>[], known: ReadonlySet<Id<'file'>>) =>
  firstFault(
    requested.map((id, index) => ({ id, loc: ['body', 'medias', index] })),
    known,
    { unknown: 'product_media_unknown', twice: 'product_media_twice' },
  )

export const decideCustomFields = (
  requested: readonly { readonly customFieldId: Id<'customField'> }[],
  known: ReadonlySet<Id<'customField'>>,
) =>
  firstFault(
    requested.map(({ customFieldId: id }, index) => ({
      id,
      loc: ['body', 'attached_custom_fields', index, 'custom_field_id'],
    })),
    known,
    { unknown: 'product_custom_field_unknown', twice: 'product_custom_field_twice' },
  )

interface KnownBenefit {
  readonly id: Id<'benefit'>
  readonly description: string
  readonly selectable: boolean
}

interface BenefitFacts {
  /** The benefits of the product. */
  readonly current: readonly KnownBenefit[]
  /** The requested benefits that exist in the organization. */
  readonly available: readonly KnownBenefit[]
}

/** A benefit that is not selectable can be neither added to nor removed from a product. */
export function decideBenefits(
  { current, available }: BenefitFacts,
  requested: readonly Id<'benefit'>[],
): Refusal<'product_benefit_unknown' | 'product_benefit_twice' | 'product_benefit_fixed'> | null {
  const listed = requested.map((id, index) => ({ id, loc: ['body', 'benefits', index] }))
  const fault = firstFault(listed, new Set(available.map(({ id }) => id)), {
    unknown: 'product_benefit_unknown',
    twice: 'product_benefit_twice',
  })
  if (fault !== null) return fault
  const has = new Set(current.map(({ id }) => id))
  const fixed = [
    ...available.filter(({ id, selectable }) => !selectable && !has.has(id)),
    ...current.filter(({ id, selectable }) => !selectable && !requested.includes(id)),
  ]
  const [first] = fixed
  if (first === undefined) return null
  const index = requested.indexOf(first.id)
  const loc = index < 0 ? ['body', 'benefits'] : ['body', 'benefits', index]
  return refuse('product_benefit_fixed', { loc, description: first.description })
}
