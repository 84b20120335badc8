import { organizationId } from '@guildhall/contract/organizations/shapes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { repeatReactions } from '../../../../test/repeat-reactions.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { headingOf } from '../../../../test/sent-mails.ts'
import { testServer } from '../../../../test/server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'
import { reactionsOf } from '../../../platform/jobs.ts'
import { addJobs } from '../../../platform/outbox/add-jobs.ts'
import { insertEvents } from '../../../platform/outbox/record.ts'
import { notifyMembersOfHealth } from './notify-members.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
let acme: OwnedOrganization
let calls: BillingCalls
let receiver: WebhookReceiver
let endpoint: string

beforeEach(async () => {
  receiver = await startWebhookReceiver()
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, ['customers:write', 'webhooks:write'])
  const input = { url: receiver.url, format: 'raw', name: 'Shop', events: ['customer.created'] }
  endpoint = String((await calls.post('/webhooks/endpoints', input)).body?.['id'])
})

afterEach(() => receiver.stop())

/** Sends so many events to the endpoint, one after another. */
async function sendEvents(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await newCustomer(calls)
  await server.current.deliverDue()
}

async function mails() {
  const all = await server.current.sentMails()
  return all.filter(({ subject }) => subject.includes('webhook endpoint'))
}

const headings = async (to = acme.owner.email): Promise<string[]> =>
  (await mails()).filter((mail) => mail.to === to).map(headingOf)

const warned = 'A webhook endpoint is failing'
const suspended = 'A webhook endpoint was suspended'
const resumed = 'A webhook endpoint works again'

describe('members are mailed about a failing endpoint', () => {
  it('once at the third event, with a link to it', async () => {
    receiver.behave(500)
    await sendEvents(2)
    expect(await mails()).toEqual([])
    await sendEvents(1)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.to).toBe(acme.owner.email)
    expect(mail?.text).toContain('The last 3 events')
    expect(mail?.links).toEqual([
      `${server.current.url}/dashboard/${acme.slug}/settings/webhooks/${endpoint}`,
    ])
    await sendEvents(2)
    expect(await mails()).toHaveLength(1)
  })

  it('when it is suspended, and when it works again', async () => {
    receiver.behave(500)
    await sendEvents(10)
    expect(await headings()).toEqual([warned, suspended])
    receiver.behave(200)
    clock.advance(60)
    await sendEvents(1)
    expect(await headings()).toEqual([warned, suspended, resumed])
    expect(receiver.received.at(-1)?.type).toBe('customer.created')
  })

  it('only if they may manage webhooks', async () => {
    const admin = await newMember(server.current, acme, 'admin')
    const member = await newMember(server.current, acme, 'member')
    receiver.behave(500)
    await sendEvents(3)
    expect(await headings(admin.email)).toEqual([warned])
    expect(await headings(member.email)).toEqual([])
  })

  it('about every notice, in order, when many are recorded together', async () => {
    const counts = Array.from({ length: 20 }, (_, at) => at + 3)
    const events = counts.map((count) => ({
      name: 'webhook_endpoint.warned',
      organizationId: z.parse(organizationId, acme.id),
      object: { type: 'webhook_endpoint', id: endpoint, version: 1 },
      payload: {
        id: endpoint,
        url: receiver.url,
        name: 'Shop',
        failed_events: count,
        failing_since: null,
      },
    }))
    const recordedAt = clock.now()
    const times = { recordedAt, organizationTime: recordedAt, actor: null }
    const { kysely } = db.database
    await kysely.transaction().execute((tx) => insertEvents(tx, events, times))
    const mailsToOwner = (await mails()).filter(({ to }) => to === acme.owner.email)
    const shown = mailsToOwner.map(({ text }) => /The last (\d+) events/.exec(text)?.[1])
    expect(shown).toEqual(counts.map(String))
  })

  it('once per notice, however often the job runs', async () => {
    receiver.behave(500)
    await sendEvents(10)
    const before = await headings()
    expect(before).toEqual([warned, suspended])
    const reactions = reactionsOf([notifyMembersOfHealth])
    expect(await repeatReactions(db.database, reactions)).toContain(notifyMembersOfHealth.name)
    expect(await headings()).toEqual(before)
  })

  it('not after it was deleted', async () => {
    receiver.behave(500)
    await sendEvents(3)
    const before = (await mails()).length
    await calls.remove(`/webhooks/endpoints/${endpoint}`)
    const payload = { organizationId: acme.id, endpointId: endpoint }
    await db.database.kysely
      .transaction()
      .execute((tx) => addJobs(tx, [{ task: notifyMembersOfHealth.name, payload }]))
    expect(await mails()).toHaveLength(before)
  })
})
