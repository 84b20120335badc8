import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { newId } from '../../packages/server/src/platform/ids.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import type { Seller } from '../catalog/sellers.ts'
import { copyInto } from './copy.ts'

export const customersCount = 10_000
export const unique = '00000000-0000-0000-0000-000000000000'

export const summedProperty = 'input_tokens'

const models = ['lite', 'pro', 'max', 'vision']

export const addCustomers = (ownerUrl: string, { id }: Seller): Promise<unknown> =>
  runOn(
    ownerUrl,
    `insert into customer (organization_id, id, email, external_id, created_at)
     select $1::uuid, gen_random_uuid(), 'user-' || n || '@example.com', 'user-' || n, now()
       from generate_series(1, $2::int) n`,
    [id, customersCount],
  )

/** Counts every event, or adds up a property of them. */
export async function addMeter(
  ownerUrl: string,
  { id }: Seller,
  property: string | null = null,
): Promise<string> {
  const meter = newId('meter')
  await runOn(
    ownerUrl,
    `insert into meter (organization_id, id, name, filter, aggregation_func, aggregation_property,
                        counts_from, created_at)
     values ($1, $2, 'Usage', '{"conjunction": "and", "clauses": []}', $3, $4, '2026-01-01', now())`,
    [id, meter, property === null ? 'count' : 'sum', property],
  )
  return meter
}

/** As a backend sends it; its id is unique in each request. */
export const eventOf = (number: number) => ({
  name: number % 3 === 0 ? 'tool.call' : 'completion',
  external_customer_id: `user-${1 + ((number * 7919) % customersCount)}`,
  external_id: `${unique}-${number % 1000}`,
  timestamp: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
  metadata: {
    model: models[number % models.length],
    input_tokens: 100 + (number % 4000),
    output_tokens: 33.5,
    cached: number % 2 === 0,
  },
})

/**
 * Copies the same rows, with what is needed to find duplicates, in two streams without any check,
 * and answers the rows per second.
 */
export async function copyRaw(
  ownerUrl: string,
  { id }: Seller,
  { batches, batch }: { readonly batches: number; readonly batch: number },
): Promise<number> {
  const customers = await customerIds(ownerUrl, id)
  const inputs = Array.from({ length: batches }, () => copyInput(id, customers, batch))
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    const startedAt = performance.now()
    for (const { keys, events } of inputs) {
      await copyInto(client, 'copy usage_event_key from stdin', keys)
      await copyInto(client, copyEvents, events)
    }
    return (1000 * batches * batch) / (performance.now() - startedAt)
  } finally {
    await client.end()
  }
}

const copyEvents = `copy usage_event (organization_id, id, ingested_at, "timestamp", customer_id,
  source, name, external_customer_id, external_id, metadata) from stdin`

async function customerIds(
  ownerUrl: string,
  organization: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await runOn<{ id: string; external_id: string }>(
    ownerUrl,
    'select id, external_id from customer where organization_id = $1',
    [organization],
  )
  return new Map(rows.map(({ id, external_id }) => [external_id, id]))
}

function copyInput(organization: string, customers: ReadonlyMap<string, string>, batch: number) {
  const ingestedAt = new Date().toISOString()
  const request = randomUUID()
  const rows = Array.from({ length: batch }, (_, number) => {
    const { name, external_customer_id, external_id, timestamp, metadata } = eventOf(number)
    const key = external_id.replace(unique, request)
    const id = newId('usageEvent')
    const customer = customers.get(external_customer_id) ?? ''
    return {
      key: [organization, key, id],
      event: [organization, id, ingestedAt, timestamp, customer, 'user', name].concat(
        external_customer_id,
        key,
        JSON.stringify(metadata),
      ),
    }
  })
  const textOf = (lines: readonly (readonly string[])[]) =>
    Buffer.from(lines.map((line) => `${line.join('\t')}\n`).join(''))
  return {
    keys: textOf(rows.map(({ key }) => key)),
    events: textOf(rows.map(({ event }) => event)),
  }
}

