import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, assert, beforeAll, expect, test, vi } from 'vitest'
import { testPort } from '../../server/test/test-port.ts'
import { asAnonymous, newSeller, newToken } from './billing/seller.ts'
import { newPerson, password } from './people.ts'
import { testSite } from './site.ts'
import { newVisitor } from './visitor.ts'

// The two files of docs/quickstart.md, run as they stand there, next to the client that they import.
const guide = readFileSync(new URL('../../../docs/quickstart.md', import.meta.url), 'utf8')
const folder = fileURLToPath(new URL('../node_modules/.quickstart', import.meta.url))

function fileNamed(name: string): string {
  const [, code] = guide.split(`As \`${name}\`:\n\n\`\`\`js\n`)
  assert(code !== undefined, `the guide has ${name}`)
  return code.slice(0, code.indexOf('\n```'))
}

const port = await testPort()
const home = `http://localhost:${port}`
const serverKey = `guildhall_srv_${'q'.repeat(32)}`
const site = testSite({ GUILDHALL_TRUSTED_ORIGINS: home, GUILDHALL_SERVER_KEYS: serverKey })

let shop: ChildProcess | undefined
const printed: string[] = []

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  for (const name of ['setup.mjs', 'shop.mjs']) writeFileSync(join(folder, name), fileNamed(name))
  const { token } = await newToken(await newSeller(site, 'quick'), [
    'products:write',
    'checkouts:write',
    'customer_sessions:write',
    'webhooks:write',
  ])
  const env = {
    ...process.env,
    GUILDHALL_URL: site.url,
    GUILDHALL_ACCESS_TOKEN: token,
    PORT: `${port}`,
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['setup.mjs'], {
    cwd: folder,
    env,
  })
  const made = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  )
  shop = spawn(process.execPath, ['shop.mjs'], { cwd: folder, env: { ...env, ...made } })
  for (const stream of [shop.stdout, shop.stderr]) {
    stream?.on('data', (bytes) => printed.push(String(bytes)))
  }
  await vi.waitFor(() => fetch(`${home}/nowhere`), { timeout: 200_000, interval: 200 })
})

afterAll(async () => {
  if (shop !== undefined) {
    const ended = once(shop, 'exit')
    shop.kill()
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

const visit = (path: string, cookie = '') =>
  fetch(`${home}${path}`, { headers: { cookie }, redirect: 'manual' })

test('a stranger sees the form, and can’t buy', async () => {
  expect(await (await visit('/')).text()).toContain('Sign up')
  const answer = await visit('/buy')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
})

test('who signs up on the page buys, is heard of by webhook, and opens the portal', async () => {
  const browser = newVisitor(site, home)
  const body = JSON.stringify({ name: 'Bea', email: 'bea@quick.test', password })
  const signedUp = await browser.jar.fetch(`${site.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(signedUp.headers.get('access-control-allow-credentials')).toBe('true')
  const { user } = await signedUp.json()
  const cookie = browser.jar.header()
  expect(await (await visit('/', cookie)).text()).toContain('Your purchases')

  const checkout = (await visit('/buy', cookie)).headers.get('location') ?? ''
  const [, clientSecret = ''] = checkout.split(`${site.url}/checkout/`)
  await asAnonymous(site).checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerName: 'Bea',
      customerBillingAddress: { country: 'DE' },
      confirmationTokenId: 'tok_sandbox_ok',
    },
  })
  await site.server.deliverDue()
  await vi.waitFor(() => expect(printed.join('')).toContain(`order.paid: ${user.id}`), {
    timeout: 30_000,
  })

  const portal = (await visit('/purchases', cookie)).headers.get('location') ?? ''
  expect(portal).toContain(`${site.url}/portal/quick?customer_session_token=`)
})

test('a webhook that somebody else made up is refused', async () => {
  const answer = await fetch(`${home}/webhooks`, { method: 'POST', body: '{"type":"order.paid"}' })
  expect(answer.status).toBe(403)
})

test('a session of the server that the application runs for is a session of the application', async () => {
  const person = await newPerson(site, 'carl@quick.test')
  expect(await (await visit('/', person.jar.header())).text()).toContain('Buy Pro')
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
