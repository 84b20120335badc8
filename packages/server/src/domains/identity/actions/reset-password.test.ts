import pino from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { quickHashing } from '../../../../test/quick-hashing.ts'
import { identityParts } from '../../../app/identity.ts'
import { assert } from '../../../kernel/assert.ts'
import { systemClock } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { createKeyring } from '../../../platform/crypto/keyring.ts'
import { work } from '../../../platform/work.ts'
import { issueVerification } from '../store/verifications.ts'
import { createUser } from './create-user.ts'
import { switchEmail } from './open-email-link.ts'
import { resetPassword } from './reset-password.ts'

const db = testDatabase()
const from = { address: '192.0.2.7', userAgent: '' }

function partsOfTest() {
  const config = readConfig({})
  assert(!('faults' in config), 'the defaults are good settings')
  return identityParts({
    config,
    log: pino({ level: 'silent' }),
    clock: systemClock,
    database: db.database,
    keyring: createKeyring(['a-secret-of-the-tests-long-enough-for-signing']),
    hashing: quickHashing,
    wake: () => undefined,
  })
}

test('an address given up while the password was being hashed resets nothing', async () => {
  const parts = partsOfTest()
  const { user, secret } = await work(parts.workshop, {}, async (unit) => {
    const user = await createUser(unit, parts, {
      email: 'old@example.com',
      emailVerified: false,
      name: 'Ann',
      image: null,
      username: null,
      from,
      audit: { action: 'sign-up' },
    })
    assert('id' in user, 'the address was free')
    const secret = await issueVerification(unit, parts.keyring, {
      purpose: 'reset-password',
      userId: user.id,
      value: { email: user.email },
      lifetimeSeconds: 3_600,
    })
    const change = { newEmail: 'new@example.com', callbackURL: null, from }
    return { user: await switchEmail(unit, parts, user, change), secret }
  })
  const reset = { userId: user.id, secret, passwordHash: '$argon2id$x', from }
  const attempt = work(parts.workshop, {}, (unit) => resetPassword(unit, parts, reset))
  await expect(attempt).rejects.toMatchObject({ code: 'reset_token_is_invalid' })
  const accounts = db.database.kysely.selectFrom('account').where('userId', '=', user.id)
  expect(await accounts.selectAll().execute()).toEqual([])
})
