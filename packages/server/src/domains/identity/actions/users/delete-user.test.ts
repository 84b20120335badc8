import { id } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { testIdentityDeps } from '../../../../../test/identity-deps.ts'
import { assert } from '../../../../kernel/assert.ts'
import { isRefused, Problem, type Refusal, refuse } from '../../../../kernel/refusal.ts'
import { newId } from '../../../../platform/ids.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import { findUser, type UserRow } from '../../store/users/users.ts'
import { removeUser } from '../administration/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'

type Hook = IdentityDeps['userDeletionHooks'][number]

const db = testDatabase()
const from = { address: '192.0.2.1', userAgent: 'test' }
const someId = id('user').parse('018bcfe5-687b-7000-8000-000000000001')
let deps: IdentityDeps
let operator: UserRow

beforeAll(async () => {
  deps = testIdentityDeps(db.database)
  operator = await newUser()
})

async function newUser(): Promise<UserRow> {
  const email = `${newId('user').slice(-12)}@example.com`
  const user = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
    createUser(uow, deps, {
      email,
      emailVerified: true,
      name: 'Ann',
      image: null,
      username: null,
      from,
      audit: { action: 'sign-up' },
    }),
  )
  assert(!isRefused(user), 'the address is free')
  return user
}

const removeByOperator = (userDeletionHooks: readonly Hook[], userId: UserRow['id']) =>
  runUnitOfWork(deps.uowFactory, {}, (uow) =>
    removeUser(uow, { ...deps, userDeletionHooks }, { operatorId: operator.id, userId, from }),
  )

const deleteSelf = (userDeletionHooks: readonly Hook[], userId: UserRow['id']) =>
  runUnitOfWork(deps.uowFactory, {}, (uow) =>
    deleteUser(uow, { ...deps, userDeletionHooks }, userId, { action: 'user.delete', from }),
  )

/** The users that the hooks checked, and those that they handled. */
const asked: unknown[] = []
const carriedOut: unknown[] = []

const hook = (refusal: Refusal | null): Hook => ({
  refuses: async (tx, userId) => {
    asked.push((await findUser(tx, userId))?.id)
    return refusal
  },
  carryOut: async ({ tx }, userId) => {
    carriedOut.push((await findUser(tx, userId))?.id)
  },
})
const refusing = hook(refuse('sole_owner_of_an_organization'))
const agreeing = hook(null)

describe.each([
  ['by an operator', removeByOperator],
  ['by themselves', deleteSelf],
])('deleting a user %s', (_who, run) => {
  it('is refused if another domain refuses, and changes nothing', async () => {
    const user = await newUser()
    await expect(run([agreeing, refusing], user.id)).rejects.toEqual(
      new Problem('sole_owner_of_an_organization'),
    )
    expect(asked.filter((one) => one === user.id)).toHaveLength(2)
    expect(carriedOut).not.toContain(user.id)
    expect(await findUser(db.database.kysely, user.id)).toEqual(user)
    const mails = db.database.kysely.selectFrom('mail').where('recipient', '=', user.email)
    expect(await mails.selectAll().execute()).toEqual([])
  })

  it('succeeds if every other domain agrees', async () => {
    const { id: userId } = await newUser()
    await run([agreeing], userId)
    expect(await findUser(db.database.kysely, userId)).toBeUndefined()
    expect(carriedOut).toContain(userId)
    const recorded = await db.database.kysely
      .selectFrom('outbox')
      .select('name')
      .where('objectId', '=', userId)
      .execute()
    expect(recorded.map(({ name }) => name)).toEqual(['user.created', 'user.deleted'])
  })
})

it.each([
  [{ action: 'user.delete', from }, 'unauthorized'],
  [{ action: 'admin.remove-user', actorId: someId, from }, 'user_not_found'],
] as const)('a user who no longer exists cannot be deleted by %j', async (actor, code) => {
  const attempt = runUnitOfWork(deps.uowFactory, {}, (uow) => deleteUser(uow, deps, someId, actor))
  await expect(attempt).rejects.toMatchObject({ code })
})

it('the last operator can leave only an empty server', async () => {
  const { id: userId } = await newUser()
  await expect(deleteSelf([], operator.id)).rejects.toEqual(new Problem('last_operator'))
  await db.database.kysely.deleteFrom('users').where('id', '<>', operator.id).execute()
  await deleteSelf([], operator.id)
  expect(await findUser(db.database.kysely, userId)).toBeUndefined()
  expect(await newUser()).toMatchObject({ role: expect.stringContaining('admin') })
  expect(await newUser()).toMatchObject({ role: 'user' })
})
