import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest } from '../../test/raw-http.ts'
import { openGuards } from '../../test/transport.ts'
import { systemClock } from '../platform/clock.ts'
import { trustedOrigins } from '../platform/http/origins.ts'
import { type HttpServer, startServer } from '../platform/http/server.ts'
import { loadWebAssets } from '../platform/http/web-assets.ts'
import { createHttp } from './http.ts'

let server: HttpServer
let folder: string
const failing = new Set<string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-web-'))
  await builtWeb(folder)
  const check = (name: string) => async () => {
    if (failing.has(name)) throw new Error(`${name} is away`)
  }
  const transport = createHttp({
    publicUrl: 'http://localhost:3000',
    version: '1.2.3',
    sessionCookie: 'guildhall.session_token',
    origins: trustedOrigins('http://localhost:3000', []),
    trustedProxies: [],
    log: pino({ level: 'silent' }),
    clock: systemClock,
    guards: openGuards,
    resolvers: {},
    operations: [],
    pages: [],
    readiness: { database: check('database'), migrations: check('migrations') },
    web: await loadWebAssets(folder),
    webSources: {},
    observe: () => undefined,
  })
  server = await startServer(transport, {
    port: 0,
    host: '127.0.0.1',
    isProxied: false,
    clock: systemClock,
  })
})

afterAll(async () => {
  await server.stop(0)
  await rm(folder, { recursive: true })
})

const script = 'console.log("a script of some length")'.repeat(20)

async function builtWeb(at: string): Promise<void> {
  const write = async (path: string, text: string) => {
    await writeFile(join(at, path), text)
    await writeFile(join(at, `${path}.br`), brotliCompressSync(text))
    await writeFile(join(at, `${path}.gz`), gzipSync(text))
  }
  await mkdir(join(at, 'assets'))
  for (const name of ['app', 'sign-in', 'checkout', 'portal', 'embed-demo']) {
    await mkdir(join(at, name))
    await write(`${name}/index.html`, `<!doctype html><title>${name}</title>`)
  }
  await write('assets/app-1a2b.js', script)
  await write('guildhall-embed.js', script)
  await writeFile(join(at, 'assets/inter-9f.woff2'), 'font')
  await writeFile(join(at, 'csp.json'), '{"scriptHashes":["sha256-abc="]}')
  await writeFile(join(at, 'secret.txt'), 'not an asset')
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers, redirect: 'manual' })

const raw = (path: string, ...headers: string[]) =>
  rawRequest(server.port, `GET ${path} HTTP/1.1`, 'host: x', ...headers, '', '')

describe('probes', () => {
  test('report a live and ready server', async () => {
    expect((await get('/livez')).status).toBe(200)
    const ready = await get('/readyz')
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }])
    expect(ready.headers.get('cache-control')).toBe('no-store')
  })

  test('name what is missing when not ready', async () => {
    failing.add('database')
    const answer = await get('/readyz')
    failing.clear()
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { status: 'unavailable', failed: ['database'] },
    ])
  })
})

describe('the account API’s own pages', () => {
  test('ok', async () => {
    expect(await (await get('/api/auth/ok')).json()).toEqual({ ok: true })
  })

  test('the error page shows the code, escaped', async () => {
    const answer = await get(`/api/auth/error?error=${encodeURIComponent('<script>x</script>&"')}`)
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(text).toContain('<title>Authentication Error</title>')
    expect(text).toContain('&lt;script&gt;x&lt;/script&gt;&amp;&quot;')
    expect(text).toContain('href="http://localhost:3000/"')
    expect(text).toContain('Return to Application')
  })

  test('the error page shows Unknown without a code', async () => {
    expect(await (await get('/api/auth/error')).text()).toContain('<code>Unknown</code>')
  })
})

