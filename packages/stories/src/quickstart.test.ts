import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, assert, expect, test, vi } from 'vitest'
import { testPort } from '../../server/test/test-port.ts'
import { newSeller, newToken } from './billing/seller.ts'
import { newPerson, password } from './people.ts'
import { payIn, runShop, signUpInShop } from './shops.ts'
import { testSite } from './site.ts'

// The two files of docs/quickstart.md, run as they stand there, next to the client that they import.
const guide = readFileSync(new URL('../../../docs/quickstart.md', import.meta.url), 'utf8')
const folder = fileURLToPath(new URL('../node_modules/.quickstart', import.meta.url))

function fileNamed(name: string): string {
  const [, code] = guide.split(`As \`${name}\`:\n\n\`\`\`js\n`)
  assert(code !== undefined, `the guide has ${name}`)
  return code.slice(0, code.indexOf('\n```'))
}

const port = await testPort()
const serverKey = `guildhall_srv_${'q'.repeat(32)}`
const site = testSite({ GUILDHALL_SERVER_KEYS: serverKey })

/** What it prints, by name. */
async function runSetup(env: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['setup.mjs'], {
    cwd: folder,
    env: { ...process.env, ...env, PORT: `${port}` },
  })
  return Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  )
}

const made: Record<string, string> = {}

const shop = runShop(port, async () => {
  mkdirSync(folder, { recursive: true })
  for (const name of ['setup.mjs', 'shop.mjs']) writeFileSync(join(folder, name), fileNamed(name))
  const { token } = await newToken(await newSeller(site, 'quick'), [
    'products:write',
    'checkouts:write',
    'customer_sessions:write',
    'webhooks:write',
  ])
  const env = { GUILDHALL_URL: site.url, GUILDHALL_ACCESS_TOKEN: token }
  Object.assign(made, env, await runSetup(env))
  return { cwd: folder, command: ['shop.mjs'], env: made }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a stranger sees the form, and can’t buy', async () => {
  expect(await (await shop.visit('/')).text()).toContain('Sign up')
  const answer = await shop.visit('/buy')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
})

test('who signs up on the page buys, is heard of by webhook, and opens the portal', async () => {
  const { id, cookie } = await signUpInShop(site, shop, 'bea@quick.test')
  expect(await (await shop.visit('/', cookie)).text()).toContain('Your purchases')

  await payIn(site, await shop.visit('/buy', cookie))
  await vi.waitFor(() => expect(shop.printed()).toContain(`order.paid: ${id}`), {
    timeout: 30_000,
  })

  const portal = (await shop.visit('/purchases', cookie)).headers.get('location') ?? ''
  expect(portal).toContain(`${site.url}/portal/quick?customer_session_token=`)
})

test('a webhook that somebody else made up is refused', async () => {
  const { home } = shop
  const answer = await fetch(`${home}/webhooks`, { method: 'POST', body: '{"type":"order.paid"}' })
  expect(answer.status).toBe(403)
})

test('a session of the server that the application runs for is a session of the application', async () => {
  const person = await newPerson(site, 'carl@quick.test')
  expect(await (await shop.visit('/', person.jar.header())).text()).toContain('Buy Pro')
})

test('a backend may also show a server key with the cookie, or the token without one', async () => {
  const { auth, jar, id } = await newPerson(site, 'dora@quick.test')
  const sessionWith = async (headers: Record<string, string>) => {
    const answer = await fetch(`${site.url}/api/auth/get-session`, { headers })
    return (await answer.json())?.user.id
  }
  const authorization = `Bearer ${serverKey}`
  expect(await sessionWith({ cookie: jar.header(), authorization })).toBe(id)
  const tokens: (string | null)[] = []
  await auth.signIn.email(
    { email: 'dora@quick.test', password },
    { onSuccess: ({ response }) => void tokens.push(response.headers.get('set-auth-token')) },
  )
  expect(await sessionWith({ authorization: `Bearer ${tokens[0]}` })).toBe(id)
})

test('a product that the application already has is used', async () => {
  const again = await runSetup(made)
  expect(again).toEqual({ PRODUCT_ID: made['PRODUCT_ID'], WEBHOOK_SECRET: expect.any(String) })
  expect(again['WEBHOOK_SECRET']).not.toBe(made['WEBHOOK_SECRET'])
})
