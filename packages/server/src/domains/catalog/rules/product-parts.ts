import type { Id } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface Listed {
  readonly id: string
  /** Where it stands in the body. */
  readonly loc: readonly (string | number)[]
}

interface Codes<C extends string> {
  readonly unknown: C
  readonly twice: C
}

/** What is listed must be there to be listed, and once. */
function firstFault<C extends string>(
  listed: readonly Listed[],
  known: ReadonlySet<string>,
  codes: Codes<C>,
): Refusal<C> | null {
  const seen = new Set<string>()
  for (const { id, loc } of listed) {
    if (!known.has(id)) return refuse(codes.unknown, { loc })
    if (seen.has(id)) return refuse(codes.twice, { loc })
    seen.add(id)
  }
  return null
}

/** Of the uploaded media of products that the organization has. */
export const decideMedias = (wanted: readonly Id<'file'>[], known: ReadonlySet<Id<'file'>>) =>
  firstFault(
    wanted.map((id, index) => ({ id, loc: ['body', 'medias', index] })),
    known,
    { unknown: 'product_media_unknown', twice: 'product_media_twice' },
  )

export const decideCustomFields = (
  wanted: readonly { readonly customFieldId: Id<'customField'> }[],
  known: ReadonlySet<Id<'customField'>>,
) =>
  firstFault(
    wanted.map(({ customFieldId: id }, index) => ({
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
  /** Those that the product has. */
  readonly current: readonly KnownBenefit[]
  /** The wanted ones that are the organization’s. */
  readonly held: readonly KnownBenefit[]
}

/** One that sellers can’t select stays where it is, and comes nowhere else. */
export function decideBenefits(
  { current, held }: BenefitFacts,
  wanted: readonly Id<'benefit'>[],
): Refusal<'product_benefit_unknown' | 'product_benefit_twice' | 'product_benefit_fixed'> | null {
  const listed = wanted.map((id, index) => ({ id, loc: ['body', 'benefits', index] }))
  const fault = firstFault(listed, new Set(held.map(({ id }) => id)), {
    unknown: 'product_benefit_unknown',
    twice: 'product_benefit_twice',
  })
  if (fault !== null) return fault
  const has = new Set(current.map(({ id }) => id))
  const fixed = [
    ...held.filter(({ id, selectable }) => !selectable && !has.has(id)),
    ...current.filter(({ id, selectable }) => !selectable && !wanted.includes(id)),
  ]
  const [first] = fixed
  if (first === undefined) return null
  const index = wanted.indexOf(first.id)
  const loc = index < 0 ? ['body', 'benefits'] : ['body', 'benefits', index]
  return refuse('product_benefit_fixed', { loc, description: first.description })
}
