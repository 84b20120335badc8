import { expect, it } from 'vitest'
import { decideEmail } from './email-change.ts'

const customer = { email: 'Ada@buyer.test' }

it.each([
  [null, { spelling: null, moveTo: null, withdraws: false }],
  ['Ada@buyer.test', { spelling: 'Ada@buyer.test', moveTo: null, withdraws: true }],
  ['ada@BUYER.test', { spelling: 'ada@BUYER.test', moveTo: null, withdraws: true }],
  ['bob@buyer.test', { spelling: null, moveTo: 'bob@buyer.test', withdraws: false }],
])('given %s', (given, decision) => {
  expect(decideEmail(customer, given)).toEqual(decision)
})
