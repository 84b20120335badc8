import { expect, it } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { runGuildhall } from '../../test/command-line.ts'
import { testDatabase } from '../../test/database.ts'
import { newPerson, signInAgain } from '../../test/people.ts'
import { seeded } from '../../test/seeded.ts'
import { withToken } from '../../test/sellers.ts'
import { testServer } from '../../test/server.ts'
import { runOn } from '../../test/sql.ts'
import { type Seeded, seedText } from './seed.ts'

const db = testDatabase()
const server = testServer(db)

const create = (call: string): Promise<Seeded> => seeded(server.current.config, call)

const everything = () =>
  runOn(
    db.ownerUrl,
    `select (select count(*) from users) as users, (select count(*) from organization) as organizations,
            (select count(*) from product) as products, (select count(*) from webhook_endpoint) as endpoints,
            (select count(*) from organization_access_token) as tokens`,
  )

it('creates what a backend needs, usable at once', async () => {
  const { url } = server.current
  const product = '--product Pro --price 900 --every month'
  const made = await create(
    `--email owner@seed.test --organization Seed Store ${product} --webhook ${url}/hook`,
  )
  const backend = withToken(server.current, made.accessToken)
  const { organizationId, productId } = made
  expect(await backend.get(`/organizations/${organizationId}`)).toMatchObject({
    body: { name: 'Seed Store', slug: 'seed-store' },
  })
  expect(await backend.get(`/products/${productId}`)).toMatchObject({
    body: { name: 'Pro', recurring_interval: 'month', prices: [{ price_amount: 900 }] },
  })
  const { status, body } = await backend.get('/webhooks/endpoints')
  expect([status, body?.['items']]).toMatchObject([200, [{ url: `${url}/hook`, format: 'raw' }]])
  expect(made.webhookSecret).toMatch(/^guildhall_whs_/)

  const owner = openBrowser(url)
  const login = { email: made.email, password: made.password }
  expect(await owner.post('/api/auth/sign-in/email', login)).toMatchObject({ status: 200 })
  const { body: organizations } = await owner.get('/api/auth/organization/list')
  expect(organizations).toMatchObject([{ id: organizationId }])
})

it('lets a token do only what was asked for', async () => {
  const { accessToken } = await create(
    '--email narrow@seed.test --organization Narrow --scopes products:read',
  )
  const backend = withToken(server.current, accessToken)
  expect(await backend.get('/products/')).toMatchObject({ status: 200 })
  expect(await backend.get('/customers/')).toMatchObject({ status: 403 })
})

it('makes a user who exists the owner, and keeps their password', async () => {
  const person = await newPerson(server.current)
  await runOn(db.ownerUrl, `update users set email_verified = true where email = '${person.email}'`)
  const made = await create(`--email ${person.email} --organization Of Ann`)
  expect(made).toMatchObject({ email: person.email, password: null })
  const again = await signInAgain(server.current, person)
  const { body } = await again.get('/api/auth/organization/list')
  expect(body).toMatchObject([{ slug: 'of-ann' }])
})

it('makes nobody the owner who only signed up with the address', async () => {
  const person = await newPerson(server.current)
  const before = await everything()
  const refused = create(`--email ${person.email} --organization Of a stranger`)
  await expect(refused).rejects.toThrow(`email: ${person.email} has not been verified by its user`)
  expect(await everything()).toEqual(before)
})

it('creates nothing if anything is refused', async () => {
  const before = await everything()
  await create('--email first@seed.test --organization Wanted')
  const after = await everything()
  expect(after).not.toEqual(before)
  const taken = create('--email second@seed.test --organization Wanted')
  await expect(taken).rejects.toThrow('already exists')
  const lost = create(
    '--email lost@seed.test --organization Lost --webhook http://nowhere.invalid/hook',
  )
  await expect(lost).rejects.toThrow('nowhere.invalid')
  expect(await everything()).toEqual(after)
})

it('creates one of two organizations with the same slug at once', async () => {
  const rivals = ['one@race.test', 'two@race.test'].map((email) =>
    create(`--email ${email} --organization Race`),
  )
  const outcomes = await Promise.allSettled(rivals)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const users = await runOn(db.ownerUrl, "select from users where email like '%@race.test'")
  expect(users).toHaveLength(1)
})

it('prints settings for an application, JSON, or how to sign in', async () => {
  const { config, url } = server.current
  const environment = {
    DATABASE_URL: config.database.url ?? '',
    GUILDHALL_SECRET: config.server.secrets?.[0] ?? '',
    GUILDHALL_URL: url,
  }
  const needed = ['seed', '--email', 'cli@seed.test', '--organization']
  const env = await runGuildhall([...needed, 'Cli', '--print-env'], environment).ended
  expect(env).toMatchObject({ code: 0, complained: '' })
  expect(env.said).toMatch(
    new RegExp(
      `^GUILDHALL_URL=${url}\nGUILDHALL_ACCESS_TOKEN=guildhall_oat_\\w+\nORGANIZATION_ID=[\\w-]+\n$`,
    ),
  )
  const taken = await runGuildhall([...needed, 'Cli'], environment).ended
  expect(taken).toMatchObject({ code: 1, said: '' })
  expect(taken.complained).toBe('Organization already exists\n')
  const wrong = await runGuildhall([...needed, 'C'], environment).ended
  expect([wrong.code, wrong.complained]).toEqual([2, expect.stringContaining('--organization: ')])

  const made = await create('--email text@seed.test --organization Text')
  expect(JSON.parse(seedText(made, 'json'))).toEqual(made)
  expect(seedText(made, 'text')).toContain(`Sign in as text@seed.test with the password`)
})
