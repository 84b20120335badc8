import { id } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newHistory } from '../../../../test/metrics-history.ts'
import { inAnotherBrowser } from '../../../../test/people.ts'
import { briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, server, acme, calls } = sellingServer(['orders:read'])

beforeAll(() =>
  newHistory({
    ownerUrl: db.ownerUrl,
    organizationId: id('organization').parse(acme.id),
    subscriptions: 60,
    from: '2025-09-01',
    until: '2026-06-01',
  }),
)

const page = z.object({
  items: z.array(
    z.object({ id: z.string(), occurred_at: z.string(), kind: z.string(), order_id: z.string() }),
  ),
  next_cursor: z.nullable(z.string()),
})

const read = async (query: string) => {
  const { status, body } = await calls.get(`/metrics/corrections?${query}`)
  expect(status).toBe(200)
  return z.parse(page, body)
}

describe('refunds and disputes', () => {
  it('are read page by page, the newest first', async () => {
    const all = (await read('limit=1000')).items
    expect(all.length).toBeGreaterThan(10)
    const first = await read('limit=7')
    expect(first.items).toEqual(all.slice(0, 7))
    const second = await read(`limit=7&cursor=${first.next_cursor}`)
    expect(second.items).toEqual(all.slice(7, 14))
    const times = all.map((one) => one.occurred_at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('are filtered by kind and order', async () => {
    const [refund] = (await read('kind=refund&limit=1')).items
    const ofOrder = (await read(`order_id=${refund?.order_id}`)).items
    expect(ofOrder).toContainEqual(refund)
    expect(new Set(ofOrder.map((one) => one.order_id)).size).toBe(1)
    const lost = (await read('kind=dispute_lost')).items
    expect(new Set(lost.map(({ kind }) => kind))).toEqual(new Set(['dispute_lost']))
    expect((await read('currency=gbp')).items).toEqual([])
  })
})

describe('a request is refused', () => {
  it.each([
    ['start_date=2031-01-02&end_date=2031-01-01', 'query.end_date'],
    ['start_date=2031-01-01', 'query.end_date'],
    ['end_date=2031-01-01', 'query.start_date'],
    ['timezone=Mars', 'query.timezone'],
    ['kind=loss', 'query.kind'],
    ['order_id=first', 'query.order_id'],
  ])('%s', async (query, place) => {
    for (const operation of ['', '/totals']) {
      const answer = await calls.get(`/metrics/corrections${operation}?${query}`)
      expect(briefOf(answer)).toBe(`422 RequestValidationError ${place}`)
    }
  })

  it('with a cursor of another list', async () => {
    const answer = await calls.get('/metrics/corrections?cursor=later')
    expect(briefOf(answer)).toBe('422 RequestValidationError query.cursor')
  })

  it('without the scope, which metrics don’t include, and of people who name no organization', async () => {
    const { current } = server
    const other = await newBackend(current, acme, ['metrics:read'])
    const owner = inDashboard(current, await inAnotherBrowser(current, acme.owner))
    for (const path of ['corrections', 'corrections/totals']) {
      expect((await other.get(`/metrics/${path}`)).status).toBe(403)
      expect(briefOf(await owner.get(`/metrics/${path}`))).toBe(
        '422 RequestValidationError query.organization_id',
      )
    }
  })
})
