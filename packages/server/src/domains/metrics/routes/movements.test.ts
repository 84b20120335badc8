import { id } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it } from 'vitest'
import { type HistoricShop, newHistory } from '../../../../test/metrics-history.ts'
import { inAnotherBrowser } from '../../../../test/people.ts'
import { briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'

const { db, server, acme, calls } = sellingServer(['subscriptions:read'])
let shop: HistoricShop

beforeAll(async () => {
  shop = await newHistory({
    ownerUrl: db.ownerUrl,
    organizationId: id('organization').parse(acme.id),
    subscriptions: 20,
    from: '2025-09-01',
    until: '2026-06-01',
  })
})

const first = async (query: string) => {
  const { status, body } = await calls.get(`/metrics/movements?${query}`)
  expect(status).toBe(200)
  return body
}

it('a movement says when, of what and by how much, and the newest comes first', async () => {
  const rows = await runOn(
    db.ownerUrl,
    `select m.subscription_id || '_' || m.version || '_' || m.position as id,
            to_char(date_trunc('milliseconds', m.occurred_at) at time zone 'UTC',
                    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurred_at,
            m.kind, m.currency, m.list_amount::int as amount, m.billing_amount::int,
            m.trial_amount::int, m.committed_amount::int, m.started = 1 as started,
            m.ended = 1 as ended, null as product_change, m.subscription_id, m.customer_id,
            null as customer_name, c.email as customer_email, m.product_id,
            'Plan' as product_name
       from subscription_movement m join customer c on c.id = m.customer_id
      where m.organization_id = $1 order by m.occurred_at desc limit 1`,
    [acme.id],
  )
  const [row = {}] = rows
  expect((await first('limit=1'))?.['items']).toEqual([row])
})

describe('movements', () => {
  it('of a change of the product are two', async () => {
    const rows = await runOn<{ subscription_id: string }>(
      db.ownerUrl,
      `select subscription_id from subscription_movement
        where organization_id = $1 and switched = 1 limit 1`,
      [acme.id],
    )
    const of = `kind=expansion&subscription_id=${rows[0]?.subscription_id}`
    expect(await first(of)).toMatchObject({
      items: [
        { kind: 'expansion', product_change: 'entered' },
        { kind: 'expansion', product_change: 'left' },
      ],
      next_cursor: null,
    })
  })

  it('are filtered by customer, kind and what happened to the subscription', async () => {
    const customer = shop.customers[0] ?? ''
    const counted = async (where: string) => {
      const rows = await runOn(
        db.ownerUrl,
        `select 1 from subscription_movement
          where organization_id = $1 and customer_id = $2 ${where}`,
        [acme.id, customer],
      )
      return rows.length
    }
    const listed = async (query: string) =>
      (await calls.get(`/metrics/movements?customer_id=${customer}&${query}`)).body?.['items']
    expect(await listed('kind=churn&kind=new')).toHaveLength(
      await counted(`and kind in ('churn', 'new')`),
    )
    expect(await listed('ended=true')).toHaveLength(await counted('and ended = 1'))
    expect(await listed('started=false')).toHaveLength(await counted('and started = 0'))
    expect(await listed('currency=gbp')).toEqual([])
  })

  it('that begin after a later cursor are none', async () => {
    expect(await first(`cursor=0_${acme.id}_0_0`)).toEqual({ items: [], next_cursor: null })
  })
})

describe('a request is refused', () => {
  it.each([
    ['start_date=2031-01-02&end_date=2031-01-01', 'query.end_date'],
    ['start_date=2031-01-01&end_date=2042-01-01', 'query'],
    ['start_date=2022-01-01&end_date=2031-01-01', 'query.start_date'],
    ['start_date=2031-02-30&end_date=2031-03-01', 'query.start_date'],
    ['start_date=2031-01-01', 'query.end_date'],
    ['end_date=2031-01-01', 'query.start_date'],
    ['timezone=Mars', 'query.timezone'],
    ['kind=loss', 'query.kind'],
    ['started=perhaps', 'query.started'],
    ['cancellation_reason=boredom', 'query.cancellation_reason'],
    ['product_id=pro', 'query.product_id'],
    ['currency=dollars', 'query.currency'],
  ])('%s', async (query, place) => {
    for (const operation of ['', '/totals', '/export']) {
      const answer = await calls.get(`/metrics/movements${operation}?${query}`)
      expect(briefOf(answer)).toBe(`422 RequestValidationError ${place}`)
    }
  })

  it.each([
    ['?limit=0', 'query.limit'],
    ['?cursor=later', 'query.cursor'],
    ['?cursor=2031-01-01T00:00:00Z_0_0_0', 'query.cursor'],
    ['/export?columns=size', 'query.columns'],
  ])('%s', async (query, place) => {
    const answer = await calls.get(`/metrics/movements${query}`)
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${place}`)
  })

  it('without the scope, which metrics don’t include, and of people who name no organization', async () => {
    const { current } = server
    const other = await newBackend(current, acme, ['metrics:read'])
    const owner = inDashboard(current, await inAnotherBrowser(current, acme.owner))
    for (const path of ['movements', 'movements/totals', 'movements/export']) {
      expect((await other.get(`/metrics/${path}`)).status).toBe(403)
      expect(briefOf(await owner.get(`/metrics/${path}`))).toBe(
        '422 RequestValidationError query.organization_id',
      )
    }
  })
})
