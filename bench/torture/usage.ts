import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../packages/server/test/sql.ts'
import type { Seller } from '../catalog/sellers.ts'
import { customersCount } from '../usage/rows.ts'
import { type Call, isOverloaded } from './call.ts'

const eventsPerRequest = 50
const againMilliseconds = 100

/** Sends events under ids of their own, each request until it is acknowledged. */
export async function sendEvents(
  call: Call,
  { token }: Seller,
  isOver: () => boolean,
): Promise<string[]> {
  const acknowledged: string[] = []
  while (!isOver()) {
    const ids = Array.from({ length: eventsPerRequest }, () => randomUUID())
    const events = ids.map((external_id, at) => ({
      name: 'call',
      external_customer_id: `user-${1 + ((at * 7919) % customersCount)}`,
      external_id,
    }))
    for (;;) {
      const answer = await call('POST', '/v1/events/ingest', { events }, token)
      if (answer !== null && answer.status < 300) break
      if (answer !== null && !isOverloaded(answer)) throw new Error(`refused: ${answer.status}`)
      await sleep(againMilliseconds)
    }
    acknowledged.push(...ids)
  }
  return acknowledged
}

interface KeptEvents {
  readonly lost: number
  readonly stored: number
  readonly counted: number
}

export async function keptEvents(
  ownerUrl: string,
  { id }: Seller,
  acknowledged: readonly string[],
): Promise<KeptEvents> {
  const [row] = await runOn<KeptEvents>(
    ownerUrl,
    `select (select count(*)::int from unnest($2::text[]) sent
              where not exists (select from usage_event_key k
                                  join usage_event e on e.organization_id = k.organization_id
                                                    and e.id = k.event_id
                                 where k.organization_id = $1::uuid and k.external_id = sent)) as lost,
            (select count(*)::int from usage_event where organization_id = $1::uuid) as stored,
            (select coalesce(sum(event_count), 0)::int from usage_period
              where organization_id = $1::uuid and entity = '') as counted`,
    [id, acknowledged],
  )
  if (row === undefined) throw new Error('the query returns one row')
  return row
}
