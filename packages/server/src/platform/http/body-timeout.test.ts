import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { assert } from '../../kernel/assert.ts'
import { RequestAborted, readBody } from './body.ts'

it('a request body must arrive within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = createServer()
  try {
    const arrived = new Promise<IncomingMessage>((resolve) => server.on('request', resolve))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    assert(typeof address === 'object' && address !== null, 'the server listens')
    const client = connect(address.port, '127.0.0.1')
    const heard = new Promise<string>((resolve) => {
      let text = ''
      client.on('data', (chunk) => (text += chunk.toString()))
      client.on('close', () => resolve(text))
    })
    client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nfive!')
    const outcome = readBody(await arrived, 100).catch((error: unknown) => error)
    vi.advanceTimersByTime(59_999)
    expect(client.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await heard).toMatch(/^HTTP\/1\.1 408 /)
    expect(await outcome).toBeInstanceOf(RequestAborted)
  } finally {
    vi.useRealTimers()
    server.closeAllConnections()
    server.close()
  }
})
