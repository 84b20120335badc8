interface ChargedPayment {
  readonly processor: string
  readonly processorId: string | null
}

/** The page of a payment at Stripe, where the seller answers a dispute of it. */
export function processorUrl(
  secretKey: string | null,
  { processor, processorId }: ChargedPayment,
): string | null {
  if (processor !== 'stripe' || processorId === null) return null
  const mode = /^[rs]k_test_/.test(secretKey ?? '') ? 'test/' : ''
  return `https://dashboard.stripe.com/${mode}payments/${processorId}`
}
