import { describe, expect, it } from 'vitest'
import {
  type ChargeAttempt,
  decideSandbox,
  disputeAfter,
  outcomeOfAnswer,
  type SandboxOutcome,
} from './sandbox.ts'

const succeeds: SandboxOutcome = { status: 'succeeded', declineCode: null }
const authenticates: SandboxOutcome = { status: 'requires_action', declineCode: null }
const declines = (declineCode: string): SandboxOutcome => ({ status: 'declined', declineCode })

const asksAbsent = declines('authentication_required')

const always = (code: string): [SandboxOutcome, SandboxOutcome, SandboxOutcome, SandboxOutcome] => [
  declines(code),
  declines(code),
  declines(code),
  declines(code),
]

const attempt = (token: string, overrides: Partial<ChargeAttempt> = {}): ChargeAttempt => ({
  token,
  purpose: 'payment',
  as: 'entered',
  chargesBefore: 0,
  ...overrides,
})

describe('a sandbox card', () => {
  //              just entered, stored with the customer present, first and later while absent
  it.each<[string, SandboxOutcome, SandboxOutcome, SandboxOutcome, SandboxOutcome]>([
    ['ok', succeeds, succeeds, succeeds, succeeds],
    ['declined', ...always('generic_decline')],
    ['insufficient_funds', ...always('insufficient_funds')],
    ['lost', ...always('lost_card')],
    ['authenticate', authenticates, succeeds, succeeds, succeeds],
    ['authenticate_always', authenticates, authenticates, asksAbsent, asksAbsent],
    ['authenticate_renewals', succeeds, succeeds, asksAbsent, asksAbsent],
    ['fails_later', succeeds, declines('generic_decline'), succeeds, declines('generic_decline')],
  ])('%s', (name, entered, stored, first, later) => {
    const token = `tok_sandbox_${name}`
    expect(decideSandbox(attempt(token))).toEqual(entered)
    expect(decideSandbox(attempt(token, { purpose: 'set_up' }))).toEqual(entered)
    expect(decideSandbox(attempt(token, { as: 'stored', chargesBefore: 1 }))).toEqual(stored)
    expect(decideSandbox(attempt(token, { as: 'absent' }))).toEqual(first)
    expect(decideSandbox(attempt(token, { as: 'absent', chargesBefore: 1 }))).toEqual(later)
  })

  it.each(['tok_sandbox_other', 'ctoken_1', 'toString'])('%s is unknown', (token) => {
    expect(decideSandbox(attempt(token))).toBeNull()
  })
})

it('the buyer’s answer decides the outcome', () => {
  expect(outcomeOfAnswer('confirmed')).toEqual(succeeds)
  expect(outcomeOfAnswer('declined')).toEqual(declines('authentication_failed'))
})

describe('a disputing card', () => {
  const first = { purpose: 'payment', as: 'entered', chargesBefore: 0 } as const

  it.each([
    ['tok_sandbox_dispute_won', 'won'],
    ['tok_sandbox_dispute_lost', 'lost'],
    ['tok_sandbox_fraud_warning', 'warning'],
    ['tok_sandbox_ok', null],
  ])('%s: only its first charge leads to %s', (token, dispute) => {
    expect(decideSandbox({ token, ...first })).toMatchObject({ status: 'succeeded' })
    expect(disputeAfter({ token, ...first })).toBe(dispute)
    expect(disputeAfter({ token, ...first, chargesBefore: 1 })).toBeNull()
    expect(disputeAfter({ token, ...first, purpose: 'set_up' })).toBeNull()
  })
})
