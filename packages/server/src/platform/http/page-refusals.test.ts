import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SentParts, sendTo } from '../../../test/raw-http.ts'
import { startTransport, type TestTransport } from '../../../test/transport.ts'
import type { PageRoute } from './page.ts'
import { representText } from './representation.ts'
import { securityHeaders } from './security-headers.ts'
import { assetRoute, type WebAssets, webPages } from './web-assets.ts'

const page = representText('text/html; charset=utf-8', '<!doctype html><title>page</title>')
const web: WebAssets = {
  entries: { app: page, 'sign-in': page, checkout: page, portal: page, 'embed-demo': page },
  assets: new Map([['app-1a2b.js', representText('text/javascript', 'a script')]]),
  scriptHashes: [],
  embedScript: representText('text/javascript', 'another script'),
}
const failing: PageRoute = {
  method: 'GET',
  path: '/failing',
  answer: () => Promise.reject(new Error('the secret reason')),
}

let server: TestTransport
beforeAll(async () => {
  server = await startAt('https://guildhall.example')
})
afterAll(() => server.stop(0))

function startAt(publicUrl: string): Promise<TestTransport> {
  const security = securityHeaders(publicUrl)
  const checkoutFraming = async () => ({ embedders: [], refusal: null })
  return startTransport({
    pages: [assetRoute(web), failing],
    notFoundPage: webPages({ publicUrl, web, security, sources: {}, checkoutFraming }),
  })
}

const send = (...asked: SentParts) => sendTo(server.port, ...asked)
const asBrowser = ['accept: text/html,*/*']

test.each([
  ['GET', '/assets/gone-3c4d.js', 404],
  ['POST', '/assets/app-1a2b.js', 405],
  ['GET', '/nowhere', 404],
  ['POST', '/sign-in', 405],
  ['GET', '/api/nowhere', 404],
  ['GET', '/failing', 500],
  ['HEAD', '/failing', 500],
])('%s %s is refused with %d, and the refusal can’t be cached', async (method, path, status) => {
  const answer = await send(method, path)
  expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store'])
  expect(answer.headers['x-frame-options']).toBe('DENY')
  expect(answer.body).not.toContain('secret')
})

test('the not-found page of a missing path can’t be cached', async () => {
  const answer = await send('GET', '/nowhere', asBrowser)
  expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  expect(answer.body).toContain('<title>page</title>')
})

test.each([
  ['/sign-in', 'no-cache'],
  ['/assets/app-1a2b.js', 'public, max-age=31536000, immutable'],
])('%s sets its own cache-control', async (path, kept) => {
  const answer = await send('GET', path, asBrowser)
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, kept])
})

describe('pages for developers', () => {
  const statusAt = async ({ port }: TestTransport) =>
    (await sendTo(port, 'GET', '/dev/embed-demo', asBrowser)).status

  test('are missing at a public address', async () => {
    expect(await statusAt(server)).toBe(404)
  })

  test('are served on a developer’s machine', async () => {
    const local = await startAt('http://localhost:3000')
    expect(await statusAt(local)).toBe(200)
    await local.stop(0)
  })
})
