import { assert } from '../../../../kernel/assert.ts'
import type { IntentOutcome, IntentSnapshot, MethodSnapshot } from '../../rules/processor.ts'
import { sandboxCard } from '../../rules/sandbox.ts'
import type { SandboxIntentRow } from '../../store/sandbox.ts'
import { clientSecretOf } from './client-secret.ts'
import type { SandboxDeps } from './deps.ts'

/** Sandbox cards expire at the end of the year that is so many years ahead. */
const yearsValid = 4
const lastMonth = 12

export const intentSnapshot = (
  deps: Pick<SandboxDeps, 'keyring'>,
  intent: SandboxIntentRow,
): IntentSnapshot => ({ processorId: intent.id, outcome: outcomeOf(deps, intent) })

/** Declined before an intent was created. */
export const rejected = (reason: string): IntentSnapshot => ({
  processorId: null,
  outcome: { status: 'declined', reason, method: null },
})

function outcomeOf(
  { keyring }: Pick<SandboxDeps, 'keyring'>,
  intent: SandboxIntentRow,
): IntentOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded', method: methodOf(intent) }
    case 'requires_action':
      return { status: 'needs_action', clientSecret: clientSecretOf(keyring, intent) }
    case 'canceled':
      return { status: 'canceled' }
    default:
      return {
        status: 'declined',
        reason: intent.declineCode ?? 'generic_decline',
        method: methodOf(intent),
      }
  }
}

function methodOf({ token, methodId, createdAt }: SandboxIntentRow): MethodSnapshot {
  const card = sandboxCard(token)
  assert(card !== null, 'only known cards are charged')
  const { brand, last4, country } = card
  const expYear = createdAt.getUTCFullYear() + yearsValid
  const snapshot = { brand, last4, country, expMonth: lastMonth, expYear, wallet: null }
  return { type: 'card', card: snapshot, storedId: methodId, ownerId: null }
}
