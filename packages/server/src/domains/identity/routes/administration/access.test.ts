import * as activity from '@guildhall/contract/identity/activity'
import * as admin from '@guildhall/contract/identity/admin'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { newPerson, type Person } from '../../../../../test/people.ts'
import { testServer } from '../../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let operator: Person
let user: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
  user = await newPerson(server.current)
})

type Input = (someone: Person) => Readonly<Record<string, unknown>>

const ofUser: Input = ({ id: userId }) => ({ userId })

/** The input of each operation, and its refusal for users who are no operators. */
const calls: readonly (readonly [
  { readonly method: 'GET' | 'POST'; readonly path: string },
  Input,
  string,
])[] = [
  [admin.listUsers, () => ({}), 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS'],
  [admin.getUser, ({ id }) => ({ id }), 'YOU_ARE_NOT_ALLOWED_TO_GET_USER'],
  [admin.listUserAccounts, ofUser, 'YOU_ARE_NOT_ALLOWED_TO_GET_USER'],
  [activity.listUserActivity, ofUser, 'YOU_ARE_NOT_ALLOWED_TO_GET_USER'],
  [
    admin.createUser,
    () => ({ email: 'new@example.com', name: 'New', password: 'correct horse battery' }),
    'YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS',
  ],
  [
    admin.updateUserByOperator,
    ({ id }) => ({ userId: id, data: { name: 'Other' } }),
    'YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS',
  ],
  [
    admin.setRole,
    ({ id }) => ({ userId: id, role: 'admin' }),
    'YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE',
  ],
  [admin.banUser, ofUser, 'YOU_ARE_NOT_ALLOWED_TO_BAN_USERS'],
  [admin.unbanUser, ofUser, 'YOU_ARE_NOT_ALLOWED_TO_BAN_USERS'],
  [admin.listUserSessions, ofUser, 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS'],
  [
    admin.revokeUserSession,
    ({ token }) => ({ sessionToken: token }),
    'YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS',
  ],
  [admin.revokeUserSessions, ofUser, 'YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS'],
  [
    admin.setUserPassword,
    ({ id }) => ({ userId: id, newPassword: 'another horse battery' }),
    'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD',
  ],
  [admin.removeUser, ofUser, 'YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS'],
  // Must be last: from here on the operator's browser is signed in as another user.
  [admin.impersonateUser, ofUser, 'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS'],
]

const send = (
  browser: Browser,
  { method, path }: (typeof calls)[number][0],
  input: Readonly<Record<string, unknown>>,
) => (method === 'POST' ? browser.post(path, input) : browser.get(`${path}?${queryOf(input)}`))

const queryOf = (input: Readonly<Record<string, unknown>>): string =>
  Object.entries(input)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&')

it('every operation for operators is covered', () => {
  const declared = [...Object.values(admin), ...Object.values(activity)].filter(
    (one) => typeof one === 'object' && 'for' in one && one.for === 'operator',
  )
  expect(new Set(calls.map(([operation]) => operation))).toEqual(new Set(declared))
})

describe.each(calls)('$path', (operation, input, code) => {
  it('refuses anonymous calls', async () => {
    const answer = await send(openBrowser(server.current.url), operation, input(user))
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })

  it('refuses users who are no operators, even about themselves', async () => {
    for (const someone of [operator, user]) {
      const answer = await send(user.browser, operation, input(someone))
      expect(answer).toMatchObject({ status: 403, body: { code } })
    }
  })

  it('accepts operators', async () => {
    const someone = await newPerson(server.current)
    expect(await send(operator.browser, operation, input(someone))).toMatchObject({ status: 200 })
  })
})

it('refused calls had no effect', async () => {
  const { browser } = await newPerson(server.current)
  expect(await user.browser.get('/api/auth/get-session')).toMatchObject({
    body: { user: { role: 'user', banned: null, name: 'Ann Example' } },
  })
  expect(await browser.get(admin.listUsers.path)).toMatchObject({ status: 403 })
})
