import { id as idOf } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../../../../test/full-run.ts'
import { newMeter } from '../../../../test/meters.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newFreeSubscription } from '../../../../test/subscriptions.ts'
import { testUnitOfWorkFactory } from '../../../../test/unit-of-work-factory.ts'
import { ingestNew } from '../../../../test/usage.ts'
import { systemClock } from '../../../platform/clock.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { changePeriods } from './change-periods.ts'

const { db, server, acme, calls } = sellingServer([
  'events:write',
  'customers:write',
  'meters:write',
  'products:write',
  'subscriptions:write',
])

const today = Math.floor(Date.now() / 86_400_000)

/** So many days before today, at midnight. */
const ago = (days: number) => new Date((today - days) * 86_400_000)

const aggregationBy = {
  count: { func: 'count' },
  max: { func: 'max', property: 'size' },
  unique: { func: 'count', unique_property: 'size' },
}

const countingMeter = async (event: string, func: 'count' | 'max' | 'unique') =>
  (
    await newMeter(calls, {
      name: `Of ${event}`,
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: event }] },
      aggregation: aggregationBy[func],
      counts_from: ago(400).toISOString(),
    })
  ).id

let used: string
let peak: string
let sizes: string

beforeAll(async () => {
  used = await countingMeter('used', 'count')
  peak = await countingMeter('used', 'max')
  sizes = await countingMeter('used', 'unique')
})

interface Change {
  readonly meter?: string
  readonly closes?: Date
  readonly opens?: readonly [Date, Date]
  /** Happens before the change is committed. */
  readonly before?: () => Promise<void>
}

/** A customer with a subscription of their own, whose periods a test changes. */
async function subscriber() {
  const { id, customer_id } = await newFreeSubscription(calls)
  const change = ({ meter = used, closes, opens, before }: Change) =>
    runUnitOfWork(
      testUnitOfWorkFactory({ ...server.current, clock: systemClock }),
      { organizationId: idOf('organization').parse(acme.id) },
      async (uow) => {
        const closed = await changePeriods(uow, [
          {
            organizationId: idOf('organization').parse(acme.id),
            customerId: idOf('customer').parse(customer_id),
            subscriptionId: idOf('subscription').parse(id),
            meterId: idOf('meter').parse(meter),
            closesAt: closes ?? null,
            open: opens === undefined ? null : { start: opens[0], end: opens[1] },
          },
        ])
        await before?.()
        return closed
      },
    )
  const use = (days: number, input: object = {}) =>
    ingestNew(calls, {
      name: 'used',
      customer_id,
      timestamp: ago(days).toISOString(),
      metadata: { size: days },
      ...input,
    })
  /** Each period as `days ago of its start: what was used`. */
  const periods = async (meter = used) => {
    const rows = await runOn<{ days: number | null; units: string; open: boolean }>(
      db.ownerUrl,
      `select case when starts_at > '-infinity' then $1::date - starts_at::date end as days,
              consumed_units as units, is_open as open
         from metered_usage
        where customer_id = $2 and meter_id = $3
        order by subscription_id, starts_at`,
      [ago(0), customer_id, meter],
    )
    return rows.map(({ days, units, open }) => `${days ?? 'always'}${open ? '*' : ''}: ${units}`)
  }
  return { change, use, periods }
}

