import type { webhookHealthStates } from '@guildhall/contract/webhooks/shapes'

interface Facts {
  readonly isEnabled: boolean
  readonly disabledReason: string | null
  readonly failingSince: Date | null
}

/** How an endpoint does, in a word. */
export function healthStateOf(facts: Facts): (typeof webhookHealthStates)[number] {
  if (!facts.isEnabled) return facts.disabledReason === 'failing' ? 'resting' : 'disabled'
  return facts.failingSince === null ? 'healthy' : 'failing'
}
