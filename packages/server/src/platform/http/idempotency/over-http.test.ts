import { operation } from '@guildhall/contract/operation'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { openGuards, startTransport, type TestTransport } from '../../../../test/transport.ts'
import { createKeyring } from '../../crypto/keyring.ts'
import { serve } from '../serve.ts'
import { createOnce } from './once.ts'

const orderToy = operation({
  name: 'orderToy',
  wire: 'billing',
  method: 'POST',
  path: '/v1/toys',
  summary: 'Order a toy',
  tag: 'Test',
  for: 'anyone',
  body: z.object({ toy: z.string() }),
  returns: z.object({ toy: z.string(), number: z.int() }),
  status: 201,
  refuses: [],
})

const db = testDatabase()
let server: TestTransport
let made = 0
let unitOfWorkOpens = Promise.resolve()

beforeAll(async () => {
  const keyring = createKeyring(['a secret that only the tests know'])
  const once = createOnce({ database: db.database, keyring, log: pino({ level: 'silent' }) })
  const order = serve(orderToy, async ({ body }) => {
    await unitOfWorkOpens
    made += 1
    return { toy: body.toy, number: made }
  })
  server = await startTransport({ operations: [order], guards: { ...openGuards, once } })
})

afterAll(() => server.stop(0))

async function send(key: string, toy: string) {
  const answer = await fetch(`${server.url}/v1/toys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ toy }),
  })
  const retryAfter = answer.headers.get('retry-after')
  return { status: answer.status, text: await answer.text(), retryAfter }
}

describe('a request with an Idempotency-Key', () => {
  it('runs once and gets the same bytes again', async () => {
    const first = await send('one', 'bear')
    expect(first).toMatchObject({ status: 201, text: '{"toy":"bear","number":1}' })
    expect(await send('one', 'bear')).toEqual(first)
    expect(made).toBe(1)
  })

  it('with another body is refused', async () => {
    await send('two', 'bear')
    expect(await send('two', 'doll')).toMatchObject({ status: 422 })
  })

  it('with an invalid key is refused', async () => {
    expect(await send('a key with spaces', 'bear')).toMatchObject({ status: 422 })
  })

  it('is refused with retry-after while the first is in flight', async () => {
    let open = () => undefined as void
    unitOfWorkOpens = new Promise((resolve) => {
      open = resolve
    })
    const answers = [send('three', 'bear'), send('three', 'bear')]
    const early = await Promise.race(answers)
    open()
    expect(early).toMatchObject({ status: 409, retryAfter: '1' })
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409])
  })
})
