import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { testPort } from '../../../test/test-port.ts'
import { untrusted } from '../../../test/untrusted-certificate.ts'
import { type ExternalRequest, fetchExternal } from './fetch-external.ts'
import { operatorGuard, tenantGuard } from './guard.ts'

const developing = tenantGuard('http://localhost:3000')
const hosted = tenantGuard('https://guildhall.example')
const get = { method: 'GET', guard: developing } as const satisfies ExternalRequest

const running: net.Server[] = []
const sockets = new Set<net.Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of running.splice(0)) await new Promise((done) => server.close(done))
})

async function listening(server: net.Server): Promise<string> {
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  running.push(server)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `127.0.0.1:${address.port}`
}

const serving = (listener: http.RequestListener) => listening(http.createServer(listener))
const resolvingTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: net.isIP(address) })))

describe('an external request', () => {
  it('sends method, headers and body, and reads status, headers and body', async () => {
    const host = await serving((request, response) => {
      request.setEncoding('utf8')
      request.on('data', (text: string) => {
        response.writeHead(201, {
          'x-saw': `${request.method} ${request.url} ${String(request.headers['x-mine'])}`,
        })
        response.end(`${request.headers['content-length']}:${text}`)
      })
    })
    const answer = await fetchExternal(`http://${host}/hook?a=1`, {
      method: 'POST',
      guard: developing,
      headers: { 'x-mine': 'yes', 'content-type': 'text/plain' },
      body: 'żó',
    })
    expect(answer).toMatchObject({ status: 201, headers: { 'x-saw': 'POST /hook?a=1 yes' } })
    expect('body' in answer && answer.body.toString()).toBe('4:żó')
  })

  it('returns a redirect and does not follow it', async () => {
    let asked = 0
    const host = await serving((_request, response) => {
      asked += 1
      response.writeHead(302, { location: '/moved' }).end()
    })
    const answer = await fetchExternal(`http://${host}/`, get)
    expect(answer).toMatchObject({ status: 302, headers: { location: '/moved' } })
    expect(asked).toBe(1)
  })

  it('reports why there was no response', async () => {
    const answer = await fetchExternal(`http://127.0.0.1:${await testPort()}/`, get)
    expect(answer).toMatchObject({ failed: 'unreachable' })
    expect('reason' in answer && answer.reason).toContain('ECONNREFUSED')
  })

  it('reports a host name that does not resolve', async () => {
    const answer = await fetchExternal('http://nowhere.invalid/', get)
    expect(answer).toMatchObject({ failed: 'unresolved' })
    const empty = await fetchExternal('http://nowhere.invalid/', { ...get, lookup: resolvingTo() })
    expect(empty).toEqual({ failed: 'unresolved', reason: 'the host has no address' })
  })
})

describe('limits', () => {
  it('times out waiting for headers', async () => {
    const host = await serving(() => {})
    const answer = await fetchExternal(`http://${host}/`, { ...get, timeoutMs: 60 })
    expect(answer).toEqual({ failed: 'timeout', reason: 'no complete answer within 60 ms' })
  })

  it('aborts a trickling body and reports its status', async () => {
    const host = await serving((_request, response) => {
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })
    const answer = await fetchExternal(`http://${host}/`, { ...get, timeoutMs: 1_500 })
    expect(answer).toMatchObject({ failed: 'timeout', status: 200 })
  })

  it('aborts an endless body at the limit and closes the connection', async () => {
    let closed: Promise<unknown> | undefined
    const host = await serving((_request, response) => {
      closed = once(response, 'close')
      const pour = () => {
        while (response.write('x'.repeat(65_536)) && !response.destroyed);
      }
      response.on('drain', pour)
      pour()
    })
    const answer = await fetchExternal(`http://${host}/`, { ...get, maxBytes: 100_000 })
    expect(answer).toEqual({
      failed: 'too_large',
      reason: 'the body exceeds 100000 bytes',
      status: 200,
    })
    await closed
  })

  it('accepts a body of exactly the limit', async () => {
    const host = await serving((_request, response) => response.end('x'.repeat(1000)))
    expect(await fetchExternal(`http://${host}/`, { ...get, maxBytes: 1000 })).toHaveProperty(
      'status',
    )
    expect(await fetchExternal(`http://${host}/`, { ...get, maxBytes: 999 })).toHaveProperty(
      'failed',
    )
  })

  it('times out while connecting', async () => {
    const silent = await listening(net.createServer())
    const answer = await fetchExternal(`https://${silent}/`, { ...get, connectTimeoutMs: 60 })
    expect(answer).toEqual({ failed: 'timeout', reason: 'no connection within 60 ms' })
  })

  it('times out while resolving a name', async () => {
    const lookup = () => new Promise<never>(() => {})
    const answer = await fetchExternal('http://slow.example/', { ...get, timeoutMs: 60, lookup })
    expect(answer).toMatchObject({ failed: 'timeout' })
  })

  it('survives a connection closed before or during the response', async () => {
    const before = await listening(net.createServer((socket) => socket.resetAndDestroy()))
    expect(await fetchExternal(`http://${before}/`, get)).toMatchObject({ failed: 'unreachable' })
    const within = await serving((_request, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('half', () => response.socket?.resetAndDestroy())
    })
    const cut = await fetchExternal(`http://${within}/`, get)
    expect(cut).toMatchObject({ failed: 'unreachable', status: 200 })
  })

  it('survives a response that is not HTTP', async () => {
    const host = await listening(net.createServer((socket) => socket.end('220 mail ready\r\n')))
    expect(await fetchExternal(`http://${host}/`, get)).toMatchObject({ failed: 'unreachable' })
  })
})

