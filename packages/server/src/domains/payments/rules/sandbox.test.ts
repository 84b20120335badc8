import { describe, expect, it } from 'vitest'
import { decideSandbox, type Standing, standingBy, type Tried } from './sandbox.ts'

const succeeds: Standing = { status: 'succeeded', declineCode: null }
const asks: Standing = { status: 'requires_action', declineCode: null }
const declines = (declineCode: string): Standing => ({ status: 'declined', declineCode })

const always = (code: string): [Standing, Standing, Standing] => [
  declines(code),
  declines(code),
  declines(code),
]

const tried = (token: string, wish: Partial<Tried> = {}): Tried => ({
  token,
  purpose: 'payment',
  isBuyerThere: true,
  chargesBefore: 0,
  ...wish,
})

describe('a card of the sandbox', () => {
  //                       with the buyer        first without          later without
  it.each<[string, Standing, Standing, Standing]>([
    ['ok', succeeds, succeeds, succeeds],
    ['declined', ...always('generic_decline')],
    ['insufficient_funds', ...always('insufficient_funds')],
    ['lost', ...always('lost_card')],
    ['authenticate', asks, succeeds, succeeds],
    ['fails_later', succeeds, succeeds, declines('generic_decline')],
  ])('%s', (name, withBuyer, first, later) => {
    const token = `tok_sandbox_${name}`
    expect(decideSandbox(tried(token))).toEqual(withBuyer)
    expect(decideSandbox(tried(token, { purpose: 'set_up' }))).toEqual(withBuyer)
    expect(decideSandbox(tried(token, { isBuyerThere: false }))).toEqual(first)
    expect(decideSandbox(tried(token, { isBuyerThere: false, chargesBefore: 1 }))).toEqual(later)
  })

  it.each(['tok_sandbox_other', 'ctoken_1', 'toString'])('%s is none', (token) => {
    expect(decideSandbox(tried(token))).toBeNull()
  })
})

it('the buyer’s answer decides', () => {
  expect(standingBy('confirmed')).toEqual(succeeds)
  expect(standingBy('declined')).toEqual(declines('authentication_failed'))
})
