/** What a change of a subscription is refused for, and the way out. */
export const refusalWords: Readonly<Record<string, string>> = {
  AlreadyCanceledSubscription:
    'It’s canceled, or ends with its period. Keep it first, then change it.',
  EndedSubscription: 'It has ended meanwhile. A new one begins with a checkout.',
  PastDueSubscription: 'A payment is overdue. It has to be paid before anything else changes.',
  SubscriptionLocked: 'Another change is being paid. Try again in a moment.',
  PaymentMethodMissing:
    'There is no card to charge. The customer has to add one in their portal first.',
  Unauthorized: 'Your role changed: only owners and admins change subscriptions.',
}

/** The same for a form, above whose fields it stands. */
export const changeExplanations: Readonly<Record<string, readonly ['root', string]>> =
  Object.fromEntries(Object.entries(refusalWords).map(([code, words]) => [code, ['root', words]]))
