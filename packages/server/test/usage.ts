import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { TestDatabase } from './database.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import type { BillingAnswer, BillingCalls } from './sellers.ts'

/** With the required fields only. */
export const bareEvent = { name: 'call', external_customer_id: 'nobody' }

export const ingest = (calls: BillingCalls, ...events: readonly object[]): Promise<BillingAnswer> =>
  calls.post('/events/ingest', { events })

/** Ingests events that have to be new. */
export async function ingestNew(calls: BillingCalls, ...events: readonly object[]): Promise<void> {
  const { status, body } = await ingest(calls, ...events)
  expect({ status, body }).toEqual({
    status: 200,
    body: { inserted: events.length, duplicates: 0 },
  })
}

const listed = z.object({
  items: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      timestamp: z.string(),
      customer_id: z.nullable(z.string()),
      external_id: z.nullable(z.string()),
    }),
  ),
  pagination: z.object({ total_count: z.number(), max_page: z.number() }),
})

export type ListedEvents = z.output<typeof listed>

/** A page of events. */
export async function listEvents(calls: BillingCalls, query = ''): Promise<ListedEvents> {
  const answer = await calls.get(`/events/?${query}`)
  expect(answer).toMatchObject({ status: 200 })
  return listed.parse(answer.body)
}

/** Ingests an event and answers its id. */
export async function newEvent(calls: BillingCalls): Promise<string> {
  const externalId = randomUUID()
  await ingestNew(calls, { ...bareEvent, external_id: externalId })
  const { items } = await listEvents(calls, `external_id=${externalId}`)
  return items[0]?.id ?? ''
}

const listedMeters = z.object({
  items: z.array(
    z.looseObject({ id: z.string(), customer_id: z.string(), consumed_units: z.number() }),
  ),
})

/** The customer meters that match, of one page. */
export async function listCustomerMeters(calls: BillingCalls, query: string) {
  const answer = await calls.get(`/customer-meters/?${query}`)
  expect(answer).toMatchObject({ status: 200 })
  return listedMeters.parse(answer.body).items
}

/** Of a customer whose events any meter counts. */
export async function newCustomerMeter(
  calls: BillingCalls,
  { id }: { readonly id: string },
): Promise<string> {
  await ingestNew(calls, { name: 'call', customer_id: id })
  const [first] = await listCustomerMeters(calls, `customer_id=${id}`)
  return first?.id ?? ''
}

/** How many events of this name the database has. */
export async function storedEvents(
  { database }: TestDatabase,
  { id }: Pick<OwnedOrganization, 'id'>,
  name: string,
): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from usage_event where organization_id = $1 and name = $2',
    [id, name],
  )
  return rows[0]?.count ?? 0
}

const quantity = z.object({ timestamp: z.string(), quantity: z.number() })
const quantities = z.array(quantity)

const measured = z.object({
  quantities,
  total: z.number(),
  groups: z.nullable(
    z.array(
      z.object({
        key: z.nullable(z.string()),
        is_others: z.boolean(),
        quantities,
        total: z.number(),
      }),
    ),
  ),
})

export type MeasuredQuantities = z.output<typeof measured>

/** What a meter measured. */
export async function getQuantities(
  calls: BillingCalls,
  meter: string,
  query: Readonly<Record<string, string>>,
): Promise<MeasuredQuantities> {
  const text = new URLSearchParams(query).toString()
  const answer = await calls.get(`/meters/${meter}/quantities?${text}`)
  expect(answer).toMatchObject({ status: 200 })
  return measured.parse(answer.body)
}
