import { sealSecret } from '../../packages/server/src/domains/webhooks/actions/endpoint-secrets.ts'
import { createKeyring } from '../../packages/server/src/platform/crypto/keyring.ts'
import { makeSecret, secretPrefixes } from '../../packages/server/src/platform/crypto/tokens.ts'
import { newId } from '../../packages/server/src/platform/ids.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import { newSellers } from '../catalog/sellers.ts'
import { secret } from '../constants.ts'

const keyring = createKeyring([secret])

export interface ListeningSeller {
  readonly organizationId: string
  readonly endpointIds: readonly string[]
}

/** Sellers with endpoints that get paid orders, each at its own path. */
export async function newListeners(
  ownerUrl: string,
  {
    sellers,
    endpoints,
    urlOf,
  }: {
    readonly sellers: number
    readonly endpoints: number
    readonly urlOf: (endpointId: string) => string
  },
): Promise<ListeningSeller[]> {
  const created = await newSellers(ownerUrl, sellers)
  const listening = created.map(({ id }) => ({
    organizationId: id,
    endpointIds: Array.from({ length: endpoints }, () => newId('webhookEndpoint')),
  }))
  await addEndpoints(
    ownerUrl,
    listening.flatMap(({ organizationId, endpointIds }) =>
      endpointIds.map((id) => ({ organizationId, id, url: urlOf(id) })),
    ),
  )
  return listening
}

interface EndpointRow {
  readonly organizationId: string
  readonly id: ReturnType<typeof newId<'webhookEndpoint'>>
  readonly url: string
}

/** Endpoints that get paid orders. */
export async function addEndpoints(ownerUrl: string, rows: readonly EndpointRow[]): Promise<void> {
  await runOn(ownerUrl, endpointRows, [
    rows.map(({ organizationId }) => organizationId),
    rows.map(({ id }) => id),
    rows.map(({ url }) => url),
    rows.map(({ id }) => sealSecret(keyring, id, makeSecret(secretPrefixes.webhook).secret)),
  ])
}

const endpointRows = `
  with endpoints as (
    insert into webhook_endpoint (organization_id, id, url, format, events, secret_sealed, created_at)
    select organization_id, id, url, 'raw', '{order.paid}', sealed, now()
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[])
           as e (organization_id, id, url, sealed)
    returning organization_id, id
  )
  insert into webhook_lane (organization_id, endpoint_id, read_through, read_at)
  select organization_id, id, 0, now() from endpoints`

/** An order like a real one: two to three kilobytes. */
const order = {
  created_at: '2026-01-01T00:00:00.000Z',
  status: 'paid',
  total_amount: 1190,
  currency: 'usd',
  customer: { email: 'ann@example.com', name: 'Ann Example', metadata: { note: 'x'.repeat(500) } },
  product: { name: 'Gym', description: 'What it is, in a line or two. '.repeat(30) },
  items: Array.from({ length: 4 }, (_, at) => ({ label: `Item ${at}`, amount: 250 })),
}

/** Logs paid orders of each seller that are not sent yet, numbered by their versions. */
export const logOrders = (ownerUrl: string, listening: readonly ListeningSeller[], count: number) =>
  runOn(ownerUrl, orderRows, [
    listening.map(({ organizationId }) => organizationId),
    count,
    JSON.stringify(order),
  ])

const orderRows = `
  with lines as (
    insert into event_line as counter (line, sequence)
    select id, $2::int from unnest($1::uuid[]) id
    on conflict (line) do update set sequence = counter.sequence + excluded.sequence
    returning line, sequence - $2::int as before
  )
  insert into event_log (id, organization_id, sequence, name, object_type, object_id,
                         object_version, payload, recorded_at, organization_time)
  select guildhall_event_id(), line, before + n, 'order.paid', 'order', gen_random_uuid(), n,
         $3::jsonb || jsonb_build_object('id', gen_random_uuid()), now(), now()
    from lines, generate_series(1, $2::int) n
   order by n`

/** What the unit of work of a paid order writes, and the notification of the dispatcher. */
export const paid = [
  `insert into outbox (organization_id, name, object_type, object_id, object_version, payload,
                       recorded_at, organization_time)
   values ($1, 'order.paid', 'order', gen_random_uuid(), $2, $3, now(), now())`,
  'notify guildhall_outbox',
] as const

export const orderJson = JSON.stringify(order)

/** Failed events of a thousand orders at one endpoint: the first of each is due, the others wait. */
export const addBacklog = (
  ownerUrl: string,
  { organizationId, endpointIds }: ListeningSeller,
  count: number,
) => runOn(ownerUrl, waitingRows, [organizationId, endpointIds[0], count])

const waitingRows = `
  with objects as materialized (
    select number, gen_random_uuid() as id from generate_series(0, 999) number
  ), line as (
    insert into event_line (line, sequence) values ($1, $3::int)
  ), logged as (
    insert into event_log (id, organization_id, sequence, name, object_type, object_id,
                           object_version, payload, recorded_at, organization_time)
    select guildhall_event_id(), $1, n, 'order.paid', 'order', objects.id, n, '{"id":"1"}', now(),
           now()
      from generate_series(1, $3::int) n join objects on number = n % 1000
    returning sequence, object_id, object_version, logged_at
  ), waiting as (
    insert into webhook_delivery (organization_id, endpoint_id, sequence, logged_at, id, name,
                                  object_type, object_id, object_version, state, attempts,
                                  attempted_at, next_attempt_at, created_at)
    select $1, $2, sequence, logged_at, gen_random_uuid(), 'order.paid', 'order', object_id,
           object_version, 'waiting', (sequence <= 1000)::int,
           case when sequence <= 1000 then now() end, case when sequence <= 1000 then now() end, now()
      from logged
  )
  update webhook_lane set read_through = $3::int, due_at = now(), failing_since = now(),
                          failed_events = 1
   where endpoint_id = $2`
