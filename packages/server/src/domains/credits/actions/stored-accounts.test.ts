import { randomUUID } from 'node:crypto'
import { type Id, id as idOf } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { day, emptyAccount, lotIdOf, pooled, subscriptionOf } from '../../../../test/credits.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { isFullRun } from '../../../../test/full-run.ts'
import { newMeter } from '../../../../test/meters.ts'
import { orderDeps } from '../../../../test/orders.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import { assert } from '../../../kernel/assert.ts'
import { type Decimal, decimal, formatDecimal, maxDecimal } from '../../../kernel/decimal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { expireLots } from '../jobs/expire-lots.ts'
import { balanceOf, type CreditAccount, type Usage, zero } from '../rules/account.ts'
import type { Decision } from '../rules/decide.ts'
import { followUsage, type MeteredUsage } from '../rules/follow-usage.ts'
import { causeOfCycle, cycle, reinstateCredits, revokeCredits } from '../rules/grant-cycles.ts'
import { addLot, billOverages, deduct } from '../rules/lot-changes.ts'
import { type AccountKey, textOf } from '../store/accounts.ts'
import { coveredUsage } from '../views/covered-usage.ts'
import { customerCredit } from '../views/customer-credit.ts'
import { changeAccounts, readAccounts } from './change-accounts.ts'
import { creditGrants, revokeGrantedCredits } from './credit-grants.ts'
import { giveCredits } from './give-credits.ts'
import { settlePeriods } from './settle-usage.ts'
import { takeCredits } from './take-credits.ts'

const { db, server, acme, calls } = sellingServer(['customers:write', 'meters:write'])

let meterId = idOf('meter').parse(randomUUID())
const organizationId = () => idOf('organization').parse(acme.id)
beforeAll(async () => {
  const aggregation = { func: 'sum', property: 'units' }
  meterId = idOf('meter').parse((await newMeter(calls, { aggregation })).id)
})

/** Periods of usage: outside of subscriptions, and two of one subscription. */
const periods = [
  { subscriptionId: null, startsAt: null },
  { subscriptionId: subscriptionOf(1), startsAt: day(1) },
  { subscriptionId: subscriptionOf(1), startsAt: day(20) },
] as const

const steps = fc.record({
  act: fc.constantFrom(
    ...(['use', 'use', 'use', 'give', 'give', 'take', 'cycle', 'cycle', 'revoke'] as const),
    ...(['restore', 'expire', 'settle', 'burn'] as const),
  ),
  hours: fc.nat({ max: 60 }),
  units: fc.integer({ min: 1, max: 90 }),
  period: fc.nat({ max: 2 }),
  grant: fc.nat({ max: 1 }),
  priority: fc.integer({ min: -1, max: 1 }),
  lifetime: fc.option(fc.integer({ min: 1, max: 15 })),
  rollover: fc.boolean(),
})
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

/** The account as the rules alone would have it, with everything that they ever decided. */
interface World {
  readonly key: AccountKey
  account: CreditAccount
  metered: readonly MeteredUsage[]
  now: Date
  readonly grantIds: readonly Id<'benefitGrant'>[]
  readonly periodOf: Map<string, Date>
}

const ended = (world: World, at: number): boolean => at === 1 && world.now >= day(20)

async function use(world: World, { period, units }: Step): Promise<void> {
  const { subscriptionId, startsAt } = periods[period] ?? periods[0]
  const { organizationId, customerId, meterId } = world.key
  await runOn(
    db.ownerUrl,
    `insert into usage_period (organization_id, customer_id, meter_id, subscription_id, entity,
                               starts_at, ends_at, is_open, event_count, sum, modified_at)
     values ($1, $2, $3, $4, '', coalesce($5::timestamptz, '-infinity'),
             coalesce($6::timestamptz, 'infinity'), true, 1, $7,
             now())
     on conflict (organization_id, customer_id, meter_id, subscription_id, entity, starts_at)
     do update set sum = excluded.sum`,
    [
      organizationId,
      customerId,
      meterId,
      subscriptionId ?? '00000000-0000-0000-0000-000000000000',
      startsAt,
      period === 1 ? day(20) : null,
      units - 10,
    ],
  )
  const consumed = maxDecimal(decimal(units - 10), zero)
  const usage = usageOf(period)
  const known = world.metered.some((one) => one.usage.period === usage.period)
  world.metered = known
    ? world.metered.map((one) => (one.usage.period === usage.period ? { ...one, consumed } : one))
    : [...world.metered, { usage, consumed, burned: zero, lots: [] }]
}

