import { expect, test } from 'vitest'
import { decideEmailChange, type EmailChangeFacts } from './email.ts'

/** Facts for which every refusal applies. */
const worst: EmailChangeFacts = {
  isEnabled: false,
  canSendMail: false,
  email: 'ada@example.com',
  emailVerified: true,
  newEmail: 'ada@example.com',
  isTaken: true,
}

function outcome(facts: EmailChangeFacts) {
  const decision = decideEmailChange(facts)
  return typeof decision === 'string' ? decision : decision.refused
}

test('refusals come in the order that clients expect', () => {
  const order = [
    {},
    { isEnabled: true },
    { newEmail: 'new@example.com' },
    { isTaken: false },
    { canSendMail: true },
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

test.each([true, false])(
  'an unverified address is replaced without confirmation (mail: %s)',
  (canSendMail) => {
    const facts = {
      ...worst,
      isEnabled: true,
      newEmail: 'new@example.com',
      isTaken: false,
      canSendMail,
    }
    expect(outcome({ ...facts, emailVerified: false })).toBe('switch')
  },
)
