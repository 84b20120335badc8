import { describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { newPerson, type Person } from '../../../../../test/people.ts'
import { startTestServer, testServer } from '../../../../../test/server.ts'

const path = '/api/auth/update-user'
const db = testDatabase()
const shared = testServer(db)

const userOf = async ({ browser }: Person) =>
  (await browser.get('/api/auth/get-session?disableCookieCache=true')).body?.['user']

describe('changing the profile', () => {
  it('changes only the given fields', async () => {
    const person = await newPerson(shared.current, { image: 'https://example.com/a.png' })
    const answer = await person.browser.post(path, { name: 'Bea', username: 'Bea.B' })
    expect(answer).toMatchObject({ status: 200, body: { status: true } })
    expect(answer.cookies).toHaveLength(1)
    expect(await userOf(person)).toMatchObject({
      name: 'Bea',
      image: 'https://example.com/a.png',
      username: 'bea.b',
      displayUsername: 'Bea.B',
    })
    await person.browser.post(path, { image: null, displayUsername: 'The Real Bea' })
    expect(await userOf(person)).toMatchObject({
      image: null,
      username: 'bea.b',
      displayUsername: 'The Real Bea',
    })
    await person.browser.post(path, { username: null })
    expect(await userOf(person)).toMatchObject({ username: null, displayUsername: null })
  })

  it('records an event with the version for each change', async () => {
    const { browser, id } = await newPerson(shared.current)
    await browser.post(path, { name: 'Bea' })
    await browser.post(path, { name: 'Cid' })
    await shared.current.settle()
    const { rows } = await db.database.pool.query(
      `select name, object_version as version, payload ->> 'name' as "user" from event_log
        where object_id = $1 order by id`,
      [id],
    )
    expect(rows.slice(-2)).toEqual([
      { name: 'user.updated', version: 2, user: 'Bea' },
      { name: 'user.updated', version: 3, user: 'Cid' },
    ])
  })

  it('ignores an empty body and unknown fields', async () => {
    const person = await newPerson(shared.current)
    for (const body of [{}, { role: 'admin', emailVerified: true, banned: false, id: 'x' }]) {
      expect(await person.browser.post(path, body)).toMatchObject({ status: 200, cookies: [] })
    }
    expect(await userOf(person)).toMatchObject({ role: expect.any(String), emailVerified: false })
  })

  it('accepts the own username and refuses a taken one', async () => {
    const person = await newPerson(shared.current, { username: 'keeper' })
    const other = await newPerson(shared.current)
    expect(await person.browser.post(path, { username: 'Keeper' })).toMatchObject({ status: 200 })
    expect(await other.browser.post(path, { username: 'KEEPER' })).toMatchObject({
      status: 422,
      body: { code: 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER' },
    })
  })

  it('gives a username to one of many parallel requests', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => newPerson(shared.current)))
    const answers = await Promise.all(
      people.map(({ browser }) => browser.post(path, { username: 'wanted' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  })

  it.each([
    [{ email: 'other@example.com' }, 400, 'EMAIL_CAN_NOT_BE_UPDATED'],
    [{ username: 'ab' }, 422, 'USERNAME_IS_TOO_SHORT'],
    [{ username: 'a'.repeat(31) }, 422, 'USERNAME_IS_TOO_LONG'],
    [{ username: 'a-b' }, 422, 'USERNAME_IS_INVALID'],
    [{ username: 'abc', displayUsername: 'a\nb' }, 422, 'USERNAME_IS_INVALID'],
    [{ username: 12345 }, 400, 'VALIDATION_ERROR'],
    [{ name: 'a\nb' }, 400, 'VALIDATION_ERROR'],
    [{ name: 'a'.repeat(201) }, 400, 'VALIDATION_ERROR'],
    [{ image: 'a'.repeat(2049) }, 400, 'VALIDATION_ERROR'],
  ])('refuses %o', async (body, status, code) => {
    const { browser } = await newPerson(shared.current)
    expect(await browser.post(path, body)).toMatchObject({ status, body: { code } })
  })

  it('requires a session', async () => {
    const answer = await openBrowser(shared.current.url).post(path, { name: 'Bea' })
    expect(answer).toMatchObject({ status: 401 })
  })

  it('refreshes the cookie cache', async () => {
    const server = await startTestServer(db, { GUILDHALL_SESSION_CACHE_SECONDS: '300' })
    onTestFinished(server.stop)
    const { browser } = await newPerson(server)
    await browser.post(path, { name: 'Bea' })
    expect(await browser.get('/api/auth/get-session')).toMatchObject({
      body: { user: { name: 'Bea' } },
    })
  })
})