const usageOf = (period: number): Usage => {
  const { subscriptionId, startsAt } = periods[period] ?? periods[0]
  return { subscriptionId, entity: null, period: startsAt?.toISOString() ?? '-infinity' }
}

/** Takes the decision of the rules alone. */
function decide(world: World, decideOf: (account: CreditAccount) => Decision | null): void {
  const inOrder = world.metered.toSorted((a, b) => (a.usage.period < b.usage.period ? -1 : 1))
  const id = randomUUID()
  const followed = followUsage(world.account, inOrder, { id, now: world.now })
  world.metered = followed.metered
  world.account = decideOf(followed.account)?.account ?? followed.account
}

const nothing = () => null

let lots = 0
const newLot = () => lotIdOf((lots += 1))

/** Does the same with the stored account and with the rules alone. */
async function act(uow: UnitOfWork, world: World, step: Step): Promise<void> {
  const { key, now } = world
  const { units } = step
  const grantId = world.grantIds[step.grant]
  assert(grantId !== undefined, 'there are two grants')
  const common = { scope: pooled, amount: decimal(units), createdAt: now }
  switch (step.act) {
    case 'give': {
      const expiresAt = step.lifetime === null ? null : after(now, step.lifetime * 24)
      const { priority } = step
      const input = { meterId, units, reason: 'Because', expiresAt, priority }
      await giveCredits(uow, { ...key, input })
      const lot = { ...common, id: newLot(), source: 'present' as const, sourceId: randomUUID() }
      const given = { ...lot, expiresAt, priority, rollover: null }
      return decide(world, (account) => addLot(account, { lot: given, reason: null, now }))
    }
    case 'take': {
      const most = deductable(world, units)
      if (formatDecimal(most) !== String(units)) {
        const taking = takeCredits(uow, { ...key, input: { meterId, units, reason: 'Because' } })
        await expect(taking).rejects.toMatchObject({ code: 'credits_too_few' })
        throw new Refused()
      }
      await takeCredits(uow, { ...key, input: { meterId, units, reason: 'Because' } })
      const deduction = { deductionId: randomUUID(), reason: 'r', usage: pooled, units: most, now }
      return decide(world, (account) => deduct(account, deduction))
    }
    case 'cycle': {
      const rollsOver = step.rollover
      await creditGrants(uow, key.organizationId, [
        { ...key, grantId, periodStart: now, units, isPurchased: false, rollsOver },
      ])
      world.periodOf.set(grantId, now)
      const rollover = rollsOver ? { cap: null } : null
      const lot = {
        ...common,
        id: newLot(),
        source: 'grant' as const,
        expiresAt: null,
        priority: 0,
        rollover,
      }
      const cycling = { grantId, periodStart: now, lot, now }
      const isRepeated = world.account.causes.has(causeOfCycle(cycling))
      return decide(world, (account) =>
        isRepeated
          ? reinstateCredits(account, { grantId, id: randomUUID(), now })
          : cycle(account, { ...cycling, rollover: { id: newLot(), expiresAt: null } }),
      )
    }
    case 'restore': {
      const periodStart = world.periodOf.get(grantId)
      if (periodStart === undefined) return
      await creditGrants(uow, key.organizationId, [
        { ...key, grantId, periodStart, units, isPurchased: false, rollsOver: true },
      ])
      return decide(world, (account) =>
        reinstateCredits(account, { grantId, id: randomUUID(), now }),
      )
    }
    case 'revoke':
      if (!hasLots(world, grantId)) return
      await revokeGrantedCredits(uow, { organizationId: key.organizationId, grantIds: [grantId] })
      return decide(world, (account) => revokeCredits(account, { grantId, id: randomUUID(), now }))
    case 'settle':
      return settle(uow, world, step)
    case 'burn':
      await changeAccounts(uow, { keys: [world.key], decide: () => [] })
      return decide(world, nothing)
    default:
      return
  }
}

