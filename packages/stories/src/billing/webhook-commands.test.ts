import { triggeredEventTypes } from '@guildhall/contract/webhooks/webhook-events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Command, runGuildhall } from '../../../server/test/command-line.ts'
import { testDatabase } from '../../../server/test/database.ts'
import { eventually } from '../../../server/test/eventually.ts'
import {
  createOrganization,
  type OwnedOrganization,
} from '../../../server/test/owned-organization.ts'
import { newAccessToken, withToken } from '../../../server/test/sellers.ts'
import { startTestServer, type TestServer } from '../../../server/test/server.ts'
import { testPort } from '../../../server/test/test-port.ts'
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../server/test/webhook-receiver.ts'
import { acceptingVerifiers, verifiers } from './webhook-verifiers.ts'

const db = testDatabase()
let server: TestServer
let acme: OwnedOrganization
let env: Readonly<Record<string, string>>
let port: string
let handler: WebhookReceiver
const running: Command[] = []

const start = () => startTestServer(db, { PORT: port })

beforeAll(async () => {
  port = String(await testPort())
  server = await start()
  handler = await startWebhookReceiver()
  acme = await createOrganization(server)
  const { token } = await newAccessToken(server, acme, ['webhooks:write', 'webhooks:read'])
  env = { GUILDHALL_URL: server.url, GUILDHALL_ACCESS_TOKEN: token }
})

afterEach(async () => {
  for (const command of running.splice(0)) {
    command.interrupt()
    await command.ended
  }
  await handler.goDown()
  await handler.comeUp()
  handler.behave(200)
  handler.forget()
})

afterAll(async () => {
  await handler.stop()
  await server.stop()
})

const guildhall = (args: readonly string[], settings = env): Command => {
  const command = runGuildhall(args, settings)
  running.push(command)
  return command
}

/** Starts `guildhall listen`, and reads the secret for the handler. */
async function listen(...options: readonly string[]) {
  const command = guildhall(['listen', handler.url, ...options])
  await command.prints(/^Secret {6}\S+\n\n/m)
  const [, secret = ''] = /^Secret {6}(\S+)$/m.exec(command.printed()) ?? []
  return { command, secret }
}

const calls = () => withToken(server, env['GUILDHALL_ACCESS_TOKEN'] ?? '')

async function trigger(event: string): Promise<unknown> {
  const answer = await calls().post('/webhooks/trigger', { event })
  expect(answer).toMatchObject({ status: 202 })
  return answer.body?.['object_id']
}

/** Waits until the handler has received this many events. */
const receive = (count: number) =>
  eventually(() => {
    expect(handler.received.length).toBeGreaterThanOrEqual(count)
    return handler.received
  })

