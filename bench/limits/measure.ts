import { runOn } from '../../packages/server/test/sql.ts'
import { postRequest } from '../catalog/requests.ts'
import { newSellers, type Seller } from '../catalog/sellers.ts'
import type { Workload } from '../load/workload.ts'
import { ourServer, type Urls } from '../our-server.ts'
import { informational, type Result } from '../results.ts'
import { type Figures, type RunOptions, runRounds, startServer } from '../rounds.ts'
import { addCustomers, addMeter, customersCount, unique } from '../usage/rows.ts'

interface Measured {
  readonly hot: Figures
  readonly many: Figures
  readonly reserved: Figures
  /** How many units were used of a limit that was reached. */
  readonly used: number
}

const connections = 64
const unlimited = 1_000_000_000
const reachedLimit = 5000

export async function measure(urls: Urls, options: RunOptions): Promise<Measured> {
  const server = await startServer(ourServer(urls))
  const turn = async (workload: Workload, rounds = options.rounds): Promise<Figures> => {
    const [figures] = await runRounds([{ server, workload }], { ...options, rounds })
    if (figures === undefined) throw new Error('expected the figures of one server')
    return figures
  }
  try {
    const [seller] = await newSellers(urls.ownerUrl, 1)
    if (seller === undefined) throw new Error('there is no seller')
    await addCustomers(urls.ownerUrl, seller)
    const meter = await addMeter(urls.ownerUrl, seller)
    await setLimits(urls.ownerUrl, seller, meter, unlimited)
    await runOn(urls.ownerUrl, 'vacuum analyze')
    const common = { expects: '"allowed":true', connections, unique }
    const hot = await turn({ ...common, requests: [track(seller, 1)] })
    const ofMany = {
      ...common,
      requests: Array.from({ length: customersCount }, (_, at) => track(seller, at + 1)),
    }
    await turn(ofMany, 3)
    // As autovacuum does within a minute of the first customers.
    await runOn(urls.ownerUrl, 'analyze')
    const many = await turn(ofMany)
    const asked = { external_customer_id: 'user-2', meter_id: meter, units: 1 }
    const reserved = await turn({
      ...common,
      requests: [postRequest(seller, '/usage/reserve', { ...asked, external_id: unique })],
    })
    await setLimits(urls.ownerUrl, seller, meter, reachedLimit)
    const last = track(seller, customersCount)
    await turn({ ...common, expects: '"allowed":', requests: [last] }, 3)
    return { hot, many, reserved, used: await usedBy(urls.ownerUrl, seller, customersCount) }
  } finally {
    await server.child.stop()
  }
}

const track = (seller: Seller, customer: number) =>
  postRequest(seller, '/usage/track', {
    event: { name: 'call', external_customer_id: `user-${customer}`, external_id: unique },
  })

const setLimits = (ownerUrl: string, { id }: Seller, meter: string, units: number) =>
  runOn(
    ownerUrl,
    `insert into usage_limit (organization_id, id, customer_id, meter_id, units, set_by, is_hard,
                              thresholds, created_at)
     select organization_id, gen_random_uuid(), id, $2, $3, 'seller', true, '{}', now()
       from customer where organization_id = $1
         on conflict (organization_id, customer_id, meter_id, set_by) do update
        set units = excluded.units`,
    [id, meter, units],
  )

async function usedBy(ownerUrl: string, { id }: Seller, customer: number): Promise<number> {
  const [row] = await runOn<{ used: number }>(
    ownerUrl,
    `select coalesce(sum(p.event_count), 0)::int as used
       from usage_period p join customer c on c.organization_id = p.organization_id and c.id = p.customer_id
      where p.organization_id = $1 and c.external_id = $2`,
    [id, `user-${customer}`],
  )
  return row?.used ?? 0
}

const hotMin = 4000
const manyMin = 6000
const p99Max = 50

export function evaluate({ hot, many, reserved, used }: Measured): Result[] {
  const textOf = ({ requestsPerSecond, p99Milliseconds, cpuMicroseconds }: Figures) =>
    `${requestsPerSecond.toFixed(0)} (${p99Milliseconds.toFixed(1)}; ${cpuMicroseconds.toFixed(0)})`
  const withoutPeer = { peer: '', ratio: '' }
  return [
    {
      ...withoutPeer,
      figure: 'events/s of one customer (p99 ms; CPU µs)',
      ours: textOf(hot),
      goal: `≥ ${hotMin}, ≤ ${p99Max} ms`,
      isMet: hot.requestsPerSecond >= hotMin && hot.p99Milliseconds <= p99Max,
    },
    {
      ...withoutPeer,
      figure: `events/s of ${customersCount} customers (p99 ms; CPU µs)`,
      ours: textOf(many),
      goal: `≥ ${manyMin}`,
      isMet: many.requestsPerSecond >= manyMin,
    },
    {
      ...withoutPeer,
      figure: 'reservations/s of one customer (p99 ms; CPU µs)',
      ours: textOf(reserved),
      goal: informational,
      isMet: true,
    },
    {
      ...withoutPeer,
      figure: `units used of a limit of ${reachedLimit} that was reached`,
      ours: String(used),
      goal: `= ${reachedLimit}`,
      isMet: used === reachedLimit,
    },
  ]
}