class Refused extends Error {}

const hasLots = ({ account }: World, grantId: string) =>
  account.lots.some(
    ({ sourceId, closed }) =>
      sourceId === grantId && closed?.by !== 'reset' && closed?.by !== 'expiry',
  )

const after = (now: Date, hours: number) => new Date(now.getTime() + hours * 3_600_000)

function deductable(world: World, units: number): Decimal {
  const copy = { ...world }
  decide(copy, nothing)
  const { shortfall } = deduct(copy.account, {
    deductionId: 'x',
    reason: 'x',
    usage: pooled,
    units: decimal(units),
    now: world.now,
  })
  return decimal(units - Number(formatDecimal(shortfall)))
}

const usageKey = ({ key }: World, period: number) => ({
  ...key,
  subscriptionId: subscriptionOf(1),
  startsAt: (periods[period] ?? periods[1]).startsAt ?? day(1),
})

async function settle(uow: UnitOfWork, world: World, { period }: Step): Promise<void> {
  const settled = period === 0 ? 1 : period
  const key = usageKey(world, settled)
  await settlePeriods(uow, [key])
  const orderId = randomUUID()
  const { now } = world
  decide(world, (account) => billOverages(account, { ...usageOf(settled), orderId, now }))
  const one = world.metered.find(({ usage }) => usage.period === usageOf(settled).period)
  const billed = world.account.overages.find(
    ({ usage }) => usage.period === usageOf(settled).period,
  )
  const left =
    Number(formatDecimal(one?.burned ?? zero)) - Number(formatDecimal(billed?.billed ?? zero))
  expect(await coveredUnits(uow, key)).toBe(left)
}

type UsageKey = ReturnType<typeof usageKey>

async function coveredUnits(
  { tx }: UnitOfWork,
  { organizationId, customerId, startsAt }: UsageKey,
) {
  const found = tx.selectFrom(coveredUsage([organizationId]).as('covered')).select('coveredUnits')
  const ofPeriod = found.where('customerId', '=', customerId).where('startsAt', '=', startsAt)
  return Number((await ofPeriod.executeTakeFirst())?.coveredUnits ?? 0)
}

const shownOf = ({ key }: World) =>
  db.database.kysely
    .selectFrom(customerCredit([key.organizationId]).as('credit'))
    .select(['balance', 'creditedUnits as credited'])
    .where('customerId', '=', key.customerId)
    .where('meterId', '=', key.meterId)
    .executeTakeFirst()

const freeze = ({ key, now }: World) =>
  runOn(
    db.ownerUrl,
    `insert into organization_clock (organization_id, frozen_at) values ($1, $2)
     on conflict (organization_id) do update set frozen_at = excluded.frozen_at`,
    [key.organizationId, now],
  )

/** What is used below nothing in the periods that last. */
const aheadOf = async ({ key, now }: World): Promise<number> => {
  const [row] = await runOn<{ ahead: number }>(
    db.ownerUrl,
    `select coalesce(sum(greatest(-sum, 0)), 0)::float as ahead from usage_period
      where customer_id = $1 and ends_at > $2`,
    [key.customerId, now],
  )
  return row?.ahead ?? 0
}

const lotsShown = ({ lots: all }: CreditAccount) =>
  all
    .filter(({ closed }) => closed === null)
    .map(({ source, amount, remaining, expiresAt, priority }) =>
      [source, formatDecimal(amount), formatDecimal(remaining), expiresAt, priority].join(),
    )
    .toSorted()

