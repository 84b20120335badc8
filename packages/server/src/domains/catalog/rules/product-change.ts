import type { getProduct, updateProduct } from '@guildhall/contract/catalog/products'
import type { AnswerOf, BodyOf } from '@guildhall/contract/endpoint'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isSame } from '../../../kernel/sameness.ts'

type Known = AnswerOf<typeof getProduct>

export type ProductWish = BodyOf<typeof updateProduct>

type Details = Partial<Pick<Known, 'name' | 'description' | 'isArchived' | 'metadata'>>

/** What of a wish makes a difference to the product itself. */
export function decideDetails(
  product: Known,
  wish: ProductWish,
): Details | Refusal<'product_interval_fixed'> {
  const { recurringInterval, name, description, isArchived } = wish
  if (recurringInterval !== undefined && recurringInterval !== product.recurringInterval) {
    return refuse('product_interval_fixed', { loc: ['body', 'recurring_interval'] })
  }
  const metadata = wish.metadata === null ? {} : wish.metadata
  return {
    ...(name != null && name !== product.name && { name }),
    ...(description !== undefined && description !== product.description && { description }),
    ...(isArchived != null && isArchived !== product.isArchived && { isArchived }),
    ...(metadata !== undefined && !isSame(metadata, product.metadata) && { metadata }),
  }
}

/** Which media are wanted where these aren’t the ones it has; nothing where they are. */
export function changedMedias({ medias }: Known, { medias: wish }: ProductWish) {
  if (wish === undefined) return undefined
  const wanted = wish ?? []
  return isSame(
    wanted,
    medias.map(({ id }) => id),
  )
    ? undefined
    : wanted
}

export function changedCustomFields(
  { attachedCustomFields }: Known,
  { attachedCustomFields: wish }: ProductWish,
) {
  if (wish === undefined) return undefined
  const wanted = wish ?? []
  const attached = attachedCustomFields.map(({ customFieldId, required }) => ({
    customFieldId,
    required,
  }))
  return isSame(wanted, attached) ? undefined : wanted
}
