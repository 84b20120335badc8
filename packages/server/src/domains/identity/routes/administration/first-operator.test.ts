import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { newPerson, type Person } from '../../../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../../../test/server.ts'

const db = testDatabase()

beforeEach(async () => {
  await db.database.pool.query('delete from users')
  await db.database.pool.query('delete from first_operator')
})

async function freshServer(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const server = await startTestServer(db, { GUILDHALL_FIRST_OPERATOR: 'link', ...env })
  onTestFinished(server.stop)
  return server
}

const codeOf = ({ operatorLink }: TestServer): string =>
  new URL(operatorLink ?? 'about:blank').searchParams.get('code') ?? ''

const become = ({ browser }: Pick<Person, 'browser'>, code: string) =>
  browser.post('/api/auth/become-operator', { code })

const roleOf = async ({ browser }: Pick<Person, 'browser'>) => {
  const { body } = await browser.get('/api/auth/get-session')
  return body?.['user']
}

const refused = { status: 403 }

it('a visitor who signs up first is no operator', async () => {
  const server = await freshServer()
  expect(await roleOf(await newPerson(server))).toMatchObject({ role: 'user' })
  expect(server.operatorLink).toMatch(/^http:\/\/localhost:\d+\/become-operator\?code=[\w-]{51}$/)
})

it('the printed link makes a user the operator, once', async () => {
  const server = await freshServer()
  const [ada, eve] = [await newPerson(server), await newPerson(server)]
  const code = codeOf(server)
  for (const wrong of ['', 'x', code.slice(0, -3), `${code.slice(0, -3)}AAA`, code.slice(8)]) {
    expect(await become(eve, wrong)).toMatchObject(refused)
  }
  const anonymous = { browser: openBrowser(server.url) }
  expect(await become(anonymous, code)).toMatchObject({ status: 401 })
  expect(await become(ada, code)).toMatchObject({ status: 200, body: { user: { role: 'admin' } } })
  expect(await roleOf(ada)).toMatchObject({ role: 'admin' })
  expect(await become(eve, code)).toMatchObject(refused)
  expect(await roleOf(eve)).toMatchObject({ role: 'user' })
  expect((await freshServer()).operatorLink).toBeNull()
})

it('one of many who have the link becomes the operator', async () => {
  const server = await freshServer()
  const people = await Promise.all(Array.from({ length: 8 }, () => newPerson(server)))
  const answers = await Promise.all(people.map((person) => become(person, codeOf(server))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await db.database.pool.query("select from users where role ~ 'admin'")
  expect(rows).toHaveLength(1)
})

it('the link is not valid where addresses of operators are configured', async () => {
  const code = codeOf(await freshServer())
  const configured = await freshServer({ GUILDHALL_ADMIN_EMAILS: 'boss@example.com' })
  expect(configured.operatorLink).toBeNull()
  expect(await become(await newPerson(configured), code)).toMatchObject(refused)
})

it('the link is not valid on a server that has an operator already', async () => {
  const server = await freshServer()
  const [ada, eve] = [await newPerson(server), await newPerson(server)]
  await db.database.pool.query(`update users set role = 'admin' where email = $1`, [ada.email])
  expect(await become(eve, codeOf(server))).toMatchObject(refused)
})
