import type { CardSnapshot } from './processor.ts'

type Result = 'succeeds' | 'authenticates' | { readonly declines: string }

/** How a card is charged: just entered, stored while its customer is present, or without them. */
type ChargedAs = 'entered' | 'stored' | 'absent'

interface SandboxCard
  extends Pick<CardSnapshot, 'brand' | 'last4' | 'country'>,
    Readonly<Record<ChargedAs, Result>> {
  /** The result of all charges but the first; by default the same. */
  readonly again?: Result
  /** What follows its first charge. */
  readonly dispute?: SandboxDispute
}

/** How a dispute ends, or a warning that no dispute follows. */
export type SandboxDispute = 'won' | 'lost' | 'warning'

const visa = { brand: 'visa', country: 'US' } as const
const succeeding = { entered: 'succeeds', stored: 'succeeds', absent: 'succeeds' } as const
const declining = (last4: string, code: string): SandboxCard => {
  const declined = { declines: code }
  return { ...visa, last4, entered: declined, stored: declined, absent: declined }
}

/** An absent customer can’t answer their bank, so asking for it is a decline. */
const askingAbsent = { declines: 'authentication_required' } as const

const disputing = (last4: string, dispute: SandboxDispute): SandboxCard => ({
  ...visa,
  last4,
  ...succeeding,
  dispute,
})

/** The sandbox’s cards, by the token that represents their well-known number. */
const cards: Readonly<Record<string, SandboxCard>> = {
  tok_sandbox_ok: { ...visa, last4: '4242', ...succeeding },
  tok_sandbox_declined: declining('0002', 'generic_decline'),
  tok_sandbox_insufficient_funds: declining('9995', 'insufficient_funds'),
  tok_sandbox_lost: declining('9987', 'lost_card'),
  // They authenticated when the card was stored.
  tok_sandbox_authenticate: { ...visa, last4: '3155', ...succeeding, entered: 'authenticates' },
  tok_sandbox_authenticate_always: {
    ...visa,
    last4: '3184',
    entered: 'authenticates',
    stored: 'authenticates',
    absent: askingAbsent,
  },
  tok_sandbox_authenticate_renewals: {
    ...visa,
    last4: '3055',
    ...succeeding,
    absent: askingAbsent,
  },
  tok_sandbox_fails_later: {
    ...visa,
    last4: '0341',
    ...succeeding,
    again: { declines: 'generic_decline' },
  },
  tok_sandbox_dispute_won: disputing('0259', 'won'),
  tok_sandbox_dispute_lost: disputing('2685', 'lost'),
  tok_sandbox_fraud_warning: disputing('5423', 'warning'),
}

export const sandboxCard = (token: string): SandboxCard | null =>
  Object.hasOwn(cards, token) ? (cards[token] ?? null) : null

export interface ChargeAttempt {
  readonly token: string
  readonly purpose: 'payment' | 'set_up'
  readonly as: ChargedAs
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
  const result = attempt.chargesBefore > 0 ? (card.again ?? card[attempt.as]) : card[attempt.as]
  if (result === 'authenticates') return { status: 'requires_action', declineCode: null }
  return result === 'succeeds'
    ? { status: 'succeeded', declineCode: null }
    : { status: 'declined', declineCode: result.declines }
}

/** How many days the bank of a sandbox card gives the seller to answer, before it decides. */
export const sandboxDisputeDays = 7

/** What follows a charge that succeeded. Only the first charge of a card is disputed. */
export function disputeAfter({
  token,
  purpose,
  chargesBefore,
}: ChargeAttempt): SandboxDispute | null {
  if (purpose !== 'payment' || chargesBefore > 0) return null
  return sandboxCard(token)?.dispute ?? null
}

export type Answer = 'confirmed' | 'declined'

/** The outcome after the buyer has answered their bank. */
export const outcomeOfAnswer = (answer: Answer): SandboxOutcome =>
  answer === 'confirmed'
    ? { status: 'succeeded', declineCode: null }
    : { status: 'declined', declineCode: 'authentication_failed' }
