import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { testIdentityDeps } from '../../../../../test/identity-deps.ts'
import { assert } from '../../../../kernel/assert.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import { issueVerification } from '../../store/verifications.ts'
import { createUser } from '../users/create-user.ts'
import { switchEmail } from '../users/open-email-link.ts'
import { resetPassword } from './reset-password.ts'

const db = testDatabase()
const from = { address: '192.0.2.7', userAgent: '' }

test('a token is refused if the address changed while the password was hashed', async () => {
  const deps = testIdentityDeps(db.database)
  const { user, secret } = await runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const user = await createUser(uow, deps, {
      email: 'old@example.com',
      emailVerified: false,
      name: 'Ann',
      image: null,
      username: null,
      from,
      audit: { action: 'sign-up' },
    })
    assert('id' in user, 'the address was free')
    const secret = await issueVerification(uow, deps.keyring, {
      purpose: 'reset-password',
      userId: user.id,
      value: { email: user.email },
      lifetimeSeconds: 3_600,
    })
    const change = { newEmail: 'new@example.com', callbackURL: null, from }
    return { user: await switchEmail(uow, deps, user, change), secret }
  })
  const reset = { userId: user.id, secret, passwordHash: '$argon2id$x', from }
  const attempt = runUnitOfWork(deps.uowFactory, {}, (uow) => resetPassword(uow, deps, reset))
  await expect(attempt).rejects.toMatchObject({ code: 'reset_token_is_invalid' })
  const accounts = db.database.kysely.selectFrom('account').where('userId', '=', user.id)
  expect(await accounts.selectAll().execute()).toEqual([])
})