/** Stores events until the seller has that many, a million at a time. */
export async function fillEvents(ownerUrl: string, { id }: Seller, count: number): Promise<void> {
  const [row] = await runOn<{ count: number }>(
    ownerUrl,
    'select coalesce(sum(occurrences), 0)::int as count from usage_event_name where organization_id = $1',
    [id],
  )
  for (let first = row?.count ?? 0; first < count; first += fillAtOnce) {
    await runOn(ownerUrl, eventRows, [id, first, Math.min(count, first + fillAtOnce) - 1])
  }
  await runOn(ownerUrl, 'vacuum analyze')
}

const fillAtOnce = 1_000_000

const eventRows = `
  with added as (
    insert into usage_event (organization_id, id, ingested_at, "timestamp", customer_id, source,
                             name, external_customer_id, metadata)
    select $1::uuid, gen_random_uuid(), now(), timestamptz '2026-01-01' + n * interval '1 second',
           c.id, 'user', case when n % 3 = 0 then 'tool.call' else 'completion' end, c.external_id,
           jsonb_build_object('model', (array['lite', 'pro', 'max', 'vision'])[1 + n % 4],
             'input_tokens', 100 + n % 4000, 'output_tokens', 33.5, 'cached', n % 2 = 0)
      from generate_series($2::int, $3::int) n
      join (select id, external_id, row_number() over () as number from customer
             where organization_id = $1::uuid) c
        on c.number = 1 + (n::bigint * 7919) % (select count(*) from customer where organization_id = $1::uuid)
    returning name, "timestamp"
  )
  insert into usage_event_name as known
    (organization_id, name, source, slot, occurrences, first_seen, last_seen)
  select $1::uuid, name, 'user', 0, count(*), min("timestamp"), max("timestamp")
    from added group by name
  on conflict (organization_id, name, source, slot) do update
    set occurrences = known.occurrences + excluded.occurrences,
        first_seen = least(known.first_seen, excluded.first_seen),
        last_seen = greatest(known.last_seen, excluded.last_seen)`

/** How many events the balances have, which must be all that are stored, with their sum. */
export async function countedExactly(ownerUrl: string, { id }: Seller): Promise<number> {
  const [row] = await runOn<Record<'stored' | 'total' | 'counted' | 'sum', string>>(
    ownerUrl,
    `select stored, total, counted, sum
       from (select count(*) as stored, sum((metadata->>$2)::numeric) as total
               from usage_event where organization_id = $1) e,
            (select sum(event_count) as counted, sum(sum) as sum
               from usage_period where organization_id = $1 and entity = '') p`,
    [id, summedProperty],
  )
  if (row === undefined) throw new Error('the query returns one row')
  const { stored, total, counted, sum } = row
  if (counted !== stored || Number(sum) !== Number(total)) {
    throw new Error(`of ${stored} events with ${total} in all, ${counted} with ${sum} are counted`)
  }
  return Number(stored)
}

export interface Size {
  readonly events: number
  readonly bytesOfEvents: number
  readonly bytesOfKeys: number
}

export async function sizeOf(ownerUrl: string): Promise<Size> {
  const [size] = await runOn<{ events: number; keys: number; bytes: number; key_bytes: number }>(
    ownerUrl,
    `select (select count(*) from usage_event)::float8 as events,
            (select count(*) from usage_event_key)::float8 as keys,
            (select sum(pg_total_relation_size(inhrelid)) from pg_inherits
              where inhparent = 'usage_event'::regclass)::float8 as bytes,
            pg_total_relation_size('usage_event_key')::float8 as key_bytes`,
  )
  if (size === undefined) throw new Error('the sizes are one row')
  return {
    events: size.events,
    bytesOfEvents: size.bytes / size.events,
    bytesOfKeys: size.key_bytes / size.keys,
  }
}
