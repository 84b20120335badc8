import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildAdapters } from '../../adapters/build.mjs'
import { seedText } from '../../server/src/app/seed.ts'
import { seeded } from '../../server/test/seeded.ts'
import { testPort } from '../../server/test/test-port.ts'
import { payIn, runShop, signUpInShop } from './shops.ts'
import { testSite } from './site.ts'

// The files of examples/, run as they stand there, next to what they import.
const examples = fileURLToPath(new URL('../../../examples', import.meta.url))
const folder = fileURLToPath(new URL('../node_modules/.examples', import.meta.url))

const shops = { express: await testPort(), hono: await testPort() }
const site = testSite()

beforeAll(async () => {
  await buildAdapters()
  mkdirSync(folder, { recursive: true })
  cpSync(examples, folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The settings that `guildhall seed --print-env` prints. */
async function seededSettings(name: string, home: string): Promise<Record<string, string>> {
  const product = '--product Pro --price 900 --every month'
  const call = `--email ${name}@shops.test --organization ${name} ${product} --webhook ${home}/webhooks`
  const lines = seedText(await seeded(site.server.config, call), 'env').split('\n')
  return Object.fromEntries(lines.map((line) => line.split('=')))
}

describe.each(Object.entries(shops))('the example in %s', (name, port) => {
  const shop = runShop(port, async () => ({
    cwd: join(folder, name),
    file: 'server.mjs',
    env: await seededSettings(name, `http://localhost:${port}`),
  }))

  test('shows a stranger the form, and sells and shows nothing', async () => {
    const page = await (await shop.visit('/')).text()
    expect(page).toContain('Sign up')
    expect(page).toContain(`fetch(\`${site.url}/api/auth/`)
    const answer = await shop.visit('/buy')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    expect((await shop.visit('/purchases')).status).toBe(401)
  })

  test('sells to who signed up, hears of it, and shows the purchase', async () => {
    const { id, cookie } = await signUpInShop(site, shop, `bea@${name}.test`)
    expect(await (await shop.visit('/', cookie)).text()).toContain('Your purchases')
    expect((await shop.visit('/purchases', cookie)).status).toBe(404)

    await payIn(site, await shop.visit('/buy', cookie))
    await vi.waitFor(() => expect(shop.printed()).toContain(`paid by ${id}`), { timeout: 30_000 })

    const portal = (await shop.visit('/purchases', cookie)).headers.get('location') ?? ''
    expect(portal).toContain(`${site.url}/portal/${name}?customer_session_token=`)
  })

  test('refuses an event that somebody else made up', async () => {
    const made = { method: 'POST', body: '{"type":"order.paid"}' }
    expect((await fetch(`${shop.home}/webhooks`, made)).status).toBe(403)
  })

  test('sells no other product', async () => {
    const { cookie } = await signUpInShop(site, shop, `carl@${name}.test`)
    const answer = await shop.visit('/buy?products=0197ffff-0000-7000-8000-000000000000', cookie)
    expect(answer.status).toBe(404)
  })
})
