import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { asAnonymous } from './billing/seller.ts'
import { password } from './people.ts'
import type { Site } from './site.ts'
import { newVisitor } from './visitor.ts'

interface Started {
  /** The folder of the application, and what Node runs there. */
  readonly cwd: string
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** An application that sells by the server, in a process of its own. */
export interface Shop {
  readonly home: string
  /** Everything that it has printed. */
  readonly printed: () => string
  readonly visit: (path: string, cookie?: string) => Promise<Response>
}

/** Runs for all tests of the file; `prepare` says what to start. */
export function runShop(port: number, prepare: () => Promise<Started>): Shop {
  const home = `http://localhost:${port}`
  const printed: string[] = []
  let stop = async () => undefined as void
  beforeAll(async () => {
    const { cwd, command, env } = await prepare()
    const child = spawn(process.execPath, command, {
      cwd,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env, PORT: `${port}` },
    })
    stop = async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes) => printed.push(String(bytes)))
    }
    const listens = vi.waitFor(() => fetch(`${home}/nowhere`), { timeout: 200_000, interval: 200 })
    const ends = once(child, 'exit').then(() => expect.fail(printed.join('')))
    // Later it ends because it is stopped.
    ends.catch(() => undefined)
    await Promise.race([listens, ends])
  })
  afterAll(() => stop())
  return {
    home,
    printed: () => printed.join(''),
    visit: (path, cookie = '') =>
      fetch(`${home}${path}`, { headers: { cookie }, redirect: 'manual' }),
  }
}

/** Signs up on a page of the shop, as the browser does. Returns the user and their cookies. */
export async function signUpInShop(site: Site, { home }: Shop, email: string) {
  const browser = newVisitor(site, home)
  const answer = await browser.jar.fetch(`${site.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bea', email, password }),
  })
  expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
  const { user } = await answer.json()
  return { id: String(user.id), cookie: browser.jar.header() }
}

/** Pays in the checkout to which the shop redirects, and delivers the webhooks. */
export async function payIn(site: Site, redirected: Response): Promise<void> {
  const checkout = redirected.headers.get('location') ?? ''
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
}
