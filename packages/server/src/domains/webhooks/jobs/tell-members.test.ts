import { organizationId } from '@guildhall/contract/organizations/shapes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found, newMember } from '../../../../test/founding.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { reactAgain } from '../../../../test/react-again.ts'
import { type BillingCalls, newBackend } from '../../../../test/sellers.ts'
import { headingOf } from '../../../../test/sent-mails.ts'
import { testServer } from '../../../../test/server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'
import { addJobs } from '../../../platform/outbox/add-jobs.ts'
import { insertEvents } from '../../../platform/outbox/record.ts'
import { memberReactions, tellMembersTask } from './tell-members.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
let acme: Founded
let calls: BillingCalls
let receiver: WebhookReceiver
let endpoint: string

beforeEach(async () => {
  receiver = await startWebhookReceiver()
  acme = await found(server.current)
  calls = await newBackend(server.current, acme, ['customers:write', 'webhooks:write'])
  const wish = { url: receiver.url, format: 'raw', name: 'Shop', events: ['customer.created'] }
  endpoint = String((await calls.post('/webhooks/endpoints', wish)).body?.['id'])
})

afterEach(() => receiver.stop())

/** So many events that an endpoint is sent, one after the other. */
async function happen(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await newCustomer(calls)
  await server.current.deliverDue()
}

async function mails() {
  const all = await server.current.sentMails()
  return all.filter(({ subject }) => subject.includes('webhook endpoint'))
}

const headings = async (to = acme.owner.email): Promise<string[]> =>
  (await mails()).filter((mail) => mail.to === to).map(headingOf)

const warned = 'A webhook endpoint doesn’t take events'
const rested = 'A webhook endpoint rests'
const awakened = 'A webhook endpoint takes events again'

describe('members hear of an endpoint that fails', () => {
  it('at the third event, once, and where to look', async () => {
    receiver.behave(500)
    await happen(2)
    expect(await mails()).toEqual([])
    await happen(1)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.to).toBe(acme.owner.email)
    expect(mail?.text).toContain('The last 3 events')
    expect(mail?.links).toEqual([
      `${server.current.url}/dashboard/${acme.slug}/settings/webhooks/${endpoint}`,
    ])
    await happen(2)
    expect(await mails()).toHaveLength(1)
  })

  it('when it rests, and when it takes events again', async () => {
    receiver.behave(500)
    await happen(10)
    expect(await headings()).toEqual([warned, rested])
    receiver.behave(200)
    clock.advance(60)
    await happen(1)
    expect(await headings()).toEqual([warned, rested, awakened])
    expect(receiver.received.at(-1)?.type).toBe('customer.created')
  })

  it('if they may manage webhooks', async () => {
    const admin = await newMember(server.current, acme, 'admin')
    const member = await newMember(server.current, acme, 'member')
    receiver.behave(500)
    await happen(3)
    expect(await headings(admin.email)).toEqual([warned])
    expect(await headings(member.email)).toEqual([])
  })

  it('everything, in its order, when much of it comes at once', async () => {
    const counts = Array.from({ length: 20 }, (_, at) => at + 3)
    const news = counts.map((count) => ({
      name: 'webhook_endpoint.warned',
      organizationId: z.parse(organizationId, acme.id),
      object: { type: 'webhook_endpoint', id: endpoint, version: 1 },
      payload: { url: receiver.url, name: 'Shop', failed_events: count, failing_since: null },
    }))
    const recordedAt = clock.now()
    const times = { recordedAt, organizationTime: recordedAt, actor: null }
    const { kysely } = db.database
    await kysely.transaction().execute((tx) => insertEvents(tx, news, times))
    const mailsToOwner = (await mails()).filter(({ to }) => to === acme.owner.email)
    const told = mailsToOwner.map(({ text }) => /The last (\d+) events/.exec(text)?.[1])
    expect(told).toEqual(counts.map(String))
  })

  it('everything once, however often the job runs', async () => {
    receiver.behave(500)
    await happen(10)
    const before = await headings()
    expect(before).toEqual([warned, rested])
    expect(await reactAgain(db.database, memberReactions)).toContain(tellMembersTask)
    expect(await headings()).toEqual(before)
  })

  it('but not of one that was deleted meanwhile', async () => {
    receiver.behave(500)
    await happen(3)
    const before = (await mails()).length
    await calls.remove(`/webhooks/endpoints/${endpoint}`)
    const payload = { organizationId: acme.id, endpointId: endpoint }
    await db.database.kysely
      .transaction()
      .execute((tx) => addJobs(tx, [{ task: tellMembersTask, payload }]))
    expect(await mails()).toHaveLength(before)
  })
})