/** The stored account as the rules read it, the balance in SQL, and the rules alone say the same. */
async function compare(world: World): Promise<void> {
  const { kysely } = orderDeps(server.current).uowFactory.database
  const copy = { ...world }
  decide(copy, nothing)
  const read = await readAccounts(kysely, [world.key], world.now)
  const account = read.get(textOf(world.key))
  assert(account !== undefined, 'every account is read')
  expect(lotsShown(account)).toEqual(lotsShown(copy.account))
  expect(formatDecimal(balanceOf(account))).toBe(formatDecimal(balanceOf(copy.account)))
  const balance = Number(formatDecimal(balanceOf(copy.account))) + (await aheadOf(world))
  expect(Number((await shownOf(world))?.balance)).toBe(balance)
}

/** What is stored adds up by itself. */
const faultsQuery = `
  select 'lot ' || l.id as fault from credit_lot l
   where l.customer_id = $1 and l.remaining <> (
     select coalesce(sum(units), 0) from credit_movement m where m.lot_id = l.id)
  union all
  select 'burn ' || b.starts_at from credit_burn b
   where b.customer_id = $1 and b.burned - b.overage - b.billed <> (
     select coalesce(sum(units + covered), 0) from credit_lot_burn s
      where s.customer_id = b.customer_id and s.subscription_id = b.subscription_id
        and s.starts_at = b.starts_at)
     and not exists (
       select from credit_lot_burn s join credit_lot l on l.id = s.lot_id
        where s.customer_id = b.customer_id and s.subscription_id = b.subscription_id
          and s.starts_at = b.starts_at and l.closed_by is not null)
  union all
  select 'balance' where (
    select coalesce(sum(units), 0) from credit_movement where customer_id = $1) <> (
    select coalesce(sum(remaining), 0) from credit_lot where customer_id = $1) - (
    select coalesce(sum(overage), 0) from credit_burn where customer_id = $1)
  union all
  select 'last balance' where (
    select balance from credit_movement where customer_id = $1 order by created_at desc, id desc limit 1)
    <> (select sum(units) from credit_movement where customer_id = $1)`

async function follow(history: readonly Step[]): Promise<void> {
  const customer = await newCustomer(calls)
  const world: World = {
    key: {
      organizationId: organizationId(),
      customerId: idOf('customer').parse(customer.id),
      meterId,
    },
    account: emptyAccount,
    metered: [],
    now: day(1),
    grantIds: [1, 2].map(() => idOf('benefitGrant').parse(randomUUID())),
    periodOf: new Map(),
  }
  const { uowFactory } = orderDeps(server.current)
  const scope = { organizationId: world.key.organizationId }
  await freeze(world)
  await runUnitOfWork(uowFactory, scope, (uow) => act(uow, world, { ...firstGift, act: 'give' }))
  for (const step of history) {
    world.now = after(world.now, step.hours)
    await freeze(world)
    if (step.act === 'use') {
      if (!ended(world, step.period)) await use(world, step)
    } else if (step.act === 'expire') {
      await expireLots({ uowFactory }, world.key)
      decide(world, nothing)
    } else {
      await runUnitOfWork(uowFactory, scope, (uow) => act(uow, world, step)).catch((error) => {
        if (!(error instanceof Refused)) throw error
      })
    }
    await compare(world)
    expect(await runOn(db.ownerUrl, faultsQuery, [world.key.customerId])).toEqual([])
  }
}

const firstGift: Omit<Step, 'act'> = {
  hours: 0,
  units: 20,
  period: 0,
  grant: 0,
  priority: 0,
  lifetime: 3,
  rollover: false,
}

test('whatever happens, what is stored is what the rules alone decide', async () => {
  await fc.assert(fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 30 }), follow), {
    numRuns: isFullRun ? 40 : 12,
  })
}, 240_000)

const step = (given: Partial<Step>): Step => ({
  ...firstGift,
  act: 'use',
  lifetime: null,
  ...given,
})

test('usage that is taken back after the credits that covered it expired isn’t covered any more', async () => {
  const history = [
    step({ period: 2, units: 14 }),
    step({ act: 'give', hours: 72, units: 1 }),
    step({ period: 2, units: 1 }),
    step({ act: 'settle', period: 2 }),
    step({ period: 2, units: 14 }),
    step({ act: 'settle', period: 2 }),
  ]
  await expect(follow(history)).resolves.toBeUndefined()
})
