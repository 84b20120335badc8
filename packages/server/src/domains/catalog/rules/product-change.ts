import type { getProduct, updateProduct } from '@guildhall/contract/catalog/products'
import type { BodyOf, ResponseOf } from '@guildhall/contract/operation'
import { isSame } from '../../../kernel/json-equality.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

type Current = ResponseOf<typeof getProduct>

export type ProductUpdate = BodyOf<typeof updateProduct>

type ProductChange = Partial<
  Pick<
    Current,
    'name' | 'description' | 'visibility' | 'isArchived' | 'billingThresholdAmount' | 'metadata'
  >
>

/** Only the product's own fields that differ; prices and links are compared apart. */
export function decideProductChange(
  product: Current,
  input: ProductUpdate,
): ProductChange | Refusal<'product_interval_fixed'> {
  const { recurringInterval, name, description, visibility, isArchived } = input
  if (recurringInterval !== undefined && recurringInterval !== product.recurringInterval) {
    return refuse('product_interval_fixed', { loc: ['body', 'recurring_interval'] })
  }
  const { billingThresholdAmount: threshold } = input
  const isRebilled = threshold !== undefined && threshold !== product.billingThresholdAmount
  const metadata = input.metadata === null ? {} : input.metadata
  return {
    ...(name != null && name !== product.name && { name }),
    ...(description !== undefined && description !== product.description && { description }),
    ...(visibility != null && visibility !== product.visibility && { visibility }),
    ...(isArchived != null && isArchived !== product.isArchived && { isArchived }),
    ...(isRebilled && { billingThresholdAmount: threshold }),
    ...(metadata !== undefined && !isSame(metadata, product.metadata) && { metadata }),
  }
}

/** The new list of media; undefined where it stays as it is. */
export function changedMedias({ medias }: Current, { medias: input }: ProductUpdate) {
  if (input === undefined) return undefined
  const requested = input ?? []
  return isSame(
    requested,
    medias.map(({ id }) => id),
  )
    ? undefined
    : requested
}

export function changedCustomFields(
  { attachedCustomFields }: Current,
  { attachedCustomFields: input }: ProductUpdate,
) {
  if (input === undefined) return undefined
  const requested = input ?? []
  const attached = attachedCustomFields.map(({ customFieldId, required }) => ({
    customFieldId,
    required,
  }))
  return isSame(requested, attached) ? undefined : requested
}
