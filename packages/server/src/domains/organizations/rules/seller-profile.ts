import type { SellerProfile } from '@guildhall/contract/organizations/seller-organizations'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface Seller {
  readonly detailsSubmittedAt: Date | null
}

/** What a seller tells about the business is read by people: it doesn't change behind their backs. */
export const decideDetails = (
  { detailsSubmittedAt }: Seller,
  { details }: Pick<SellerProfile, 'details'>,
): Refusal<'details_already_submitted'> | null =>
  detailsSubmittedAt !== null && details !== undefined && details !== null
    ? refuse('details_already_submitted', { loc: ['body', 'details'] })
    : null
