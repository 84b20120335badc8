import { expect, it } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { goodPassword, newPerson, type Person } from '../../../../../test/people.ts'
import { testServer } from '../../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/143.0 Safari/537.36'

const signIn = ({ email }: Person, userAgent: string, password = goodPassword) =>
  openBrowser(server.current.url).post(
    '/api/auth/sign-in/email',
    { email, password },
    { 'user-agent': userAgent },
  )

async function noticesTo({ email }: Person) {
  const mails = await server.current.sentMails()
  return mails.filter(({ to, subject }) => to === email && subject.startsWith('New sign-in to'))
}

it('a sign-in from a new device is mailed to the user, once', async () => {
  const person = await newPerson(server.current)
  expect(await noticesTo(person)).toEqual([])
  expect(await signIn(person, firefox, 'a wrong password')).toMatchObject({ status: 401 })
  expect(await noticesTo(person)).toEqual([])
  expect(await signIn(person, firefox)).toMatchObject({ status: 200 })
  await signIn(person, firefox.replaceAll('145', '146'))
  const [notice, ...others] = await noticesTo(person)
  expect(others).toEqual([])
  expect(JSON.stringify(notice)).toContain('Firefox on Linux')
  expect(JSON.stringify(notice)).toContain('127.0.0.1')
  await signIn(person, chrome)
  expect(await noticesTo(person)).toHaveLength(2)
})

it('repeats no words of the device', async () => {
  const person = await newPerson(server.current)
  await signIn(person, 'visit-evil.example/1.0')
  const [notice] = await noticesTo(person)
  expect(notice).toBeDefined()
  expect(JSON.stringify(notice)).not.toContain('evil')
})

it('an operator who acts as the user causes no mail', async () => {
  const [operator, person] = await Promise.all([
    newPerson(server.current),
    newPerson(server.current),
  ])
  await db.database.pool.query(`update users set role = 'admin' where id = $1`, [operator.id])
  const path = '/api/auth/admin/impersonate-user'
  const headers = { 'user-agent': chrome }
  const acted = await operator.browser.post(path, { userId: person.id }, headers)
  expect(acted).toMatchObject({ status: 200 })
  expect(await noticesTo(person)).toEqual([])
})
