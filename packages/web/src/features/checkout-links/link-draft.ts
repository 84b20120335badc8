import { type MetadataRow, metadataOf, metadataRows } from '#/lib/metadata-rows.ts'
import type { CheckoutLink } from './link-queries.ts'

/** As typed; omitted values are empty. */
export interface LinkDraft {
  label: string
  /** In display order. */
  products: string[]
  discountId: string | null
  allowDiscountCodes: boolean
  requireBillingAddress: boolean
  successUrl: string
  metadata: MetadataRow[]
}

const emptyDraft: LinkDraft = {
  label: '',
  products: [],
  discountId: null,
  allowDiscountCodes: true,
  requireBillingAddress: false,
  successUrl: '',
  metadata: [],
}

export function draftOf(existing: CheckoutLink | null): LinkDraft {
  if (existing === null) return emptyDraft
  return {
    label: existing.label ?? '',
    products: existing.products.map(({ id }) => id),
    discountId: existing.discountId,
    allowDiscountCodes: existing.allowDiscountCodes,
    requireBillingAddress: existing.requireBillingAddress,
    successUrl: existing.successUrl ?? '',
    metadata: metadataRows(existing.metadata),
  }
}

/** The request body, for creation and updates. */
export function linkOf({ label, successUrl, metadata, ...rest }: LinkDraft) {
  return {
    ...rest,
    label: label.trim() || null,
    successUrl: successUrl.trim() || null,
    metadata: metadataOf(metadata),
  }
}