describe('the guard for URLs given by tenants', () => {
  it.each([
    ['not a url', 'this is not a URL'],
    ['ftp://files.example/', 'the scheme must be https'],
    ['file:///etc/passwd', 'the scheme must be https'],
    ['http://hooks.example/', 'the scheme must be https'],
    ['https://user:pass@hooks.example/', 'a URL must not carry credentials'],
    ['https://user@hooks.example/', 'a URL must not carry credentials'],
    ['https://hooks.example:25/', 'port 25 is not one of the web'],
    ['https://hooks.example:22/', 'port 22 is not one of the web'],
  ])('refuses %s before resolving any name', async (url, reason) => {
    const lookup = () => Promise.reject(new Error('resolved'))
    const answer = await fetchExternal(url, { method: 'GET', guard: hosted, lookup })
    expect(answer).toEqual({ failed: 'refused_target', reason })
  })

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://0/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
  ])('refuses %s outside development', async (url) => {
    const answer = await fetchExternal(url, { method: 'GET', guard: hosted })
    expect(answer).toMatchObject({ failed: 'refused_target' })
  })

  it('refuses a name if any of its addresses is private', async () => {
    const lookup = resolvingTo('8.8.8.8', '10.0.0.7')
    const answer = await fetchExternal('https://mixed.example/', {
      method: 'GET',
      guard: hosted,
      lookup,
    })
    expect(answer).toEqual({
      failed: 'refused_target',
      reason: 'the host leads to an address that is not public',
    })
  })

  it('allows developers their own machine, but never a metadata service', async () => {
    const host = await serving((_request, response) => response.end())
    expect(await fetchExternal(`http://${host}/`, get)).toMatchObject({ status: 200 })
    const lookup = resolvingTo('169.254.169.254')
    const answer = await fetchExternal('http://metadata.example/', { ...get, lookup })
    expect(answer).toMatchObject({ failed: 'refused_target' })
  })

  it('resolves once and connects to the checked address, even if the name changes later', async () => {
    const host = await serving((request, response) => response.end(request.headers.host))
    const port = host.split(':')[1]
    const answers = ['127.0.0.1', '169.254.169.254']
    let resolved = 0
    const answer = await fetchExternal(`http://rebinding.example:${port}/`, {
      ...get,
      lookup: () => resolvingTo(answers[resolved++] ?? '')(),
    })
    expect('body' in answer && answer.body.toString()).toBe(`rebinding.example:${port}`)
    expect(resolved).toBe(1)
  })

  it('lets the operator configure any target', async () => {
    const host = await serving((_request, response) => response.end())
    const answer = await fetchExternal(`http://${host}/`, { method: 'GET', guard: operatorGuard })
    expect(answer).toMatchObject({ status: 200 })
  })
})

describe('encryption', () => {
  it('sends SNI and refuses an untrusted certificate', async () => {
    const names: string[] = []
    const server = https.createServer({
      SNICallback(name, done) {
        names.push(name)
        done(null, tls.createSecureContext(untrusted))
      },
    })
    const port = (await listening(server)).split(':')[1]
    const lookup = resolvingTo('127.0.0.1')
    const answer = await fetchExternal(`https://hooks.example:${port}/`, { ...get, lookup })
    expect(answer).toEqual({
      failed: 'unreachable',
      reason: 'self-signed certificate',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    expect(names).toEqual(['hooks.example'])
  })
})
