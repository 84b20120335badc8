import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MadeCustomer, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { type BillingAnswer, briefOf } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts'
import { type Listener, messagesOf, newListener } from '../../../../test/webhooks.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
let receiver: WebhookReceiver
let acme: Listener

beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver?.stop())

beforeEach(async () => {
  receiver.behave(200)
  acme = await newListener(server.current, receiver.url)
  receiver.forget()
})

const deliver = () => server.current.deliverDue()

const rename = ({ id }: MadeCustomer, name: string) =>
  acme.calls.patch(`/customers/${id}`, { name })

const redeliver = (id: string | undefined) =>
  acme.calls.post(`/webhooks/events/${id}/redeliver`, {})

const replay = (input: object): Promise<BillingAnswer> =>
  acme.calls.post(`/webhooks/endpoints/${acme.endpoint.id}/replay`, input)

const received = () => receiver.received.map(({ sequence }) => sequence)

describe('a redelivery', () => {
  it('has the same id and the same body', async () => {
    await newCustomer(acme.calls)
    await deliver()
    const [sent] = await messagesOf(acme.calls)
    const answer = await redeliver(sent?.id)
    expect(answer.status).toBe(202)
    expect(answer.body).toMatchObject({ id: sent?.id, state: 'waiting', attempt_count: 1 })
    await deliver()
    const [first, second] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect(second?.id).toBe(first?.id)
    expect(second?.body).toBe(first?.body)
    expect(await messagesOf(acme.calls)).toMatchObject([{ state: 'delivered', attempt_count: 2 }])
  })

  it('waits behind earlier events of the same object', async () => {
    const ada = await newCustomer(acme.calls)
    await rename(ada, 'Ada')
    await deliver()
    receiver.forget()
    receiver.behave(500)
    const [updated, created] = await messagesOf(acme.calls)
    await redeliver(created?.id)
    await deliver()
    expect((await redeliver(updated?.id)).body).toMatchObject({ next_attempt_at: null })
    receiver.behave(200)
    await deliver()
    expect(received()).toEqual([created?.sequence])
    clock.advance(6)
    await deliver()
    expect(received()).toEqual([created?.sequence, created?.sequence, updated?.sequence])
  })

  it('is refused for a disabled endpoint, and for one that no longer wants the event', async () => {
    await newCustomer(acme.calls)
    await deliver()
    const [sent] = await messagesOf(acme.calls)
    const path = `/webhooks/endpoints/${acme.endpoint.id}`
    await acme.calls.patch(path, { enabled: false })
    expect(briefOf(await redeliver(sent?.id))).toBe('409 WebhookEndpointDisabled')
    expect(briefOf(await replay({ failed_only: true }))).toBe('409 WebhookEndpointDisabled')
    await acme.calls.patch(path, { enabled: true, events: ['order.paid'] })
    expect(briefOf(await redeliver(sent?.id))).toBe('409 WebhookEventNotListenedTo')
    expect((await replay({ from_sequence: 1 })).body).toEqual({ count: 0 })
  })
})

