import { once } from 'node:events'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { untrusted } from '../../../test/untrusted-certificate.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts'
import { systemClock } from '../clock.ts'
import { tenantGuard } from './guard.ts'
import { openPoster, type Poster, type PosterOptions } from './post-external.ts'

const developing = tenantGuard('http://localhost:3000')
const hosted = tenantGuard('https://guildhall.example')
const message = { headers: { 'x-mine': 'yes', 'content-type': 'text/plain' }, body: 'żó' }

let receiver: WebhookReceiver
const posters: Poster[] = []
const servers: net.Server[] = []
const sockets = new Set<net.Socket>()

beforeEach(async () => {
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  for (const poster of posters.splice(0)) poster.close()
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
  await receiver.stop()
})

function poster(options: Partial<PosterOptions> = {}): Poster {
  const opened = openPoster({ guard: developing, clock: systemClock, ...options })
  posters.push(opened)
  return opened
}

async function listening(server: net.Server): Promise<string> {
  server.on('connection', (socket: net.Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `127.0.0.1:${address.port}`
}

const portOf = (url: string): string => new URL(url).port
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

describe('an external POST', () => {
  it('sends headers and body and returns status and the beginning of the body', async () => {
    receiver.behave({ status: 201, body: 'taken' })
    expect(await poster().post(`${receiver.url}?a=1`, message)).toEqual({
      status: 201,
      head: Buffer.from('taken'),
    })
    expect(receiver.received).toMatchObject([
      {
        path: '/hook?a=1',
        body: 'żó',
        headers: { 'x-mine': 'yes', 'content-type': 'text/plain', 'content-length': '4' },
      },
    ])
  })

  it('reuses an open connection', async () => {
    const to = poster()
    for (let turn = 0; turn < 3; turn++) await to.post(receiver.url, message)
    expect(receiver.received.map(({ connection }) => connection)).toEqual([1, 1, 1])
  })

  it('uses separate connections for concurrent requests', async () => {
    const to = poster()
    receiver.behave('hangs')
    const hanging = to.post(receiver.url, message)
    await expect.poll(() => receiver.received.length).toBe(1)
    receiver.behave(200)
    expect(await to.post(receiver.url, message)).toMatchObject({ status: 200 })
    to.close()
    expect(await hanging).toMatchObject({ failed: 'unreachable' })
  })

  it('does not retry a request cut off on a reused connection', async () => {
    const to = poster()
    await to.post(receiver.url, message)
    receiver.behave('hangs')
    const hanging = to.post(receiver.url, message)
    await expect.poll(() => receiver.received.length).toBe(2)
    to.close()
    expect(await hanging).toMatchObject({ failed: 'unreachable' })
    expect(receiver.received.map(({ connection }) => connection)).toEqual([1, 1])
  })

  it('does not follow a redirect', async () => {
    receiver.behave(301)
    expect(await poster().post(receiver.url, message)).toMatchObject({ status: 301 })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  })

  it('reads 2,048 bytes and closes the connection if there are more', async () => {
    const to = poster()
    receiver.behave({ status: 200, body: 'x'.repeat(2_048) })
    expect(await to.post(receiver.url, message)).toHaveProperty('head.length', 2_048)
    receiver.behave({ status: 200, body: 'x'.repeat(2_049) })
    expect(await to.post(receiver.url, message)).toHaveProperty('head.length', 2_048)
    receiver.behave('floods')
    const flooded = await to.post(receiver.url, message)
    expect(flooded).toEqual({ status: 200, head: Buffer.alloc(2_048, 'x') })
    await to.post(receiver.url, message)
    expect(receiver.received.map(({ connection }) => connection)).toEqual([1, 1, 2, 3])
  })

  it('counts as responded once there is a status, whatever follows', async () => {
    receiver.behave('cuts')
    const cut = await poster().post(receiver.url, message)
    expect(cut).toEqual({ status: 200, head: Buffer.from('half') })
    receiver.behave('trickles')
    const slow = await poster({ timeoutMs: 500 }).post(receiver.url, message)
    expect(slow).toMatchObject({ status: 200 })
  })
})

describe('a failed external POST', () => {
  it('when the connection is cut', async () => {
    receiver.behave('closes')
    expect(await poster().post(receiver.url, message)).toMatchObject({ failed: 'unreachable' })
    expect(receiver.received).toHaveLength(1)
  })

  it('when nothing listens, until something does', async () => {
    const to = poster()
    await to.post(receiver.url, message)
    await receiver.goDown()
    const away = await to.post(receiver.url, message)
    expect(away).toMatchObject({ failed: 'unreachable' })
    expect('reason' in away && away.reason).toContain('ECONNREFUSED')
    await receiver.comeUp()
    expect(await to.post(receiver.url, message)).toMatchObject({ status: 200 })
  })

  it('when the other side is silent for too long', async () => {
    receiver.behave('hangs')
    expect(await poster({ timeoutMs: 60 }).post(receiver.url, message)).toEqual({
      failed: 'timeout',
      reason: 'no complete answer within 60 ms',
    })
  })

  it('when the response is not HTTP', async () => {
    const host = await listening(net.createServer((socket) => socket.end('220 mail ready\r\n')))
    expect(await poster().post(`http://${host}/`, message)).toMatchObject({ failed: 'unreachable' })
  })

  it('when the name is not resolved in time, or at all', async () => {
    const never = poster({ timeoutMs: 60, lookup: () => new Promise<never>(() => {}) })
    expect(await never.post('http://slow.example/', message)).toMatchObject({ failed: 'timeout' })
    const nowhere = poster({ lookup: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await nowhere.post('http://nowhere.example/', message)).toEqual({
      failed: 'unresolved',
      reason: 'ENOTFOUND',
    })
  })
})

describe('a reused connection that the other side closed', () => {
  /** Responds to the first request of each connection, and closes it at the next. */
  async function forgetful(answers: number): Promise<{ url: string; requests: string[] }> {
    const requests: string[] = []
    let connections = 0
    const host = await listening(
      net.createServer((socket) => {
        connections += 1
        const mine = connections
        let heard = 0
        socket.on('error', () => undefined)
        socket.on('data', () => {
          heard += 1
          requests.push(`${mine}.${heard}`)
          if (heard === 1 && mine <= answers) socket.write(answer)
          else socket.resetAndDestroy()
        })
      }),
    )
    return { url: `http://${host}/`, requests }
  }

  it('is replaced by a new one', async () => {
    const { url, requests } = await forgetful(2)
    const to = poster()
    await to.post(url, message)
    expect(await to.post(url, message)).toMatchObject({ status: 200 })
    expect(requests).toEqual(['1.1', '1.2', '2.1'])
  })

  it('is replaced only once', async () => {
    const { url, requests } = await forgetful(1)
    const to = poster()
    await to.post(url, message)
    expect(await to.post(url, message)).toMatchObject({ failed: 'unreachable' })
    expect(requests).toEqual(['1.1', '1.2', '2.1'])
  })
})

describe('the address', () => {
  const found = (address: string) => Promise.resolve([{ address, family: 4 }])

  it('is cached for half a minute and then checked again', async () => {
    let now = 0
    const answers = ['127.0.0.1', '169.254.169.254']
    const asked: string[] = []
    const to = poster({
      clock: { monotonicMilliseconds: () => now },
      lookup: (name) => {
        asked.push(name)
        return found(answers[asked.length - 1] ?? '')
      },
    })
    const url = `http://rebinding.example:${portOf(receiver.url)}/`
    await Promise.all([to.post(url, message), to.post(url, message)])
    now = 29_999
    expect(await to.post(url, message)).toMatchObject({ status: 200 })
    expect(asked).toEqual(['rebinding.example'])
    now = 30_000
    expect(await to.post(url, message)).toEqual({
      failed: 'refused_target',
      reason: 'the host leads to an address that is not public',
    })
    expect(receiver.received).toHaveLength(3)
    expect(receiver.received[0]?.headers['host']).toBe(`rebinding.example:${portOf(receiver.url)}`)
  })

  it('is looked up again after a failure', async () => {
    let asked = 0
    const to = poster({
      lookup: () => {
        asked += 1
        return asked === 1 ? Promise.reject(new Error('EAI_AGAIN')) : found('127.0.0.1')
      },
    })
    const url = `http://late.example:${portOf(receiver.url)}/`
    expect(await to.post(url, message)).toMatchObject({ failed: 'unresolved' })
    expect(await to.post(url, message)).toMatchObject({ status: 200 })
  })

  it.each([
    ['not a url', 'this is not a URL'],
    ['http://hooks.example/', 'the scheme must be https'],
    ['https://user:pass@hooks.example/', 'a URL must not carry credentials'],
    ['https://hooks.example:25/', 'port 25 is not one of the web'],
  ])('is not looked up when the URL is %s', async (url, reason) => {
    const lookup = () => Promise.reject(new Error('resolved'))
    const refused = await poster({ guard: hosted, lookup }).post(url, message)
    expect(refused).toEqual({ failed: 'refused_target', reason })
  })

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
  ])('%s is allowed only on a developer’s machine', async (url) => {
    const refused = await poster({ guard: hosted }).post(url, message)
    expect(refused).toMatchObject({ failed: 'refused_target' })
  })

  it('must be public for every address of the name', async () => {
    const lookup = async () => [...(await found('8.8.8.8')), ...(await found('10.0.0.7'))]
    const refused = await poster({ guard: hosted, lookup }).post('https://mixed.example/', message)
    expect(refused).toMatchObject({ failed: 'refused_target' })
  })

  it('must prove its identity by certificate', async () => {
    const names: string[] = []
    const server = https.createServer({
      SNICallback(name, done) {
        names.push(name)
        done(null, tls.createSecureContext(untrusted))
      },
    })
    const port = (await listening(server)).split(':')[1]
    const to = poster({ lookup: () => found('127.0.0.1') })
    expect(await to.post(`https://hooks.example:${port}/`, message)).toEqual({
      failed: 'unreachable',
      reason: 'self-signed certificate',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    expect(names).toEqual(['hooks.example'])
  })
})
