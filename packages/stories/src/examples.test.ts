import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
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
// Outside node_modules, whose files Next.js takes as they are.
const folder = fileURLToPath(new URL('../.cache/examples', import.meta.url))
const nextFile = createRequire(import.meta.url).resolve('next/dist/bin/next')

interface Example {
  readonly port: number
  /** What is started in its folder. */
  readonly command: readonly string[]
  /** What its page for strangers calls the server by. */
  readonly calls: (url: string) => string
  /** How a stranger who wants to buy is redirected. */
  readonly redirect: number
}

const fetches = (url: string) => `fetch(\`${url}/api/auth/`
const nextPort = await testPort()
const shops: Readonly<Record<string, Example>> = {
  express: { port: await testPort(), command: ['server.mjs'], calls: fetches, redirect: 302 },
  hono: { port: await testPort(), command: ['server.mjs'], calls: fetches, redirect: 302 },
  next: {
    port: nextPort,
    command: [nextFile, 'dev', '--webpack', '--port', `${nextPort}`],
    calls: (url) => `\\"serverURL\\":\\"${url}\\"`,
    redirect: 307,
  },
}
const site = testSite()

beforeAll(async () => {
  await buildAdapters()
  mkdirSync(folder, { recursive: true })
  cpSync(examples, folder, { recursive: true, filter: isSource })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isSource = (path: string) => !/node_modules|\.next/.test(path)

/** The settings that `guildhall seed --print-env` prints. */
async function seededSettings(name: string, home: string): Promise<Record<string, string>> {
  const product = '--product Pro --price 900 --every month'
  const call = `--email ${name}@shops.test --organization ${name} ${product} --webhook ${home}/webhooks`
  const lines = seedText(await seeded(site.server.config, call), 'env').split('\n')
  return Object.fromEntries(lines.map((line) => line.split('=')))
}

describe.each(Object.entries(shops))(
  'the example in %s',
  (name, { port, command, calls, redirect }) => {
    const shop = runShop(port, async () => ({
      cwd: join(folder, name),
      command,
      env: await seededSettings(name, `http://localhost:${port}`),
    }))

    test('shows a stranger the form, and sells and shows nothing', async () => {
      const page = await (await shop.visit('/')).text()
      expect(page).toContain('Sign up')
      expect(page).toContain(calls(site.url))
      const answer = await shop.visit('/buy')
      expect([answer.status, answer.headers.get('location')]).toEqual([redirect, '/'])
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
  },
)
