import * as activity from '@guildhall/contract/identity/activity'
import * as admin from '@guildhall/contract/identity/admin'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'

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

/** What each call sends, about a user made for it, and the refusal of who isn't an operator. */
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
  // The last one: from here on the operator's browser is somebody else's.
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

it('every call for operators is among them', () => {
  const declared = [...Object.values(admin), ...Object.values(activity)].filter(
    (one) => typeof one === 'object' && 'for' in one && one.for === 'operator',
  )
  expect(new Set(calls.map(([endpoint]) => endpoint))).toEqual(new Set(declared))
})

describe.each(calls)('$path', (endpoint, input, code) => {
  it('is closed to strangers', async () => {
    const answer = await send(openBrowser(server.current.url), endpoint, input(user))
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })

  it('is refused to users, about others and about themselves', async () => {
    for (const someone of [operator, user]) {
      const answer = await send(user.browser, endpoint, input(someone))
      expect(answer).toMatchObject({ status: 403, body: { code } })
    }
  })

  it('is open to operators', async () => {
    const someone = await newPerson(server.current)
    expect(await send(operator.browser, endpoint, input(someone))).toMatchObject({ status: 200 })
  })
})

it('nothing that was refused was done', async () => {
  const { browser } = await newPerson(server.current)
  expect(await user.browser.get('/api/auth/get-session')).toMatchObject({
    body: { user: { role: 'user', banned: null, name: 'Ann Example' } },
  })
  expect(await browser.get(admin.listUsers.path)).toMatchObject({ status: 403 })
})
