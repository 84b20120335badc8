import { once } from 'node:events'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../clock.ts'
import { startServer } from './server.ts'

interface Running {
  readonly port: number
  readonly stop: (graceMilliseconds: number) => Promise<void>
  /** Responses that wait for the test to end them. */
  readonly held: ServerResponse[]
}

/** Answers at once, except for what is asked of `/held`. */
async function start({ isProxied = true } = {}): Promise<Running> {
  const held: ServerResponse[] = []
  const server = await startServer(
    (incoming, outgoing) => {
      if (incoming.url === '/held') held.push(outgoing)
      else outgoing.end('answered')
    },
    { port: 0, host: '127.0.0.1', isProxied, clock: systemClock },
  )
  onTestFinished(() => server.stop(0))
  return { ...server, held }
}

interface Answered {
  readonly status: number | undefined
  readonly connection: string | undefined
  readonly text: string
}

/** Over one connection that is kept alive, as a proxy has it. */
function proxy(port: number): (path?: string) => Promise<Answered> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return async (path = '/') => {
    const asked = request({ agent, port, path, method: 'POST', host: '127.0.0.1' }).end('asked')
    const [incoming]: IncomingMessage[] = await once(asked, 'response')
    const chunks = (await incoming?.setEncoding('utf8').toArray()) ?? []
    return {
      status: incoming?.statusCode,
      connection: incoming?.headers.connection,
      text: chunks.join(''),
    }
  }
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function refusesConnections(port: number): Promise<void> {
  while (await canConnect(port)) await new Promise((resolve) => setImmediate(resolve))
}

const answered = { status: 200, text: 'answered' }

describe('a server that stops', () => {
  it('answers what was sent on a kept-alive connection before it closes it', async () => {
    const { port, stop } = await start()
    const send = proxy(port)
    expect(await send()).toEqual({ ...answered, connection: 'keep-alive' })
    const stopped = stop(60_000)
    await refusesConnections(port)
    expect(await send()).toEqual({ ...answered, connection: 'close' })
    await stopped
  })

  it('closes the connection of a request that it is still working on', async () => {
    const { port, stop, held } = await start()
    const answer = proxy(port)('/held')
    await expect.poll(() => held.length).toBe(1)
    const stopped = stop(60_000)
    await refusesConnections(port)
    held[0]?.end('late')
    expect(await answer).toEqual({ status: 200, connection: 'close', text: 'late' })
    await stopped
  })

  it('closes connections that nobody uses', async () => {
    const { port, stop } = await start({ isProxied: false })
    await proxy(port)()
    await stop(60_000)
    expect(await canConnect(port)).toBe(false)
  })

  it('aborts a request that takes longer than the time it has', async () => {
    const { port, stop, held } = await start()
    const answer = proxy(port)('/held').catch((error: unknown) => error)
    await expect.poll(() => held.length).toBe(1)
    await stop(10)
    expect(await answer).toMatchObject({ message: 'socket hang up' })
  })
})
