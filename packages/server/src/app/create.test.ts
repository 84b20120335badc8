import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openBrowser } from '../../test/browser.ts'
import { runGuildhall } from '../../test/command-line.ts'
import { testDatabase } from '../../test/database.ts'
import { createOrganization } from '../../test/owned-organization.ts'
import { newPerson } from '../../test/people.ts'
import { withToken } from '../../test/sellers.ts'
import { testServer } from '../../test/server.ts'
import { readCreate } from './command-line/create-usage.ts'
import { type Created, create, createdText } from './create.ts'

const db = testDatabase()
const server = testServer(db)

/** As the command of that call. */
function created(kind: Parameters<typeof readCreate>[0], call: string): Promise<Created> {
  const options = readCreate(kind, ['create', ...call.split(' ')])
  if ('usageError' in options) throw new Error(options.usageError)
  return create(server.current.config, options.creation)
}

const text = (of: Created, key: string): string =>
  z.parse(z.record(z.string(), z.string()), of)[key] ?? ''

it('creates a user, who signs in, and an organization of theirs', async () => {
  const user = await created('user', '--email ann@create.test --name Ann')
  const browser = openBrowser(server.current.url)
  const login = { email: 'ann@create.test', password: text(user, 'password') }
  const signedIn = await browser.post('/api/auth/sign-in/email', login)
  expect(signedIn).toMatchObject({
    status: 200,
    body: { user: { name: 'Ann', emailVerified: true } },
  })
  const organization = await created('organization', '--owner ann@create.test --name Guild')
  const { body } = await browser.get('/api/auth/organization/list')
  expect(body).toMatchObject([{ id: text(organization, 'organizationId'), slug: 'guild' }])
})

it('creates a token with scopes and an end, and an endpoint', async () => {
  const acme = await createOrganization(server.current)
  const of = `--organization ${acme.slug}`
  const token = await created(
    'token',
    `${of} --member ${acme.owner.email} --scopes webhooks:read --days 3`,
  )
  const backend = withToken(server.current, text(token, 'accessToken'))
  expect(await backend.get('/products/')).toMatchObject({ status: 403 })
  const url = `${server.current.url}/hook`
  const endpoint = await created('webhooks', `${of} --url ${url} --events order.paid`)
  expect(text(endpoint, 'webhookSecret')).toMatch(/^guildhall_whs_/)
  const { body } = await backend.get('/webhooks/endpoints')
  expect(body).toMatchObject({ items: [{ url, events: ['order.paid'] }] })
  const { rows } = await db.database.pool.query(
    'select expires_at - created_at as "lasts" from organization_access_token where id = $1',
    [text(token, 'tokenId')],
  )
  expect(rows).toMatchObject([{ lasts: { days: 3 } }])
})

it('refuses what can’t be', async () => {
  const acme = await createOrganization(server.current)
  const stranger = await newPerson(server.current)
  const refused = (kind: Parameters<typeof created>[0], call: string, why: string) =>
    expect(created(kind, call)).rejects.toThrow(why)
  await refused('user', `--email ${stranger.email}`, 'User already exists')
  await refused(
    'organization',
    '--owner no@create.test --name Acme',
    'There is no user no@create.test',
  )
  await refused(
    'organization',
    `--owner ${stranger.email} --name Acme --slug ${acme.slug}`,
    'exists',
  )
  const token = `--organization ${acme.slug} --member`
  await refused('token', `${token} ${stranger.email}`, 'is not a member of')
  await refused(
    'token',
    `--organization nowhere --member ${stranger.email}`,
    'no organization nowhere',
  )
  await refused(
    'webhooks',
    `--organization ${acme.slug} --url http://nowhere.invalid/`,
    'nowhere.invalid',
  )
})

it('is a command, which prints a line for an application, or JSON', async () => {
  const { config, url } = server.current
  const environment = {
    DATABASE_URL: config.database.url ?? '',
    GUILDHALL_SECRET: config.server.secrets?.[0] ?? '',
    GUILDHALL_URL: url,
  }
  const call = ['user', 'create', '--email', 'cli@create.test', '--json']
  const made = await runGuildhall(call, environment).ended
  expect(made).toMatchObject({ code: 0, complained: '' })
  expect(JSON.parse(made.said)).toMatchObject({ email: 'cli@create.test' })
  const again = await runGuildhall(call, environment).ended
  expect(again).toMatchObject({ code: 1, said: '' })
  const wrong = await runGuildhall(['token', 'create'], environment).ended
  expect([wrong.code, wrong.complained]).toEqual([2, expect.stringContaining('--member: ')])
  expect(createdText({ tokenId: 'a', accessToken: 'b' })).toBe('GUILDHALL_ACCESS_TOKEN=b')
  expect(createdText({ endpointId: 'a', webhookSecret: 'b' })).toBe('WEBHOOK_SECRET=b')
  expect(createdText({ organizationId: 'a', slug: 'b' })).toBe('ORGANIZATION_ID=a')
  const user = { userId: 'a', email: 'b@c.test', password: 'd' }
  expect(createdText(user)).toBe('Sign in as b@c.test with the password d')
})
