const otherCard = 'Please use another card.'

/** What helps the buyer to pay after all. Whatever isn't listed, or is nobody's business, is general. */
const words: Readonly<Record<string, string>> = {
  abandoned: 'The payment wasn’t finished. Please enter your card again.',
  amount_too_small: 'This amount is too small to be paid by card.',
  authentication_required:
    'Your bank wants to hear from you before it pays. Please enter your card again.',
  authentication_failed: `Your bank didn’t confirm the payment. Please try again, or use another card.`,
  canceled: 'The payment was canceled. You can try again.',
  card_not_supported: `Your card can’t be used for this purchase. ${otherCard}`,
  card_velocity_exceeded: `Your card has reached its limit. ${otherCard}`,
  currency_not_supported: `Your card can’t be charged in this currency. ${otherCard}`,
  expired_card: `Your card has expired. ${otherCard}`,
  incorrect_cvc: 'The security code of your card isn’t right. Please enter your card again.',
  insufficient_funds: `There isn’t enough money on your card. ${otherCard}`,
  not_accepted: 'This payment couldn’t be made. Please tell the seller.',
  processing_error: 'Something went wrong at your bank. Please try again in a moment.',
  token_unknown: 'Your card entry can’t be used any more. Please enter your card again.',
  withdrawal_count_limit_exceeded: `Your card has reached its limit. ${otherCard}`,
}

const inGeneral = 'Your card was declined. Please use another card, or ask your bank why.'

/**
 * A thief must not learn that a card is known as lost or stolen, so such reasons stand in the
 * payment for the seller, and the buyer is told the general one.
 */
export const declineWords = (reason: string): string =>
  Object.hasOwn(words, reason) ? (words[reason] ?? inGeneral) : inGeneral
