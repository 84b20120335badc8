import { id as idOf } from '@guildhall/contract/primitives'
import pino from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { newAccessToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import type { DueWork } from '../../../platform/due-work.ts'
import { work } from '../../../platform/work.ts'
import { advanceClock, type ClockParts } from './advance-clock.ts'
import type { Seller } from './seller.ts'

const db = testDatabase()
const server = testServer(db)
const clock = movableClock()
let acme: Founded
let seller: Seller

beforeAll(newSeller)

async function newSeller(): Promise<void> {
  acme = await found(server.current)
  const { id } = await newAccessToken(server.current, acme, ['organizations:write'])
  const token = { organizationId: organization(), id: idOf('organizationAccessToken').parse(id) }
  seller = { kind: 'token', token, right: 'organizations:write', refusesUnpermittedAs: null }
  // What the server recorded until now, by its own clock, is the past for an advance.
  clock.stand()
  clock.advance(1)
}

const organization = () => idOf('organization').parse(acme.id)

/** Instants to come, and what the clock showed when each was dealt with. */
interface Alarms extends DueWork {
  readonly rung: string[]
  isBroken: boolean
}

function alarms(name: string, ...instants: readonly string[]): Alarms {
  const open = new Set(instants.map((text) => Date.parse(text)))
  return {
    rung: [],
    isBroken: false,
    nextDue: async () => (open.size === 0 ? null : new Date(Math.min(...open))),
    async run(organizationId) {
      await work(partsWith([]).workshop, { organizationId }, async (unit) => {
        const past = [...open].filter((one) => one <= unit.now.getTime())
        for (const due of past.toSorted((one, other) => one - other)) {
          if (this.isBroken) throw new Error('the server dies')
          open.delete(due)
          this.rung.push(unit.now.toISOString())
          unit.record({
            name,
            organizationId,
            object: { type: 'alarm', id: acme.id, version: 1 },
            payload: {},
          })
        }
      })
    },
  }
}

const partsWith = (dueWork: readonly DueWork[]): ClockParts => ({
  dueWork,
  clock,
  config: server.current.config,
  log: pino({ level: 'silent' }),
  workshop: { database: db.database, clock, wake: () => undefined },
})

const advance = (dueWork: readonly DueWork[], wish: { to?: Date; days?: number }) =>
  advanceClock(partsWith(dueWork), seller, {
    organizationId: organization(),
    wish,
    note: async () => undefined,
    finish: async (_unit, answer) => answer,
  })

const to = (text: string) => ({ to: new Date(text) })

const spring = '2030-03-01T00:00:00.000Z'
const summer = '2030-06-01T00:00:00.000Z'
const autumn = '2030-09-01T00:00:00.000Z'
const winter = '2030-12-01T00:00:00.000Z'

describe('an advance', () => {
  it('does everything at its instant, whoever’s it is, in order', async () => {
    await newSeller()
    const one = alarms('one.rung', summer, winter)
    const other = alarms('other.rung', autumn, spring, summer)
    const { now, happened } = await advance([one, other], to(autumn))
    expect(now).toEqual(new Date(autumn))
    expect(one.rung).toEqual([summer])
    expect(other.rung).toEqual([spring, summer, autumn])
    expect(happened).toEqual([
      { at: new Date(spring), what: 'other.rung', count: 1 },
      { at: new Date(summer), what: 'one.rung', count: 1 },
      { at: new Date(summer), what: 'other.rung', count: 1 },
      { at: new Date(autumn), what: 'other.rung', count: 1 },
    ])
    await advance([one, other], to(winter))
    expect(one.rung).toEqual([summer, winter])
  })

  it('does first what is overdue already', async () => {
    await newSeller()
    const late = alarms('late.rung', '2020-01-01T00:00:00Z')
    const { happened } = await advance([late], { days: 1 })
    expect(late.rung).toEqual([clock.now().toISOString()])
    expect(happened).toEqual([{ at: clock.now(), what: 'late.rung', count: 1 }])
  })

  it('goes on where it was cut off', async () => {
    await newSeller()
    const works = alarms('rung', spring, autumn)
    const dies: DueWork = {
      nextDue: async () => new Date(summer),
      run: async (organizationId) => {
        works.isBroken = await work(
          partsWith([]).workshop,
          { organizationId },
          async ({ now }) => now >= new Date(summer) && now < new Date(autumn),
        )
        if (works.isBroken) throw new Error('the server dies')
      },
    }
    await expect(advance([works, dies], to(winter))).rejects.toThrow('the server dies')
    expect(works.rung).toEqual([spring])
    works.isBroken = false
    expect(await advance([works], to(winter))).toMatchObject({ now: new Date(winter) })
    expect(works.rung).toEqual([spring, autumn])
  })

  it('doesn’t wait for what can’t be done', async () => {
    await newSeller()
    const stuck: DueWork = { nextDue: async () => new Date(summer), run: async () => undefined }
    const works = alarms('rung', spring, autumn)
    expect(await advance([stuck, works], to(winter))).toMatchObject({ now: new Date(winter) })
    expect(works.rung).toEqual([spring, autumn])
  })

  it('takes the organization out of real time at the first one only', async () => {
    await newSeller()
    const left: string[] = []
    const works: DueWork = {
      nextDue: async () => null,
      run: async () => undefined,
      leaveRealTime: async (_tx, organizationId) => void left.push(organizationId),
    }
    await advance([works], { days: 1 })
    await advance([works], { days: 1 })
    expect(left).toEqual([acme.id])
  })
})

describe('of two at once', () => {
  /** Work during which somebody else comes. */
  const during = (task: () => Promise<void>): DueWork => {
    let isFirst = true
    return {
      nextDue: async () => null,
      run: async () => {
        const mine = isFirst
        isFirst = false
        if (mine) await task()
      },
    }
  }

  it('one is refused, and the other isn’t disturbed', async () => {
    await newSeller()
    const second: unknown[] = []
    const busy = during(async () => {
      second.push(await advance([], { days: 1 }).catch((error: unknown) => error))
    })
    await advance([busy], to(spring))
    expect(second).toMatchObject([{ code: 'clock_is_advancing' }])
    expect((await advance([], to(summer))).now).toEqual(new Date(summer))
  })

  it('whoever lost the clock to another moves it no more', async () => {
    await newSeller()
    const slow = during(async () => {
      clock.advance(31)
      await advance([], to(summer))
    })
    await expect(advance([slow, alarms('rung', spring)], to(winter))).rejects.toMatchObject({
      code: 'clock_is_advancing',
    })
    expect((await advance([], to(autumn))).now).toEqual(new Date(autumn))
  })
})
