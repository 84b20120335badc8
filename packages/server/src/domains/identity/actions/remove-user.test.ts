import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { quickHashing } from '../../../../test/quick-hashing.ts'
import { identityParts } from '../../../app/identity.ts'
import { assert } from '../../../kernel/assert.ts'
import { isRefused, Problem, type Refusal, refuse } from '../../../kernel/refusal.ts'
import { systemClock } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { createKeyring } from '../../../platform/crypto/keyring.ts'
import { newId } from '../../../platform/ids.ts'
import { work } from '../../../platform/work.ts'
import { findUser, type UserRow } from '../store/users.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import type { IdentityParts, UserDeletionPart } from './parts.ts'
import { removeUser } from './remove-user.ts'

const db = testDatabase()
const from = { address: '192.0.2.1', userAgent: 'test' }
let parts: IdentityParts
let operator: UserRow

beforeAll(async () => {
  const config = readConfig({})
  assert(!('faults' in config), 'the defaults are valid')
  parts = identityParts({
    config,
    log: pino({ level: 'silent' }),
    clock: systemClock,
    database: db.database,
    keyring: createKeyring(['a secret of this test']),
    hashing: quickHashing,
    wake: () => undefined,
  })
  operator = await newUser()
})

async function newUser(): Promise<UserRow> {
  const email = `${newId('user').slice(-12)}@example.com`
  const made = await work(parts.workshop, {}, (unit) =>
    createUser(unit, parts, {
      email,
      emailVerified: true,
      name: 'Ann',
      image: null,
      username: null,
      from,
      audit: { action: 'sign-up' },
    }),
  )
  assert(!isRefused(made), 'nobody has this address')
  return made
}

const remove = (userDeletionParts: readonly UserDeletionPart[], userId: UserRow['id']) =>
  work(parts.workshop, {}, (unit) =>
    removeUser(unit, { ...parts, userDeletionParts }, { operatorId: operator.id, userId, from }),
  )

const deleteSelf = (userDeletionParts: readonly UserDeletionPart[], userId: UserRow['id']) =>
  work(parts.workshop, {}, (unit) =>
    deleteUser(unit, { ...parts, userDeletionParts }, userId, { action: 'user.delete', from }),
  )

/** Whom the other domain carried out its part for. */
const carriedOut: unknown[] = []

const part = (refusal: Refusal | null): UserDeletionPart => ({
  refuses: () => Promise.resolve(refusal),
  carryOut: async ({ tx }, userId) => {
    carriedOut.push((await findUser(tx, userId))?.id)
  },
})
const refusing = part(refuse('forbidden'))
const content = part(null)

describe.each([
  ['by an operator', remove],
  ['by themselves', deleteSelf],
])('a user is deleted %s', (_who, run) => {
  it('unless another domain has something against it', async () => {
    const { id } = await newUser()
    await expect(run([content, refusing], id)).rejects.toEqual(new Problem('forbidden'))
    expect(await findUser(db.database.kysely, id)).toMatchObject({ id })
    expect(carriedOut).not.toContain(id)
  })

  it('when none has', async () => {
    const { id } = await newUser()
    await run([content], id)
    expect(await findUser(db.database.kysely, id)).toBeUndefined()
    expect(carriedOut).toContain(id)
    const told = await db.database.kysely
      .selectFrom('outbox')
      .select('name')
      .where('objectId', '=', id)
      .execute()
    expect(told.map(({ name }) => name)).toEqual(['user.created', 'user.deleted'])
  })
})

it('the last operator cannot leave others behind, but an empty server', async () => {
  const { id } = await newUser()
  await expect(deleteSelf([], operator.id)).rejects.toEqual(new Problem('last_operator'))
  await db.database.kysely.deleteFrom('users').where('id', '<>', operator.id).execute()
  await deleteSelf([], operator.id)
  expect(await findUser(db.database.kysely, id)).toBeUndefined()
  expect(await newUser()).toMatchObject({ role: expect.stringContaining('admin') })
  expect(await newUser()).toMatchObject({ role: 'user' })
})
