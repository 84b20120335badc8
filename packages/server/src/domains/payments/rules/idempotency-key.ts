/** What a processor is asked to do once. */
type Purpose =
  | 'charge'
  | 'set_up'
  | 'customer'
  | 'refund'
  /** Money that arrived after its payment had failed here. */
  | 'return'

/**
 * Names what it is for, because the keys of one account share one namespace: a key that was used
 * for a charge would be refused for a refund. Must not change, so that retries repeat nothing.
 */
export const idempotencyKey = (purpose: Purpose, id: string): string => `${purpose}-${id}`
