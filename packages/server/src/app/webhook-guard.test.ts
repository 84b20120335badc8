import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { type Outcome, sendEvent } from '../domains/webhooks/actions/send-event.ts'
import { assert } from '../kernel/assert.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import { createKeyring } from '../platform/crypto/keyring.ts'
import { deliveryParts } from './webhooks.ts'

const db = testDatabase()
const secret = 'a-secret-of-the-tests-long-enough-for-signing'
let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

/** An attempt to send to the receiver, as a server that stands at this address makes it. */
async function sentFrom(publicUrl: string): Promise<Outcome> {
  const config = readConfig({ GUILDHALL_SECRET: secret, GUILDHALL_URL: publicUrl })
  assert(!('faults' in config), 'the settings are good')
  const parts = deliveryParts({
    config,
    database: db.database,
    keyring: createKeyring([secret]),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    wake: () => undefined,
  })
  const message = { id: 'one', body: '{}', event: { sequence: 1, object: { version: 1 } } }
  try {
    return await sendEvent(parts, { url: receiver.url, secrets: ['x'] }, message)
  } finally {
    parts.poster.close()
  }
}

describe('an endpoint that leads to the machine itself', () => {
  it('is sent to while somebody develops', async () => {
    expect(await sentFrom('http://localhost:3000')).toMatchObject({ succeeded: true })
    expect(receiver.received).toHaveLength(1)
  })

  it('isn’t touched where the server is public, whatever was saved', async () => {
    expect(await sentFrom('https://guildhall.example')).toMatchObject({
      succeeded: false,
      httpCode: null,
      error: 'This URL may not be called: the scheme must be https',
    })
    expect(receiver.received).toHaveLength(1)
  })
})
