import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { goodPassword, newPerson, type Person } from '../../../../../test/people.ts'
import { testServer } from '../../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let operator: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
})

const nobody = '01a1f8f0-0000-7000-8000-000000000000'
const path = (name: string) => `/api/auth/admin/${name}`
const call = (name: string, body: object) => operator.browser.post(path(name), body)
const user = async () => newPerson(server.current)
const session = ({ browser }: Pick<Person, 'browser'>) => browser.get('/api/auth/get-session')

const signIn = (body: object) =>
  openBrowser(server.current.url).post('/api/auth/sign-in/email', body)

describe('list-users', () => {
  const list = (query: Readonly<Record<string, string>> = {}) =>
    operator.browser.get(`${path('list-users')}?${new URLSearchParams(query).toString()}`)

  it('returns full users, the total and the requested page', async () => {
    const { id, email } = await user()
    const answer = await list({ limit: '1', offset: '0' })
    expect(answer.body).toEqual({
      users: [
        {
          id,
          email,
          name: 'Ann Example',
          emailVerified: false,
          image: null,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
          username: null,
          displayUsername: null,
          role: 'user',
          banned: null,
          banReason: null,
          banExpires: null,
        },
      ],
      total: 2,
      limit: 1,
      offset: 0,
    })
    expect(await list()).toMatchObject({ body: { total: 2 } })
    expect(Object.keys((await list()).body ?? {})).toEqual(['users', 'total'])
  })

  it.each([
    ['searchField', 'phone', '[query.searchField] There is no field "phone" here'],
    ['sortBy', 'passwordHash', '[query.sortBy] There is no field "passwordHash" here'],
    ['filterField', 'constructor', '[query.filterField] There is no field "constructor" here'],
    ['searchOperator', 'like', '[query.searchOperator] Input should be'],
    ['filterOperator', 'in', '[query.filterOperator] Input should be'],
    ['limit', '0', '[query.limit] Input should be at least 1'],
    ['limit', '1001', '[query.limit] Input should be at most 1000'],
    ['limit', 'many', '[query.limit] Input should be a valid'],
    ['offset', '-1', '[query.offset] Input should be at least 0'],
  ])('names the fault of %s=%s instead of finding no users', async (name, value, message) => {
    const answer = await list({ [name]: value })
    const body = { code: 'VALIDATION_ERROR', message: expect.stringContaining(message) }
    expect(answer).toMatchObject({ status: 400, body })
  })

  it('names a value that does not fit its field', async () => {
    const answer = await list({ filterField: 'banned', filterValue: 'perhaps' })
    const message = '[query.filterValue] Input should be "true" or "false"'
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', message } })
  })
})

describe('get-user and list-user-accounts', () => {
  it('return the user and their accounts', async () => {
    const { id, email } = await user()
    expect(await operator.browser.get(`${path('get-user')}?id=${id}`)).toMatchObject({
      status: 200,
      body: { id, email, role: 'user' },
    })
    const accounts = await operator.browser.get(`${path('list-user-accounts')}?userId=${id}`)
    expect(accounts).toMatchObject({
      status: 200,
      body: { accounts: [{ providerId: 'credential', provider: 'credential', accountId: id }] },
    })
    expect(JSON.stringify(accounts.body)).not.toContain('argon2')
  })

  it.each([`get-user?id=${nobody}`, `list-user-accounts?userId=${nobody}`])(
    '%s: 404',
    async (query) => {
      const body = { code: 'USER_NOT_FOUND', message: 'User not found' }
      expect(await operator.browser.get(path(query))).toMatchObject({ status: 404, body })
    },
  )
})

