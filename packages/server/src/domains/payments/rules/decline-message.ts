const otherCard = 'Please use another card.'

/** What buyers can do next, by the processor’s reason. Other reasons get the default. */
const messages: Readonly<Record<string, string>> = {
  abandoned: 'The payment wasn’t completed. Please enter your card again.',
  amount_too_small: 'This amount is too small to be paid by card.',
  authentication_required: 'Your bank asks you to confirm this payment.',
  authentication_failed: `Your bank didn’t confirm the payment. Please try again, or use another card.`,
  canceled: 'The payment was canceled. You can try again.',
  card_not_supported: `Your card can’t be used for this purchase. ${otherCard}`,
  card_velocity_exceeded: `Your card has reached its limit. ${otherCard}`,
  currency_not_supported: `Your card can’t be charged in this currency. ${otherCard}`,
  expired_card: `Your card has expired. ${otherCard}`,
  incorrect_cvc: 'The security code of your card is incorrect. Please enter your card again.',
  insufficient_funds: `There isn’t enough money on your card. ${otherCard}`,
  not_accepted: 'This payment couldn’t be made. Please contact the seller.',
  processing_error: 'Something went wrong at your bank. Please try again in a moment.',
  token_unknown: 'Your card details have expired. Please enter your card again.',
  withdrawal_count_limit_exceeded: `Your card has reached its limit. ${otherCard}`,
}

const defaultMessage = 'Your card was declined. Please use another card, or ask your bank why.'

/**
 * A thief must not learn that a card was reported lost or stolen; only the seller sees the reason.
 */
export const declineMessageOf = (reason: string): string =>
  Object.hasOwn(messages, reason) ? (messages[reason] ?? defaultMessage) : defaultMessage
