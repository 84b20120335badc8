import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhook-receiver.ts'
import { assert } from '../../../../kernel/assert.ts'
import { systemClock } from '../../../../platform/clock.ts'
import { readConfig } from '../../../../platform/config/config.ts'
import { createKeyring } from '../../../../platform/crypto/keyring.ts'
import { deliveryDeps } from './deps.ts'
import { type Outcome, sendEvent } from './send-event.ts'

const db = testDatabase()
const secret = 'a-secret-of-the-tests-long-enough-for-signing'
let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

/** One attempt by a server with this public URL. */
async function sentFrom(publicUrl: string): Promise<Outcome> {
  const config = readConfig({ GUILDHALL_SECRET: secret, GUILDHALL_URL: publicUrl })
  assert(!('faults' in config), 'the settings are good')
  const deps = deliveryDeps({
    config,
    database: db.database,
    keyring: createKeyring([secret]),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    completions: {},
    wake: () => undefined,
  })
  const message = { id: 'one', body: '{}', event: { sequence: 1, object: { version: 1 } } }
  try {
    return await sendEvent(deps, { url: receiver.url, secrets: ['x'] }, message)
  } finally {
    deps.poster.close()
  }
}

describe('an endpoint on the same machine', () => {
  it('is sent to during development', async () => {
    expect(await sentFrom('http://localhost:3000')).toMatchObject({ succeeded: true })
    expect(receiver.received).toHaveLength(1)
  })

  it('is refused by a public server, even if it was saved', async () => {
    expect(await sentFrom('https://guildhall.example')).toMatchObject({
      succeeded: false,
      httpCode: null,
      error: 'This URL may not be called: the scheme must be https.',
    })
    expect(receiver.received).toHaveLength(1)
  })
})
