import { id as idOf } from '@guildhall/contract/primitives'
import pino from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newAccessToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import type { DueWork } from '../../../platform/due-work.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { advanceClock, type ClockDeps } from './advance-clock.ts'
import type { SellerCaller } from './seller.ts'

const db = testDatabase()
const server = testServer(db)
const clock = movableClock()
let acme: OwnedOrganization
let seller: SellerCaller

beforeAll(newSeller)

async function newSeller(): Promise<void> {
  acme = await createOrganization(server.current)
  const { id } = await newAccessToken(server.current, acme, ['organizations:write'])
  const token = { organizationId: organization(), id: idOf('organizationAccessToken').parse(id) }
  const right = 'organizations:write'
  seller = {
    kind: 'token',
    token,
    scopes: [right],
    name: 'Clock',
    ending: 'abcd',
    right,
    refusesUnpermittedAs: null,
  }
  // The server's own clock recorded events until now; the advance must start after them.
  clock.freeze()
  clock.advance(1)
}

const organization = () => idOf('organization').parse(acme.id)

/** Due instants, and the time at which each was run. */
interface Alarms extends DueWork {
  readonly runAt: string[]
  fails: boolean
}

function alarms(name: string, ...instants: readonly string[]): Alarms {
  const open = new Set(instants.map((text) => Date.parse(text)))
  return {
    runAt: [],
    fails: false,
    nextDue: async () => (open.size === 0 ? null : new Date(Math.min(...open))),
    async run(organizationId) {
      await runUnitOfWork(depsWith([]).uowFactory, { organizationId }, async (uow) => {
        const past = [...open].filter((one) => one <= uow.now.getTime())
        for (const due of past.toSorted((one, other) => one - other)) {
          if (this.fails) throw new Error('the server crashed')
          open.delete(due)
          this.runAt.push(uow.now.toISOString())
          uow.record({
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

const depsWith = (dueWork: readonly DueWork[]): ClockDeps => ({
  dueWork,
  clock,
  config: server.current.config,
  log: pino({ level: 'silent' }),
  uowFactory: { database: db.database, clock, wake: () => undefined },
})

const advance = (dueWork: readonly DueWork[], request: { to?: Date; days?: number }) =>
  advanceClock(depsWith(dueWork), seller, {
    organizationId: organization(),
    request,
    saveTarget: async () => undefined,
    finish: async (_uow, answer) => answer,
  })

const to = (text: string) => ({ to: new Date(text) })

const spring = '2030-03-01T00:00:00.000Z'
const summer = '2030-06-01T00:00:00.000Z'
const autumn = '2030-09-01T00:00:00.000Z'
const winter = '2030-12-01T00:00:00.000Z'

describe('advanceClock', () => {
  it('runs the due work of all domains at its instant and in order', async () => {
    await newSeller()
    const one = alarms('one.runAt', summer, winter)
    const other = alarms('other.runAt', autumn, spring, summer)
    const { now, happened } = await advance([one, other], to(autumn))
    expect(now).toEqual(new Date(autumn))
    expect(one.runAt).toEqual([summer])
    expect(other.runAt).toEqual([spring, summer, autumn])
    expect(happened).toEqual([
      { at: new Date(spring), what: 'other.runAt', count: 1 },
      { at: new Date(summer), what: 'one.runAt', count: 1 },
      { at: new Date(summer), what: 'other.runAt', count: 1 },
      { at: new Date(autumn), what: 'other.runAt', count: 1 },
    ])
    await advance([one, other], to(winter))
    expect(one.runAt).toEqual([summer, winter])
  })

  it('runs overdue work first', async () => {
    await newSeller()
    const late = alarms('late.runAt', '2020-01-01T00:00:00Z')
    const { happened } = await advance([late], { days: 1 })
    expect(late.runAt).toEqual([clock.now().toISOString()])
    expect(happened).toEqual([{ at: clock.now(), what: 'late.runAt', count: 1 }])
  })

  it('continues where an interrupted advance stopped', async () => {
    await newSeller()
    const alarm = alarms('runAt', spring, autumn)
    const crashing: DueWork = {
      nextDue: async () => new Date(summer),
      run: async (organizationId) => {
        alarm.fails = await runUnitOfWork(
          depsWith([]).uowFactory,
          { organizationId },
          async ({ now }) => now >= new Date(summer) && now < new Date(autumn),
        )
        if (alarm.fails) throw new Error('the server crashed')
      },
    }
    await expect(advance([alarm, crashing], to(winter))).rejects.toThrow('the server crashed')
    expect(alarm.runAt).toEqual([spring])
    alarm.fails = false
    expect(await advance([alarm], to(winter))).toMatchObject({ now: new Date(winter) })
    expect(alarm.runAt).toEqual([spring, autumn])
  })

  it('skips work that stays due', async () => {
    await newSeller()
    const stuck: DueWork = { nextDue: async () => new Date(summer), run: async () => undefined }
    const alarm = alarms('runAt', spring, autumn)
    expect(await advance([stuck, alarm], to(winter))).toMatchObject({ now: new Date(winter) })
    expect(alarm.runAt).toEqual([spring, autumn])
  })

  it('takes the organization out of real time once, with the first advance', async () => {
    await newSeller()
    const left: string[] = []
    const alarm: DueWork = {
      nextDue: async () => null,
      run: async () => undefined,
      leaveRealTime: async (_tx, organizationId) => void left.push(organizationId),
    }
    await advance([alarm], { days: 1 })
    await advance([alarm], { days: 1 })
    expect(left).toEqual([acme.id])
  })
})

describe('concurrent advances', () => {
  /** Due work that runs the task once. */
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

  it('are refused while another one runs', async () => {
    await newSeller()
    const second: unknown[] = []
    const busy = during(async () => {
      second.push(await advance([], { days: 1 }).catch((error: unknown) => error))
    })
    await advance([busy], to(spring))
    expect(second).toMatchObject([{ code: 'clock_is_advancing' }])
    expect((await advance([], to(summer))).now).toEqual(new Date(summer))
  })

  it('stop when their lease expired and another one took over', async () => {
    await newSeller()
    const slow = during(async () => {
      clock.advance(31)
      await advance([], to(summer))
    })
    await expect(advance([slow, alarms('runAt', spring)], to(winter))).rejects.toMatchObject({
      code: 'clock_is_advancing',
    })
    expect((await advance([], to(autumn))).now).toEqual(new Date(autumn))
  })
})
