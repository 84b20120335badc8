import { expect, test } from 'vitest'
import { newCustomer } from '../../test/customers.ts'
import { testDatabase } from '../../test/database.ts'
import { examined } from '../../test/examined.ts'
import { testServer } from '../../test/server.ts'
import { runOn } from '../../test/sql.ts'
import { newListener } from '../../test/webhooks.ts'
import { examineWebhooks } from './doctor-webhooks.ts'
import { lineOf } from './findings.ts'

const db = testDatabase()
const server = testServer(db)

const findings = async (): Promise<string[]> =>
  (await examined(db, examineWebhooks)).map((finding) => `${finding.state}: ${lineOf(finding)}`)

const healthy = 'fine: webhooks are sent without delay'

test('suspended endpoints and undelivered events are reported', async () => {
  const origin = 'http://127.0.0.1:1024'
  const { organization, calls, endpoint } = await newListener(
    server.current,
    `${origin}/hook/secret?key=secret`,
  )
  expect(await findings()).toEqual([healthy])

  await newCustomer(calls)
  await server.current.settle()
  expect(await findings()).toEqual([healthy])
  await ageEvents()
  expect(await findings()).toEqual([
    'wrong: events wait for 1 webhook endpoint: no worker sends them. Start a process with the role worker',
  ])
  await calls.patch(`/webhooks/endpoints/${endpoint.id}`, { enabled: false })
  expect(await findings()).toEqual([healthy])

  await runOn(db.ownerUrl, `update webhook_endpoint set disabled_reason = 'failing'`)
  await runOn(
    db.ownerUrl,
    `update webhook_lane set failing_since = '2026-02-03T04:05:06Z', failed_events = 10`,
  )
  expect(await findings()).toEqual([
    expect.stringMatching(
      `weak: a webhook endpoint at ${origin} of ${organization.slug} is suspended: ` +
        'it has failed since 2026-02-03 04:05 UTC',
    ),
  ])
})

/** Makes all logged events three minutes older. */
const ageEvents = () =>
  runOn(
    db.ownerUrl,
    `alter table event_log disable trigger append_only;
     update event_log set logged_at = logged_at - interval '3 minutes';
     alter table event_log enable trigger append_only`,
  )
