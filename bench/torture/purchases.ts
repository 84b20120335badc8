import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../packages/server/test/sql.ts'
import type { Seller } from '../catalog/sellers.ts'
import type { Offer } from '../purchases/purchase-job.ts'
import { type Answer, type Call, isOverloaded } from './call.ts'

const againMilliseconds = 50

/** Buys, however often it takes; returns the checkout when the purchase was acknowledged. */
export async function buy(call: Call, { token, productIds }: Offer): Promise<string> {
  const opened = await untilAnswered(() =>
    call('POST', '/v1/checkouts/', { products: productIds }, token),
  )
  const path = `/v1/checkouts/client/${String(opened.body['client_secret'])}`
  const input = {
    customer_email: `${randomUUID()}@example.com`,
    customer_name: 'Ann Example',
    customer_billing_address: { country: 'DE' },
    confirmation_token_id: 'tok_sandbox_ok',
  }
  for (;;) {
    const confirmed = await call('POST', `${path}/confirm`, input)
    if (confirmed?.status === 200) return String(opened.body['id'])
    // An earlier attempt may have succeeded although nobody heard of it.
    const found = await untilAnswered(() => call('GET', path, null))
    if (bought.includes(String(found.body['status']))) return String(opened.body['id'])
    if (confirmed !== null && !isOverloaded(confirmed)) {
      throw new Error(`a purchase was refused: ${JSON.stringify(confirmed)}`)
    }
    await sleep(againMilliseconds)
  }
}

const bought: readonly string[] = ['confirmed', 'succeeded']

async function untilAnswered(attempt: () => Promise<Answer | null>): Promise<Answer> {
  for (;;) {
    const answer = await attempt()
    if (answer !== null && answer.status < 300) return answer
    if (answer !== null && !isOverloaded(answer)) throw new Error(JSON.stringify(answer))
    await sleep(againMilliseconds)
  }
}

interface KeptPurchases {
  readonly lost: number
  readonly 'charged twice': number
  readonly 'ordered twice': number
}

export async function keptPurchases(
  ownerUrl: string,
  { id }: Pick<Seller, 'id'>,
  acknowledged: readonly string[],
): Promise<KeptPurchases> {
  const [row] = await runOn<KeptPurchases>(
    ownerUrl,
    `select (select count(*)::int from unnest($2::uuid[]) bought
              where not exists (select from orders
                                 where organization_id = $1 and checkout_id = bought
                                   and status = 'paid')) as lost,
            (select count(*)::int
               from (select from payment where organization_id = $1 and status = 'succeeded'
                      group by checkout_id having count(*) > 1) twice) as "charged twice",
            (select count(*)::int
               from (select from orders where organization_id = $1
                      group by checkout_id having count(*) > 1) twice) as "ordered twice"`,
    [id, acknowledged],
  )
  if (row === undefined) throw new Error('the query returns one row')
  return row
}

/** The orders whose webhook has to have arrived. */
export const paidOrders = async (
  ownerUrl: string,
  { id }: Pick<Seller, 'id'>,
): Promise<{ readonly id: string }[]> =>
  runOn(ownerUrl, `select id from orders where organization_id = $1 and status = 'paid'`, [id])
