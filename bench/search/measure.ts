import { runOn } from '../../packages/server/test/sql.ts'
import { getRequest } from '../catalog/requests.ts'
import { newSellers, type Seller } from '../catalog/sellers.ts'
import { ourServer, type Urls } from '../our-server.ts'
import type { Result } from '../results.ts'
import { type Figures, type RunOptions, runRounds, startServer } from '../rounds.ts'

interface Measured {
  readonly customers: number
  readonly rare: Figures
  readonly common: Figures
  readonly none: Figures
}

const connections = 4

export async function measure(
  urls: Urls,
  options: RunOptions,
  customers: number,
): Promise<Measured> {
  const server = await startServer(ourServer(urls))
  try {
    const [seller] = await newSellers(urls.ownerUrl, 1)
    if (seller === undefined) throw new Error('there is no seller')
    await addCustomers(urls.ownerUrl, seller, customers)
    const turn = async (texts: readonly string[]): Promise<Figures> => {
      const requests = texts.map((text) => getRequest(seller, `/search?q=${encodeURI(text)}`))
      const workload = { expects: '"customers":', connections, requests }
      const [figures] = await runRounds([{ server, workload }], options)
      if (figures === undefined) throw new Error('expected the figures of one server')
      return figures
    }
    return {
      customers,
      rare: await turn(['ada7000', 'ada 5', 'wile.40', 'coyote123', 'user-4711', 'middle 3 c']),
      common: await turn(['a', 'ada', 'co', 'coyote', 'w', 'm']),
      none: await turn(['zzz', '4711', 'facade', '%']),
    }
  } finally {
    await server.child.stop()
  }
}

/** Half of them have the same first name, and the others the same beginning of the last name. */
export async function addCustomers(
  ownerUrl: string,
  { id }: Seller,
  customers: number,
): Promise<void> {
  await runOn(
    ownerUrl,
    `insert into customer (organization_id, id, email, name, external_id, created_at)
     select $1, gen_random_uuid(),
            case n % 2 when 0 then 'ada' || n else 'wile.' || n end || '@example.com',
            case n % 2 when 0 then 'Ada ' || n else 'Wile Middle ' || n % 100 || ' Coyote' || n end,
            'user-' || n, now() - n * interval '1 second'
       from generate_series(1, $2::int) n`,
    [id, customers],
  )
  await runOn(ownerUrl, 'vacuum analyze customer')
}

const p99Max = 50

export function evaluate({ customers, rare, common, none }: Measured): Result[] {
  const figure = (name: string, of: Figures): Result => ({
    figure: `${name} of ${customers} customers, p50 (p99) ms`,
    ours: `${of.p50Milliseconds.toFixed(1)} (${of.p99Milliseconds.toFixed(1)})`,
    peer: '',
    ratio: '',
    goal: `p99 ≤ ${p99Max} ms`,
    isMet: of.p99Milliseconds <= p99Max,
  })
  return [
    figure('what few begin with,', rare),
    figure('what half of them begin with,', common),
    figure('what none begins with,', none),
  ]
}