describe('guildhall listen', () => {
  it('forwards new events in order, and every client verifies them', async () => {
    await trigger('product.created')
    await server.settle()
    const { command, secret } = await listen()
    const order = await trigger('order.paid')
    await command.prints('order.paid')
    const received = await receive(6)
    const sequences = received.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
    expect(received.find(({ type }) => type === 'order.paid')?.data).toMatchObject({ id: order })
    for (const one of received) {
      expect(await acceptingVerifiers(one, secret)).toEqual(Object.keys(verifiers))
    }
    expect(command.printed()).toMatch(
      new RegExp(` order\\.paid +${String(order)}  → 200 in \\d+ ms`),
    )
    command.interrupt()
    expect(await command.ended).toMatchObject({
      code: 0,
      complained: '',
      said: expect.stringMatching(/Stopped after event (\d+); continue with --after \1\n$/),
    })
  })

  it('forwards only the requested events, signed with the given secret', async () => {
    const options = ['--events', 'product.updated,benefit.created', '--secret', 'mine']
    const { secret } = await listen(...options)
    expect(secret).toBe('mine')
    await trigger('product.updated')
    await trigger('benefit.created')
    const received = await receive(2)
    expect(received.map(({ type }) => type)).toEqual(['product.updated', 'benefit.created'])
    expect(await Promise.all(received.map((one) => acceptingVerifiers(one, 'mine')))).toEqual([
      Object.keys(verifiers),
      Object.keys(verifiers),
    ])
  })

  it('prints JSON, a line for each event', async () => {
    const options = ['--events', 'product.updated', '--secret', 'mine', '--after', '0', '--json']
    const product = await trigger('product.updated')
    const command = guildhall(['listen', handler.url, ...options])
    await command.prints(String(product))
    command.interrupt()
    const { said } = await command.ended
    const lines: unknown[] = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const [received] = handler.received.slice(-1)
    expect(lines.at(-1)).toMatchObject({
      type: 'product.updated',
      sequence: received?.sequence,
      data: { id: product },
      status: 200,
    })
  })

  it('keeps its secret, and continues after a given event', async () => {
    const first = await listen('--events', 'customer.created')
    const ada = await trigger('customer.created')
    const bob = await trigger('customer.created')
    const [one] = await receive(2)
    const second = await listen('--events', 'customer.created', '--after', String(one?.sequence))
    expect(second.secret).toBe(first.secret)
    const received = await receive(3)
    expect(received.map(({ data }) => data['id'])).toEqual([ada, bob, bob])
    expect(received[2]?.id).toBe(received[1]?.id)
  })

  it('survives a restart of the server', async () => {
    const { command } = await listen('--events', 'benefit.updated')
    await server.stop()
    await command.prints('does not answer; waiting for it')
    server = await start()
    await command.prints('answers again')
    const benefit = await trigger('benefit.updated')
    const [one] = await receive(1)
    expect(one?.data['id']).toBe(benefit)
  })

  it('waits for a handler that is restarted, and skips nothing', async () => {
    const { command } = await listen('--events', 'product.created')
    await handler.goDown()
    const made = [await trigger('product.created'), await trigger('product.created')]
    await command.prints(/No handler listens at .*; product\.created waits/)
    await handler.comeUp()
    expect((await receive(2)).map(({ data }) => data['id'])).toEqual(made)
  })

  it('prints what a failing handler responds, and continues', async () => {
    handler.behave(({ sequence }) =>
      sequence % 2 === 0 ? { status: 500, body: 'TypeError:\n  no order' } : 500,
    )
    const { command } = await listen('--events', 'product.created')
    await trigger('product.created')
    await trigger('product.created')
    expect(await receive(2)).toHaveLength(2)
    await command.prints(/→ 500 in \d+ ms.*\n[^]*→ 500 in \d+ ms/)
    handler.behave('closes')
    const before = handler.received.length
    await trigger('product.created')
    await receive(before + 1)
    await command.prints(/→ (?!\d{3} in).+\n/)
  })

  it('says once which secret a handler needs that refuses signatures', async () => {
    handler.behave(401)
    const { command, secret } = await listen('--events', 'product.created')
    await trigger('product.created')
    await trigger('product.created')
    expect(await receive(2)).toHaveLength(2)
    await command.prints(/→ 401 in \d+ ms[^]*→ 401 in \d+ ms/)
    await command.prints('pass its own with --secret')
    expect(command.printed().split('pass its own with --secret')).toHaveLength(2)
    expect(command.printed()).toContain(`This one signs with ${secret}`)
  })

  it('stops immediately on a signal, and prints its position', async () => {
    const { command } = await listen('--events', 'product.updated')
    handler.behave(() => (handler.received.length === 1 ? 200 : 'hangs'))
    await trigger('product.updated')
    await trigger('product.updated')
    const [first] = await receive(2)
    command.interrupt()
    expect(await command.ended).toMatchObject({
      code: 0,
      said: expect.stringContaining(`\nStopped after event ${first?.sequence};`),
    })
  })

  it('stops when its token is revoked', async () => {
    const { id, token } = await newAccessToken(server, acme, ['webhooks:read'])
    const command = guildhall(['listen', handler.url], { ...env, GUILDHALL_ACCESS_TOKEN: token })
    await command.prints('Secret')
    await db.database.pool.query('delete from organization_access_token where id = $1', [id])
    expect(await command.ended).toMatchObject({
      code: 1,
      complained: expect.stringMatching(/^.+\n$/),
    })
  })
})

describe('guildhall trigger', () => {
  it('triggers an event, and prints its object', async () => {
    const { code, said } = await guildhall(['trigger', 'product.created']).ended
    const [, id = ''] = /^product\.created triggered for product (\S+)\n$/.exec(said) ?? []
    expect(code).toBe(0)
    const { rows } = await db.database.pool.query(
      'select organization_id from product where id = $1',
      [id],
    )
    expect(rows).toEqual([{ organization_id: acme.id }])
  })

  it('lists all events that it can trigger', async () => {
    const { code, said } = await guildhall(['trigger', '--help']).ended
    expect(code).toBe(0)
    const listed = said.split('\n\n').at(-1)?.trim().split(/\s+/)
    expect(listed).toEqual(triggeredEventTypes)
  })
})

describe('an error is printed in one line', () => {
  const hook = 'http://127.0.0.1:9/hook'

  it.each([
    [2, ['tigger'], 'There is no command tigger; try: guildhall help'],
    [2, ['listen'], 'Pass one URL: guildhall listen http://localhost:4000/hook'],
    [2, ['trigger', 'order.payed'], 'There is no event order.payed; did you mean order.paid?'],
    [
      1,
      ['trigger', 'benefit_grant.cycled'],
      'benefit_grant.cycled can’t be triggered: it takes a renewal or a change of files',
    ],
    [
      1,
      ['listen', hook, '--server', 'http://127.0.0.1:9'],
      'http://127.0.0.1:9 does not answer: connect ECONNREFUSED 127.0.0.1:9',
    ],
  ])('%i: guildhall %j', async (code, args, line) => {
    expect(await guildhall(args).ended).toEqual({ code, said: '', complained: `${line}\n` })
  })

  it('for a token without the scope', async () => {
    const { token } = await newAccessToken(server, acme, ['products:read'])
    const command = guildhall(['listen', hook], { ...env, GUILDHALL_ACCESS_TOKEN: token })
    expect(await command.ended).toMatchObject({
      code: 1,
      complained: expect.stringMatching(/^.*webhooks:read.*\n$/),
    })
  })
})
