import type { CardSeen } from './processor.ts'

interface SandboxCard extends Pick<CardSeen, 'brand' | 'last4' | 'country'> {
  /** What its first charge comes to. */
  readonly first: 'succeeds' | 'asks' | { readonly declines: string }
  /** What charges after the first come to, without the buyer. */
  readonly later: 'succeeds' | { readonly declines: string }
}

const visa = { brand: 'visa', country: 'US' } as const
const declining = (last4: string, code: string): SandboxCard => ({
  ...visa,
  last4,
  first: { declines: code },
  later: { declines: code },
})

/** The cards of the sandbox, each behind the token that stands for its well-known number. */
const cards: Readonly<Record<string, SandboxCard>> = {
  tok_sandbox_ok: { ...visa, last4: '4242', first: 'succeeds', later: 'succeeds' },
  tok_sandbox_declined: declining('0002', 'generic_decline'),
  tok_sandbox_insufficient_funds: declining('9995', 'insufficient_funds'),
  tok_sandbox_lost: declining('9987', 'lost_card'),
  tok_sandbox_authenticate: { ...visa, last4: '3155', first: 'asks', later: 'succeeds' },
  tok_sandbox_fails_later: {
    ...visa,
    last4: '0341',
    first: 'succeeds',
    later: { declines: 'generic_decline' },
  },
}

export const sandboxCard = (token: string): SandboxCard | null =>
  Object.hasOwn(cards, token) ? (cards[token] ?? null) : null

export interface Tried {
  readonly token: string
  readonly purpose: 'payment' | 'set_up'
  /** Whether the buyer is there to be asked. */
  readonly isBuyerThere: boolean
  /** How often the same card was charged before. */
  readonly chargesBefore: number
}

export interface Standing {
  readonly status: 'requires_action' | 'succeeded' | 'declined'
  readonly declineCode: string | null
}

/** What the sandbox does about a card; null for one it doesn't know. */
export function decideSandbox(tried: Tried): Standing | null {
  const card = sandboxCard(tried.token)
  if (card === null) return null
  const behaviour = behaviourOf(card, tried)
  if (behaviour === 'asks') return { status: 'requires_action', declineCode: null }
  return behaviour === 'succeeds'
    ? { status: 'succeeded', declineCode: null }
    : { status: 'declined', declineCode: behaviour.declines }
}

/** Where the buyer isn't there nobody can be asked: they were when the card was kept. */
function behaviourOf(
  { first, later }: SandboxCard,
  { isBuyerThere, chargesBefore }: Tried,
): SandboxCard['first'] {
  const isFirst = isBuyerThere || (chargesBefore === 0 && first !== 'asks')
  return isFirst ? first : later
}

export type Answer = 'confirmed' | 'declined'

/** What the buyer's answer to their bank makes of it. */
export const standingBy = (answer: Answer): Standing =>
  answer === 'confirmed'
    ? { status: 'succeeded', declineCode: null }
    : { status: 'declined', declineCode: 'authentication_failed' }
