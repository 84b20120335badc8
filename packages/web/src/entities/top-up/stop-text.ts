import type { TopUpStopReason } from '@guildhall/contract/topups/top-up-shapes'

/** Why a top-up has stopped, as sellers and customers see it. */
export const stopTexts: Readonly<Record<TopUpStopReason, string>> = {
  payment_declined: 'the card was declined',
  authentication_required: 'the bank asks for a confirmation',
  payment_method_missing: 'there is no card any more',
  price_increased: 'the price is higher than agreed',
  product_unavailable: 'these credits are no longer for sale',
  billing_address_incomplete: 'the billing address says too little for tax',
  purchase_refunded: 'a purchase was refunded',
  purchase_disputed: 'a payment is disputed',
  seller: 'the seller stopped it',
}
