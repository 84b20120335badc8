import { assert } from '../../../../kernel/assert.ts'
import type { IntentOutcome, IntentSeen, MethodSeen } from '../../rules/processor.ts'
import { sandboxCard } from '../../rules/sandbox.ts'
import type { SandboxIntentRow } from '../../store/sandbox.ts'
import { clientSecretOf } from './client-secret.ts'
import type { SandboxParts } from './parts.ts'

/** Cards of the sandbox expire at the end of the year so many years on. */
const yearsGood = 4
const lastMonth = 12

/** What the sandbox says of an intent. */
export const intentSeen = (
  parts: Pick<SandboxParts, 'keyring'>,
  intent: SandboxIntentRow,
): IntentSeen => ({ processorId: intent.id, outcome: outcomeOf(parts, intent) })

/** It became nothing. */
export const turnedAway = (reason: string): IntentSeen => ({
  processorId: null,
  outcome: { status: 'declined', reason, method: null },
})

function outcomeOf(
  { keyring }: Pick<SandboxParts, 'keyring'>,
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

function methodOf({ token, methodId, createdAt }: SandboxIntentRow): MethodSeen {
  const card = sandboxCard(token)
  assert(card !== null, 'only known cards were charged')
  const { brand, last4, country } = card
  const expYear = createdAt.getUTCFullYear() + yearsGood
  const shown = { brand, last4, country, expMonth: lastMonth, expYear, wallet: null }
  return { type: 'card', card: shown, kept: methodId, keptFor: null }
}
