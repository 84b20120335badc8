/** Messages for refused changes of a subscription. */
export const refusalMessages: Readonly<Record<string, string>> = {
  AlreadyCanceledSubscription:
    'The subscription is canceled or ends with its period. Resume it before changing it.',
  EndedSubscription: 'Subscription canceled. Start a new one with a checkout.',
  PastDueSubscription: 'A payment is overdue. It must be paid before the subscription can change.',
  SubscriptionLocked: 'The payment of another change is in progress. Try again in a moment.',
  SubscriptionPaused:
    'A payment is disputed, so the card is not charged. Resume the renewals first.',
  SubscriptionNotPaused: 'The renewals were resumed meanwhile.',
  PaymentMethodMissing:
    'There is no card on file. The customer must add one in their portal first.',
  Unauthorized: 'Your role changed. Only owners and admins can change subscriptions.',
}

/** The same for forms, which show it above their fields. */
export const changeExplanations: Readonly<Record<string, readonly ['root', string]>> =
  Object.fromEntries(
    Object.entries(refusalMessages).map(([code, message]) => [code, ['root', message]]),
  )
