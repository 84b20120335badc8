import { expect, test } from 'vitest'
import { mailRecipient } from './mail-recipient.ts'

test.each([
  [true, 'Ada'],
  [false, null],
])('mails to an address that is verified (%s) name %s', (emailVerified, name) => {
  const email = 'ada@buyer.test'
  expect(mailRecipient({ name: 'Ada', email, emailVerified })).toEqual({ name, address: email })
})