describe('create-user', () => {
  const create = (input: object) => call('create-user', { name: 'Bob', ...input })

  it('creates a user who can sign in', async () => {
    const answer = await create({
      email: 'Bob.New@Example.com',
      password: goodPassword,
      data: { username: 'Bob_New', image: 'https://example.com/bob.png', emailVerified: true },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user: {
          email: 'bob.new@example.com',
          name: 'Bob',
          role: 'user',
          username: 'bob_new',
          displayUsername: 'Bob_New',
          emailVerified: true,
          image: 'https://example.com/bob.png',
        },
      },
    })
    expect(answer.cookies).toEqual([])
    const entry = await signIn({ email: 'bob.new@example.com', password: goodPassword })
    expect(entry).toMatchObject({ status: 200 })
  })

  it('accepts a role, also as a list', async () => {
    const email = 'both@example.com'
    const answer = await create({ email, password: goodPassword, role: ['admin', 'user'] })
    expect(answer).toMatchObject({ status: 200, body: { user: { role: 'admin,user' } } })
  })

  it('without a password, the user must choose one first', async () => {
    expect(await create({ email: 'later@example.com' })).toMatchObject({ status: 200 })
    const entry = await signIn({ email: 'later@example.com', password: goodPassword })
    expect(entry).toMatchObject({ status: 401 })
  })

  it.each([
    ['a taken address', () => ({ email: operator.email.toUpperCase() }), 'USER_ALREADY_EXISTS'],
    ['an invalid address', () => ({ email: 'nowhere' }), 'INVALID_EMAIL'],
    ['a short password', () => ({ password: 'short' }), 'PASSWORD_TOO_SHORT'],
    ['a long password', () => ({ password: 'x'.repeat(129) }), 'PASSWORD_TOO_LONG'],
    ['a common password', () => ({ password: 'password123' }), 'PASSWORD_TOO_COMMON'],
    ['the address as password', () => ({ password: 'refused@example.com' }), 'PASSWORD_MUST_NOT'],
    ['an unknown role', () => ({ role: 'root' }), 'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE'],
    ['a name of two lines', () => ({ name: 'Bob\r\nBcc: x@y.z' }), 'VALIDATION_ERROR'],
    ['the role in data', () => ({ data: { role: 'admin' } }), 'VALIDATION_ERROR'],
    ['the address in data', () => ({ data: { email: 'x@example.com' } }), 'VALIDATION_ERROR'],
    ['the id in data', () => ({ data: { id: nobody } }), 'VALIDATION_ERROR'],
  ])('defect 8: refuses %s', async (_what, input, code) => {
    const answer = await create({
      email: 'refused@example.com',
      password: goodPassword,
      ...input(),
    })
    expect(answer).toMatchObject({ status: 400, body: { code: expect.stringContaining(code) } })
    const found = await operator.browser.get(`${path('list-users')}?searchValue=refused`)
    expect(found).toMatchObject({ body: { total: 0 } })
  })

  it('names a field that cannot be set', async () => {
    const answer = await create({ email: 'refused@example.com', data: { role: 'admin' } })
    expect(answer).toMatchObject({
      body: { message: '[body.data.role] This field cannot be set here' },
    })
  })

  it.each([
    ['ab', 'USERNAME_IS_TOO_SHORT'],
    ['a b c', 'USERNAME_IS_INVALID'],
  ])('refuses %j as a username', async (username, code) => {
    const answer = await create({ email: 'refused@example.com', data: { username } })
    expect(answer).toMatchObject({ status: 422, body: { code } })
  })

  it('refuses a taken username', async () => {
    const data = { username: 'once_only' }
    const first = await create({ email: 'once@example.com', password: goodPassword, data })
    expect(first).toMatchObject({ status: 200 })
    const second = await create({ email: 'twice@example.com', password: goodPassword, data })
    expect(second).toMatchObject({ status: 422, body: { message: expect.stringMatching(/taken/) } })
  })

  it('creates one user of 50 parallel calls with one address', async () => {
    const input = { email: 'many@example.com' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(input)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49)
  })
})

describe('update-user', () => {
  it('changes the profile', async () => {
    const { id: userId, browser } = await user()
    const data = { name: 'Anna', username: 'Anna_1', image: null, emailVerified: true }
    expect(await call('update-user', { userId, data })).toMatchObject({
      status: 200,
      body: { id: userId, name: 'Anna', username: 'anna_1', emailVerified: true },
    })
    expect(await session({ browser })).toMatchObject({ body: { user: { name: 'Anna' } } })
  })

  it.each([
    ['nothing', {}, 400, 'NO_DATA_TO_UPDATE'],
    ['a role', { role: 'admin' }, 400, 'VALIDATION_ERROR'],
    ['an address', { email: 'x@example.com' }, 400, 'VALIDATION_ERROR'],
    ['a ban', { banned: true }, 400, 'VALIDATION_ERROR'],
    ['a bad username', { username: 'x' }, 422, 'USERNAME_IS_TOO_SHORT'],
  ])('refuses %s', async (_what, data, status, code) => {
    const { id: userId } = await user()
    expect(await call('update-user', { userId, data })).toMatchObject({ status, body: { code } })
  })
})