describe('the web', () => {
  test.each([
    ['/', 'app'],
    ['/account', 'app'],
    ['/account/profile/', 'app'],
    ['/dashboard/acme/orders?x=1', 'app'],
    ['/admin/users', 'app'],
    ['/accept-invitation/1', 'app'],
    ['/sign-in', 'sign-in'],
    ['/sign-up', 'sign-in'],
    ['/forgot-password/', 'sign-in'],
    ['/reset-password?token=x', 'sign-in'],
    ['/checkout/guildhall_c_x', 'checkout'],
    ['/portal/northwind', 'portal'],
    ['/pay/guildhall_pl_x', 'portal'],
    ['/dev/embed-demo', 'embed-demo'],
  ])('%s serves the entry %s', async (path, entry) => {
    const answer = await get(path)
    expect([answer.status, await answer.text()]).toEqual([
      200,
      `<!doctype html><title>${entry}</title>`,
    ])
  })

  test('a page has its security policy and is revalidated', async () => {
    const answer = await get('/sign-in')
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'sha256-abc='; style-src 'self'; connect-src 'self'; " +
        "img-src 'self' data:; font-src 'self'; frame-src 'none'; base-uri 'none'; " +
        "form-action 'self'; frame-ancestors 'none'",
    )
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(answer.headers.get('permissions-policy')).toContain('camera=()')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const etag = answer.headers.get('etag') ?? ''
    expect((await get('/sign-in', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/sign-in', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('an unknown path gives browsers the app’s not-found page, and other clients JSON', async () => {
    for (const path of ['/nowhere', '/account//x', '/sign-in/x', '/accounts']) {
      const page = await get(path, { accept: 'text/html,*/*' })
      expect([path, page.status, await page.text()]).toEqual([
        path,
        404,
        '<!doctype html><title>app</title>',
      ])
    }
    const other = await get('/nowhere')
    expect([other.status, await other.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
    const api = await get('/v1/nowhere', { accept: 'text/html' })
    expect([api.status, await api.json()]).toMatchObject([404, { error: 'ResourceNotFound' }])
    expect((await get('/api/other', { accept: 'text/html' })).headers.get('content-type')).toBe(
      'application/json',
    )
  })

  test('a page accepts no other method', async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/sign-in`, { method: 'POST' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('assets are immutable and compressed as the client accepts', async () => {
    const path = '/assets/app-1a2b.js'
    const plain = await raw(path)
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(plain.body).toBe(script)
    const encodingFor = async (accepted: string) =>
      (await raw(path, `accept-encoding: ${accepted}`)).headers['content-encoding']
    expect(await encodingFor('gzip, deflate, br')).toBe('br')
    expect(await encodingFor('gzip, br;q=0')).toBe('gzip')
    expect(await encodingFor('*')).toBe('br')
    expect(await encodingFor('identity, *;q=0')).toBeUndefined()
    expect(await (await get(path)).text()).toBe(script)
    const font = await raw('/assets/inter-9f.woff2', 'accept-encoding: br')
    expect([font.headers['content-type'], font.headers['content-encoding']]).toEqual([
      'font/woff2',
      undefined,
    ])
  })

  test('the script that embeds checkouts can be loaded by any site', async () => {
    const answer = await raw('/guildhall-embed.js')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.body).toBe(script)
  })

  test.each([
    '/assets/../secret.txt',
    '/assets/..%2Fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%5csecret.txt',
    '/assets/app-1a2b.js%00.txt',
    '/assets/__proto__',
    '/assets/',
    '/secret.txt',
    '/csp.json',
  ])('%s is not found', async (path) => {
    const answer = await raw(path)
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('not an asset')
  })
})

describe('the API reference', () => {
  test('is a page under the strict policy', async () => {
    const answer = await get('/docs')
    const text = await answer.text()
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(text).toContain('Check the health of the account API')
    expect(text).toContain('/api/auth/ok')
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|style="| on\w+="/)
    for (const [, path = ''] of text.matchAll(/(?:src|href)="(\/[^"#]+)"/g)) {
      expect([path, (await get(path)).status]).toEqual([path, 200])
    }
  })

  test('the document can be fetched from anywhere', async () => {
    const answer = await get('/openapi.json')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.2.3' },
      paths: { '/api/auth/ok': { get: { operationId: 'ok' } } },
    })
  })
})
