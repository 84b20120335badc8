import { id } from '@guildhall/contract/primitives'
import pino from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { quickHashing } from '../../../../test/quick-hashing.ts'
import { identityParts } from '../../../app/identity.ts'
import { assert } from '../../../kernel/assert.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { systemClock } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { createKeyring } from '../../../platform/crypto/keyring.ts'
import { work } from '../../../platform/work.ts'
import { findUser } from '../store/users.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import type { IdentityParts, UserDeletionPart } from './parts.ts'

const db = testDatabase()
const from = { address: '192.0.2.7', userAgent: '' }
const someId = id('user').parse('018bcfe5-687b-7000-8000-000000000001')
let parts: IdentityParts

beforeAll(() => {
  const config = readConfig({})
  assert(!('faults' in config), 'the defaults are good settings')
  parts = identityParts({
    config,
    log: pino({ level: 'silent' }),
    clock: systemClock,
    database: db.database,
    keyring: createKeyring(['a-secret-of-the-tests-long-enough-for-signing']),
    hashing: quickHashing,
    wake: () => undefined,
  })
})

async function newUser(email: string) {
  const user = await work(parts.workshop, {}, (unit) =>
    createUser(unit, parts, {
      email,
      emailVerified: true,
      name: 'Ann',
      image: null,
      username: null,
      from,
      audit: { action: 'sign-up' },
      role: 'user',
    }),
  )
  assert('id' in user, 'the address was free')
  return user
}

test('what another domain has against it stops it, and leaves everything as it was', async () => {
  const user = await newUser('owner@example.com')
  const asked: unknown[] = []
  const carriedOut: unknown[] = []
  const part = (refuses: UserDeletionPart['refuses']): UserDeletionPart => ({
    refuses,
    carryOut: async (_work, userId) => void carriedOut.push(userId),
  })
  const guarded = {
    ...parts,
    userDeletionParts: [
      part(() => Promise.resolve(null)),
      part(async (tx, userId) => {
        asked.push(userId, (await findUser(tx, userId))?.email)
        return refuse('last_owner')
      }),
    ],
  }
  const attempt = work(parts.workshop, {}, (unit) =>
    deleteUser(unit, guarded, user.id, { action: 'user.delete', from }),
  )
  await expect(attempt).rejects.toMatchObject({ code: 'last_owner' })
  expect(asked).toEqual([user.id, 'owner@example.com'])
  expect(carriedOut).toEqual([])
  expect(await findUser(db.database.kysely, user.id)).toEqual(user)
  const mails = db.database.kysely.selectFrom('mail').where('recipient', '=', user.email)
  expect(await mails.selectAll().execute()).toEqual([])
})

test.each([
  [{ action: 'user.delete', from }, 'unauthorized'],
  [{ action: 'admin.remove-user', actorId: someId, from }, 'user_not_found'],
] as const)('whoever isn’t there any more can’t be deleted by %j', async (actor, code) => {
  const attempt = work(parts.workshop, {}, (unit) => deleteUser(unit, parts, someId, actor))
  await expect(attempt).rejects.toMatchObject({ code })
})
