import { type MetadataRow, metadataOf, metadataRows } from '../../lib/metadata-rows.ts'
import type { CheckoutLink } from './link-queries.ts'

/** As it's typed: what isn't said is empty. */
export interface LinkDraft {
  label: string
  /** In their order. */
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

export function draftOf(kept: CheckoutLink | null): LinkDraft {
  if (kept === null) return emptyDraft
  return {
    label: kept.label ?? '',
    products: kept.products.map(({ id }) => id),
    discountId: kept.discountId,
    allowDiscountCodes: kept.allowDiscountCodes,
    requireBillingAddress: kept.requireBillingAddress,
    successUrl: kept.successUrl ?? '',
    metadata: metadataRows(kept.metadata),
  }
}

/** What is sent, of a new one and of a changed one. */
export function linkOf({ label, successUrl, metadata, ...rest }: LinkDraft) {
  return {
    ...rest,
    label: label.trim() || null,
    successUrl: successUrl.trim() || null,
    metadata: metadataOf(metadata),
  }
}

const urlLengthMax = 2083

/** Why a buyer can't be sent there, or null. A page that is being built may be on one's own machine. */
export function successUrlMistake(text: string): string | null {
  const address = text.trim()
  if (address === '') return null
  if (address.length > urlLengthMax) return `Use at most ${urlLengthMax} characters.`
  const isAddress = /^https?:\/\/[^\s/?#]+\S*$/i.test(address) && URL.canParse(address)
  return isAddress ? null : 'Enter an address that begins with https://'
}

const labelLengthMax = 256

export const labelMistake = (label: string): string | null =>
  label.trim().length > labelLengthMax ? `Use at most ${labelLengthMax} characters.` : null
