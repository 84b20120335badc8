import { expect, test } from 'vitest'
import { decideEmailChange, type EmailChangeFacts } from './email-change.ts'

/** Everything that can be against it at once. */
const worst: EmailChangeFacts = {
  isEnabled: false,
  canMail: false,
  email: 'ada@example.com',
  emailVerified: true,
  newEmail: 'ada@example.com',
  isTaken: true,
}

function outcome(facts: EmailChangeFacts) {
  const decision = decideEmailChange(facts)
  return typeof decision === 'string' ? decision : decision.refused
}

test('one refusal after the other, in the order that clients expect', () => {
  const order = [
    {},
    { isEnabled: true },
    { newEmail: 'new@example.com' },
    { isTaken: false },
    { canMail: true },
  ]
  let facts = worst
  const outcomes = order.map((change) => {
    facts = { ...facts, ...change }
    return outcome(facts)
  })
  expect(outcomes).toEqual([
    'change_email_is_disabled',
    'email_is_the_same',
    'could_not_update_your_email',
    'verification_email_is_not_enabled',
    'confirm',
  ])
})

test.each([true, false])('an unproved address is not asked (mails: %s)', (canMail) => {
  const facts = { ...worst, isEnabled: true, newEmail: 'new@example.com', isTaken: false, canMail }
  expect(outcome({ ...facts, emailVerified: false })).toBe('switch')
})
