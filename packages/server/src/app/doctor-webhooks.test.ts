import pg from 'pg'
import { expect, test } from 'vitest'
import { newCustomer } from '../../test/customers.ts'
import { testDatabase } from '../../test/database.ts'
import { testServer } from '../../test/server.ts'
import { runOn } from '../../test/sql.ts'
import { newListener } from '../../test/webhooks.ts'
import { examineWebhooks } from './doctor-webhooks.ts'

const db = testDatabase()
const server = testServer(db)

async function said(): Promise<string[]> {
  const client = new pg.Client(db.url)
  await client.connect()
  try {
    return (await examineWebhooks(client)).map(({ state, text }) => `${state}: ${text}`)
  } finally {
    await client.end()
  }
}

const well = 'fine: webhooks are sent as events come'

test('an endpoint that rests is named, and news that nobody sends is told of', async () => {
  const url = 'http://127.0.0.1:1024/hook'
  const { organization, calls, endpoint } = await newListener(server.current, `${url}?key=secret`)
  expect(await said()).toEqual([well])

  await newCustomer(calls)
  await server.current.settle()
  expect(await said()).toEqual([well])
  await past()
  expect(await said()).toEqual(['wrong: news waits for 1 webhook endpoints: no worker sends it'])
  await calls.patch(`/webhooks/endpoints/${endpoint.id}`, { enabled: false })
  expect(await said()).toEqual([well])

  await runOn(db.ownerUrl, `update webhook_endpoint set disabled_reason = 'failing'`)
  await runOn(
    db.ownerUrl,
    `update webhook_lane set failing_since = '2026-02-03T04:05:06Z', failed_events = 10`,
  )
  expect(await said()).toEqual([
    expect.stringMatching(
      `weak: the webhook endpoint ${url} of ${organization.slug} rests: ` +
        'it has failed since 2026-02-03 04:05 UTC',
    ),
  ])
})

/** As if everything in the log were there for a while. */
const past = () =>
  runOn(
    db.ownerUrl,
    `alter table event_log disable trigger append_only;
     update event_log set logged_at = logged_at - interval '3 minutes';
     alter table event_log enable trigger append_only`,
  )