describe('a replay', () => {
  let ada: MadeCustomer
  let bob: MadeCustomer
  let between: string

  beforeEach(async () => {
    ada = await newCustomer(acme.calls)
    await rename(ada, 'Ada')
    await deliver()
    between = await databaseTime()
    bob = await newCustomer(acme.calls)
    await rename(bob, 'Bob')
    await deliver()
  })

  const databaseTime = async (): Promise<string> => {
    const [row] = await runOn<{ now: Date }>(db.ownerUrl, 'select clock_timestamp() as now')
    return row?.now.toISOString() ?? ''
  }

  /** Which of the four events are sent again. */
  async function sentAgain(input: object): Promise<string> {
    const all = received()
    receiver.forget()
    const answer = await replay(input)
    expect(answer.status).toBe(202)
    await deliver()
    const again = received()
    expect(answer.body).toEqual({ count: again.length })
    for (const { id } of [ada, bob]) {
      const ofOne = receiver.received.filter(({ data }) => data['id'] === id)
      const sequences = ofOne.map(({ sequence }) => sequence)
      expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
    }
    return again
      .map((sequence) => all.indexOf(sequence) + 1)
      .toSorted((one, other) => one - other)
      .join()
  }

  it('sends a range of sequences', async () => {
    const [, second, third] = received()
    expect(await sentAgain({ from_sequence: second, to_sequence: third })).toBe('2,3')
  })

  it('sends everything', async () => {
    expect(await sentAgain({ from_sequence: 1 })).toBe('1,2,3,4')
  })

  it('sends events after an instant', async () => {
    expect(await sentAgain({ created_after: between })).toBe('3,4')
  })

  it('sends events before an instant', async () => {
    expect(await sentAgain({ created_before: between })).toBe('1,2')
  })

  it('sends events of an object', async () => {
    expect(await sentAgain({ object_id: bob.id })).toBe('3,4')
  })

  it('sends events of some types', async () => {
    expect(await sentAgain({ types: ['customer.updated', 'order.paid'] })).toBe('2,4')
  })

  it('sends events that match all conditions', async () => {
    expect(await sentAgain({ object_id: ada.id, created_after: between })).toBe('')
  })

  it('sends events that failed for good', async () => {
    await runOn(
      db.ownerUrl,
      `update webhook_delivery set state = 'failed' where endpoint_id = $1 and object_id = $2`,
      [acme.endpoint.id, bob.id],
    )
    expect(await sentAgain({ failed_only: true })).toBe('3,4')
    expect(await sentAgain({ failed_only: true })).toBe('')
  })

  it('sends events that the endpoint did not want at the time', async () => {
    const path = `/webhooks/endpoints/${acme.endpoint.id}`
    await acme.calls.patch(path, { events: ['customer.deleted'] })
    await acme.calls.remove(`/customers/${bob.id}`)
    const cat = await newCustomer(acme.calls)
    await deliver()
    receiver.forget()
    await acme.calls.patch(path, { events: ['customer.created'] })
    expect((await replay({ object_id: cat.id })).body).toEqual({ count: 1 })
    await deliver()
    expect(receiver.received.map(({ type, data }) => [type, data['id']])).toEqual([
      ['customer.created', cat.id],
    ])
  })

  it('needs a condition', async () => {
    expect(briefOf(await replay({}))).toBe('422 RequestValidationError body')
    expect(briefOf(await replay({ failed_only: false }))).toBe('422 RequestValidationError body')
    expect(briefOf(await replay({ types: [] }))).toBe('422 RequestValidationError body.types')
  })

  it('with one idempotency key sends once', async () => {
    receiver.forget()
    const key = { 'idempotency-key': `again-${acme.endpoint.id}` }
    const path = `/webhooks/endpoints/${acme.endpoint.id}/replay`
    await acme.calls.post(path, { from_sequence: 1 }, key)
    await deliver()
    await acme.calls.post(path, { from_sequence: 1 }, key)
    await deliver()
    expect(received()).toHaveLength(4)
  })

  it('is limited to ten thousand events, and says how to continue', async () => {
    await runOn(
      db.ownerUrl,
      `with line as (
         update event_line set sequence = sequence + 10000 where line = $1 returning sequence
       ), moved as (
         update webhook_lane set read_through = (select sequence from line) where endpoint_id = $2
       )
       insert into event_log (id, organization_id, sequence, name, object_type, object_id,
                              object_version, payload, recorded_at, organization_time)
       select 1e9 + at, $1, (select sequence from line) - 10000 + at, 'customer.created',
              'customer', 'c' || at, 1, '{}', now(), now()
         from generate_series(1, 10000) at`,
      [acme.organization.id, acme.endpoint.id],
    )
    const refused = await replay({ from_sequence: 1 })
    expect(briefOf(refused)).toBe('422 RequestValidationError body')
    const [, last] = /to_sequence (\d+)/.exec(refused.text) ?? []
    const first = await replay({ from_sequence: 1, to_sequence: Number(last) })
    expect(first.body).toEqual({ count: 10_000 })
    expect((await replay({ from_sequence: Number(last) + 1 })).body).toEqual({ count: 4 })
    await acme.calls.remove(`/webhooks/endpoints/${acme.endpoint.id}`)
  })
})

describe('an event older than the retention', () => {
  it('is neither sent again nor pulled', async () => {
    await newCustomer(acme.calls)
    await deliver()
    const [sent] = await messagesOf(acme.calls)
    const kept = (from: string) =>
      runOn(
        db.ownerUrl,
        `create or replace function webhook_kept_since(real_time timestamptz) returns timestamptz
           language sql stable as 'select ${from}'`,
      )
    await kept(`real_time + interval ''1 day''`)
    expect(briefOf(await redeliver(sent?.id))).toBe('404 ResourceNotFound')
    expect((await replay({ from_sequence: 1 })).body).toEqual({ count: 0 })
    const pull = () => acme.calls.get('/webhooks/events?types=customer.created')
    expect((await pull()).body).toMatchObject({ items: [], has_more: false })
    await kept(`real_time - interval ''90 days''`)
    expect((await pull()).body).toMatchObject({ items: [{}] })
  })
})

describe('an endpoint that is enabled again', () => {
  it('gets what it missed and what had failed for good, in order', async () => {
    const path = `/webhooks/endpoints/${acme.endpoint.id}`
    receiver.behave(500)
    const ada = await newCustomer(acme.calls)
    await deliver()
    await runOn(
      db.ownerUrl,
      `update webhook_delivery set state = 'failed', next_attempt_at = null where endpoint_id = $1`,
      [acme.endpoint.id],
    )
    await acme.calls.patch(path, { enabled: false })
    await rename(ada, 'Ada')
    await newCustomer(acme.calls)
    await deliver()
    receiver.forget()
    receiver.behave(200)
    await deliver()
    expect(received()).toEqual([])
    expect((await acme.calls.get(path)).body).toMatchObject({ health: { lag: 2 } })
    await acme.calls.patch(path, { enabled: true })
    await deliver()
    await deliver()
    expect(receiver.received.map(({ type }) => type).toSorted()).toEqual([
      'customer.created',
      'customer.created',
      'customer.updated',
    ])
    const ofAda = receiver.received.filter(({ data }) => data['id'] === ada.id)
    expect(ofAda.map(({ type }) => type)).toEqual(['customer.created', 'customer.updated'])
    expect((await acme.calls.get(path)).body).toMatchObject({
      health: { state: 'healthy', lag: 0, waiting: 0 },
    })
  })
})