describe('a period', () => {
  it('that has passed its end is followed by the next, which is opened later', async () => {
    const { change, use, periods } = await subscriber()
    await change({ opens: [ago(40), ago(10)] })
    await use(20)
    await use(10)
    await use(5)
    expect(await periods()).toEqual(['40*: 1', '10: 2'])
    const closed = await change({ closes: ago(10), opens: [ago(10), ago(-20)] })
    expect(closed).toMatchObject([{ meterId: used }])
    await use(11)
    await use(1)
    expect(await periods()).toEqual(['40: 2', '10*: 3'])
  })

  it('that is closed in the middle keeps what was used, whatever its time', async () => {
    const { change, use, periods } = await subscriber()
    await change({ opens: [ago(30), ago(-5)] })
    await use(20)
    await use(2)
    await change({ closes: ago(10), opens: [ago(10), ago(-5)] })
    await use(2)
    await use(15)
    expect(await periods()).toEqual(['30: 3', '10*: 1'])
  })

  it('that is closed when it starts gives its place to the next', async () => {
    const { change, use, periods } = await subscriber()
    await change({ opens: [ago(10), ago(-20)] })
    await use(10)
    const closed = await Promise.all([
      change({ closes: ago(10), opens: [ago(10), ago(-20)] }),
      change({ closes: ago(10), opens: [ago(10), ago(-20)] }),
    ])
    expect(new Set(closed.flat().map(({ startsAt }) => startsAt)).size).toBe(2)
    await use(10)
    await use(10)
    expect((await periods()).map((one) => one.replace(/^1[01]/, 'ten'))).toEqual([
      'ten: 0',
      'ten: 1',
      'ten*: 2',
    ])
  })

  it('that is opened at its end has nothing, and is followed as others are', async () => {
    const { change, use, periods } = await subscriber()
    await change({ opens: [ago(30), ago(10)] })
    await use(20)
    await use(5)
    await change({ closes: ago(10), opens: [ago(10), ago(10)] })
    await use(4)
    expect(await periods()).toEqual(['30: 1', '11*: 0', '10: 2'])
    await change({ closes: ago(10), opens: [ago(10), ago(-20)] })
    await use(3)
    expect(await periods()).toEqual(['30: 1', '11: 0', '10*: 3'])
  })

  it('that ends for good leaves what follows outside of the subscription', async () => {
    const { change, use, periods } = await subscriber()
    await change({ opens: [ago(40), ago(10)] })
    await use(20)
    await use(5)
    await change({ closes: ago(10) })
    await use(3)
    await use(30)
    expect(await periods()).toEqual(['always: 2', '40: 2'])
  })

  it('has what was used since its start, also before it was opened', async () => {
    const { change, use, periods } = await subscriber()
    await use(9)
    await use(30)
    await change({ opens: [ago(10), ago(-20)] })
    expect(await periods()).toEqual(['always: 1', '10*: 1'])
  })

  it('is not shortened or prolonged by what it has', async () => {
    const { change, use, periods } = await subscriber()
    await change({ opens: [ago(10), ago(5)] })
    await use(7)
    await use(2)
    await change({ opens: [ago(10), ago(-5)] })
    await use(3)
    expect(await periods()).toEqual(['10*: 3'])
  })

  it('has what was being stored when it was opened', async () => {
    const { change, use, periods } = await subscriber()
    const stored: Promise<void>[] = []
    await change({
      opens: [ago(10), ago(-20)],
      before: async () => {
        stored.push(use(5))
        await untilWaiting()
      },
    })
    await Promise.all(stored)
    expect(await periods()).toEqual(['10*: 1'])
  })

  it('has its own maximum', async () => {
    const { change, use, periods } = await subscriber()
    await change({ meter: peak, opens: [ago(40), ago(20)] })
    for (const days of [30, 25, 15]) await use(days)
    await change({ meter: peak, closes: ago(20), opens: [ago(20), ago(10)] })
    await use(5)
    await change({ meter: peak, closes: ago(10), opens: [ago(10), ago(-5)] })
    expect(await periods(peak)).toEqual(['40: 30', '20: 15', '10*: 5'])
  })

  it('has its own unique values, also when its start is moved', async () => {
    const { change, use, periods } = await subscriber()
    const meter = sizes
    await change({ meter, opens: [ago(40), ago(20)] })
    for (const days of [30, 30, 25, 15]) await use(days)
    await change({ meter, closes: ago(20), opens: [ago(20), ago(10)] })
    await use(15)
    expect(await periods(meter)).toEqual(['40: 2', '20*: 1'])
    await use(14)
    await change({ meter, closes: ago(20), opens: [ago(20), ago(10)] })
    for (const days of [15, 12]) await use(days)
    const counted = await periods(meter)
    expect(counted.map((one) => one.replace('21', '20'))).toEqual(['40: 2', '20: 2', '20*: 2'])
    const values = await runOn<{ periods: number }>(
      db.ownerUrl,
      `select count(*)::int as periods from usage_period p
        where meter_id = $1 and sum <> (
          select count(*) from usage_value v
           where v.organization_id = p.organization_id and v.customer_id = p.customer_id
             and v.meter_id = p.meter_id and v.subscription_id = p.subscription_id
             and v.entity = p.entity and v.starts_at = p.starts_at and v.event_count > 0)`,
      [meter],
    )
    expect(values).toEqual([{ periods: 0 }])
  })
})

/** Until a statement of the server waits for a lock that another transaction has. */
async function untilWaiting(): Promise<void> {
  const waiting = `select from pg_locks where not granted and locktype = 'advisory'`
  while ((await runOn(db.ownerUrl, waiting)).length === 0);
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ use: fc.integer({ min: 0, max: 60 }) }) },
  { weight: 1, arbitrary: fc.constantFrom('renew', 'cut', 'end', 'start') },
)

/** In days before today. */
interface OpenPeriod {
  readonly start: number
  readonly end: number
}

function changed({ start, end }: OpenPeriod, how: string) {
  const at = how === 'renew' ? end : Math.floor((start + end) / 2)
  const goesOn = how === 'renew' || how === 'cut'
  return { at, next: goesOn ? { start: at, end: at === end ? end - 10 : end } : null }
}

describe('whatever happens to periods', () => {
  it('each event is in exactly one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { change, use, periods } = await subscriber()
        let open: OpenPeriod | null = null
        let latest = 60
        let events = 0
        for (const one of steps) {
          if (typeof one === 'object') {
            await use(one.use)
            events += 1
          } else if (open === null) {
            open = { start: latest, end: latest - 10 }
            await change({ opens: [ago(open.start), ago(open.end)] })
          } else {
            const { at, next } = changed(open, one)
            open = next
            latest = at
            const opens = next === null ? {} : { opens: [ago(next.start), ago(next.end)] as const }
            await change({ closes: ago(at), ...opens })
          }
        }
        const counted = (await periods()).map((text) => Number(text.split(': ')[1]))
        expect(counted.reduce((sum, units) => sum + units, 0)).toBe(events)
      }),
      { numRuns: isFullRun ? 50 : 10 },
    )
  })

  it('nothing is lost while events are being ingested', async () => {
    const { change, use, periods } = await subscriber()
    await change({ opens: [ago(1), ago(-30)] })
    const using = Array.from({ length: 4 }, async () => {
      for (let at = 0; at < 25; at += 1) await use(0)
    })
    for (let at = 0; at < 20; at += 1) {
      const cut = new Date(ago(1).getTime() + at + 1)
      await change({ closes: cut, opens: [cut, ago(-30)] })
    }
    await Promise.all(using)
    const counted = (await periods()).map((text) => Number(text.split(': ')[1]))
    expect(counted.reduce((sum, units) => sum + units, 0)).toBe(100)
  })
})
