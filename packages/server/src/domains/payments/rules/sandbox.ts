import type { CardSnapshot } from './processor.ts'

interface SandboxCard extends Pick<CardSnapshot, 'brand' | 'last4' | 'country'> {
  /** The result of its first charge. */
  readonly first: 'succeeds' | 'authenticates' | { readonly declines: string }
  /** The result of later charges, without the customer present. */
  readonly later: 'succeeds' | { readonly declines: string }
}

const visa = { brand: 'visa', country: 'US' } as const
const declining = (last4: string, code: string): SandboxCard => ({
  ...visa,
  last4,
  first: { declines: code },
  later: { declines: code },
})

/** The sandbox’s cards, by the token that represents their well-known number. */
const cards: Readonly<Record<string, SandboxCard>> = {
  tok_sandbox_ok: { ...visa, last4: '4242', first: 'succeeds', later: 'succeeds' },
  tok_sandbox_declined: declining('0002', 'generic_decline'),
  tok_sandbox_insufficient_funds: declining('9995', 'insufficient_funds'),
  tok_sandbox_lost: declining('9987', 'lost_card'),
  tok_sandbox_authenticate: { ...visa, last4: '3155', first: 'authenticates', later: 'succeeds' },
  tok_sandbox_fails_later: {
    ...visa,
    last4: '0341',
    first: 'succeeds',
    later: { declines: 'generic_decline' },
  },
}

export const sandboxCard = (token: string): SandboxCard | null =>
  Object.hasOwn(cards, token) ? (cards[token] ?? null) : null

export interface ChargeAttempt {
  readonly token: string
  readonly purpose: 'payment' | 'set_up'
  readonly isCustomerPresent: boolean
  /** How often the same card was charged before. */
  readonly chargesBefore: number
}

export interface SandboxOutcome {
  readonly status: 'requires_action' | 'succeeded' | 'declined'
  readonly declineCode: string | null
}

/** The outcome of a charge or a set-up; null for an unknown card. */
export function decideSandbox(attempt: ChargeAttempt): SandboxOutcome | null {
  const card = sandboxCard(attempt.token)
  if (card === null) return null
  const result = resultOf(card, attempt)
  if (result === 'authenticates') return { status: 'requires_action', declineCode: null }
  return result === 'succeeds'
    ? { status: 'succeeded', declineCode: null }
    : { status: 'declined', declineCode: result.declines }
}

/** An absent customer can’t authenticate; they did when the card was stored. */
function resultOf(
  { first, later }: SandboxCard,
  { isCustomerPresent, chargesBefore }: ChargeAttempt,
): SandboxCard['first'] {
  const isFirst = isCustomerPresent || (chargesBefore === 0 && first !== 'authenticates')
  return isFirst ? first : later
}

export type Answer = 'confirmed' | 'declined'

/** The outcome after the buyer has answered their bank. */
export const outcomeOfAnswer = (answer: Answer): SandboxOutcome =>
  answer === 'confirmed'
    ? { status: 'succeeded', declineCode: null }
    : { status: 'declined', declineCode: 'authentication_failed' }
