import { id } from '@guildhall/contract/primitives'
import { beforeAll, expect, it } from 'vitest'
import { type BrowserResponse, openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { goodPassword, newPerson, type Person } from '../../../../../test/people.ts'
import { startTestServer, type TestServer, testServer } from '../../../../../test/server.ts'
import { createHashing } from '../../../../platform/passwords/hashing.ts'

const db = testDatabase()
// The real cost of hashing widens these races.
const hashing = createHashing()
const server = testServer(db, {}, { hashing })
// Quick hashing is enough where no password is verified or set.
const quick = testServer(db)
let first: Person

beforeAll(async () => {
  first = await newPerson(server.current)
})

const act = ({ browser }: Person, name: string, body: object) =>
  browser.post(`/api/auth/admin/${name}`, body)

const times = 8

const statusesOf = (answers: readonly BrowserResponse[]): number[] =>
  answers.map(({ status }) => status).sort((one, other) => one - other)

/** The only two active operators. */
async function twoOperators(site = server.current): Promise<[Person, Person]> {
  const [one, other] = await Promise.all([newPerson(site), newPerson(site)])
  await db.database.kysely
    .updateTable('users')
    .set((set) => ({
      role: set
        .case()
        .when('id', 'in', [one.id, other.id].map(asId))
        .then('admin')
        .else('user')
        .end(),
    }))
    .execute()
  return [one, other]
}

const userId = id('user')
const asId = (text: string) => userId.parse(text)

const operatorsLeft = () =>
  db.database.kysely
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('banned', 'is not', true)
    .execute()

it.each([
  ['dismiss', 'set-role', { role: 'user' }],
  ['ban', 'ban-user', {}],
  ['remove', 'remove-user', {}],
])('of two operators who %s each other in parallel one remains', async (_what, name, body) => {
  for (let time = 0; time < times; time += 1) {
    const [one, other] = await twoOperators(quick.current)
    const answers = await Promise.all([
      act(one, name, { userId: other.id, ...body }),
      act(other, name, { userId: one.id, ...body }),
    ])
    const statuses = statusesOf(answers)
    expect(statuses[0]).toBe(200)
    expect([401, 403]).toContain(statuses[1])
    expect(await operatorsLeft()).toHaveLength(1)
  }
})

it('of two operators who step down in parallel one remains', async () => {
  for (let time = 0; time < times; time += 1) {
    const both = await twoOperators(quick.current)
    const answers = await Promise.all(
      both.map((one) => act(one, 'set-role', { userId: one.id, role: 'user' })),
    )
    expect(statusesOf(answers)).toEqual([200, 400])
    expect(await operatorsLeft()).toHaveLength(1)
  }
})

it('any parallel acts of two operators leave one, without internal errors', async () => {
  for (let time = 0; time < times; time += 1) {
    const [one, other] = await twoOperators()
    const answers = await Promise.all([
      act(one, 'set-role', { userId: other.id, role: 'user' }),
      act(other, 'set-role', { userId: one.id, role: 'user' }),
      act(one, 'set-user-password', { userId: other.id, newPassword: 'another horse battery' }),
      act(other, 'impersonate-user', { userId: one.id }),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await operatorsLeft()).toHaveLength(1)
  }
})

it('of two operators who delete themselves in parallel one remains', async () => {
  const both = await twoOperators()
  for (const { browser } of both) await browser.post('/api/auth/delete-user', {})
  const mails = await server.current.sentMails()
  const tokens = both.map(({ email }) => {
    const [link = ''] = mails.find(({ to }) => to === email)?.links ?? []
    return new URL(link).searchParams.get('token')
  })
  const answers = await Promise.all(
    both.map(({ browser }, at) => browser.post('/api/auth/delete-user', { token: tokens[at] })),
  )
  expect(statusesOf(answers)).toEqual([200, 400])
  const refused = answers.find(({ status }) => status === 400)
  expect(refused?.body).toMatchObject({ message: 'This server needs at least one operator' })
  expect(await operatorsLeft()).toHaveLength(1)
})

const liveSessions = (userId: string) =>
  db.database.kysely.selectFrom('session').select('id').where('userId', '=', asId(userId)).execute()

it('a ban ends 50 parallel sign-ins', async () => {
  const [operator] = await twoOperators()
  const { email, id: userId } = await newPerson(server.current)
  const second = await startTestServer(db, {}, { hashing })
  const body = { email, password: goodPassword }
  const signIn = ({ url }: TestServer) => openBrowser(url).post('/api/auth/sign-in/email', body)
  const attempts = Array.from({ length: 50 }, (_, at) =>
    signIn(at % 2 === 0 ? server.current : second),
  )
  // Mid-way: some are signed in already, some are still hashing.
  await Promise.race(attempts)
  const banned = await act(operator, 'ban-user', { userId })
  expect(banned).toMatchObject({ status: 200 })
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([])
  expect(statuses).toContain(200)
  expect(statuses).toContain(403)
  expect(await liveSessions(userId)).toEqual([])
  await second.stop()
})

it('50 parallel bans succeed as one ban', async () => {
  const [operator] = await twoOperators()
  const { id: userId } = await newPerson(server.current)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => act(operator, 'ban-user', { userId })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
})

it('of 50 parallel removals one finds the user', async () => {
  const [operator] = await twoOperators()
  const { id: userId } = await newPerson(server.current)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => act(operator, 'remove-user', { userId })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(49)
})

it('setting a password ends parallel sign-ins with the old one', async () => {
  const [operator] = await twoOperators()
  const { email, id: userId } = await newPerson(server.current)
  const body = { email, password: goodPassword }
  const attempts = Array.from({ length: 20 }, () =>
    openBrowser(server.current.url).post('/api/auth/sign-in/email', body),
  )
  const newPassword = 'another horse battery'
  const set = await act(operator, 'set-user-password', { userId, newPassword })
  expect(set).toMatchObject({ status: 200 })
  await Promise.all(attempts)
  expect(await liveSessions(userId)).toEqual([])
})

it('the first operator can be dismissed by a later one', async () => {
  const [operator] = await twoOperators()
  await act(operator, 'set-role', { userId: first.id, role: 'admin' })
  const answer = await act(operator, 'set-role', { userId: first.id, role: 'user' })
  expect(answer).toMatchObject({ status: 200, body: { user: { role: 'user' } } })
})
