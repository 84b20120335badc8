import { id as idOf } from '@guildhall/contract/primitives'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { subscriptionOf } from '../../../../test/credits.ts'
import { newCustomer } from '../../../../test/customers.ts'
import { newMeter } from '../../../../test/meters.ts'
import { orderDeps } from '../../../../test/orders.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import type { UsageSettledHook } from '../../../platform/hooks.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { AccountKey } from '../store/accounts.ts'
import { coveredUsage } from '../views/covered-usage.ts'
import { changeAccounts } from './change-accounts.ts'
import { giveCredits } from './give-credits.ts'
import { settlePeriods } from './settle-usage.ts'

const { db, server, acme, calls } = sellingServer(['customers:write', 'meters:write'])

const startsAt = new Date('2026-01-01')
const ended = new Date('2026-02-01')

async function newKey(): Promise<AccountKey> {
  const aggregation = { func: 'sum', property: 'units' }
  return {
    organizationId: idOf('organization').parse(acme.id),
    customerId: idOf('customer').parse((await newCustomer(calls)).id),
    meterId: idOf('meter').parse((await newMeter(calls, { aggregation })).id),
  }
}

interface Used {
  readonly units: number
  readonly isOpen: boolean
}

/** Sets what a subscription used in a period that has ended by the clock. */
const use = ({ organizationId, customerId, meterId }: AccountKey, number: number, used: Used) =>
  runOn(
    db.ownerUrl,
    `insert into usage_period (organization_id, customer_id, meter_id, subscription_id, entity,
                               starts_at, ends_at, is_open, event_count, sum, modified_at)
     values ($1, $2, $3, $4, '', $5, $6, $7, 1, $8, now())
     on conflict (organization_id, customer_id, meter_id, subscription_id, entity, starts_at)
     do update set sum = excluded.sum`,
    [
      organizationId,
      customerId,
      meterId,
      subscriptionOf(number),
      startsAt,
      ended,
      used.isOpen,
      used.units,
    ],
  )

const give = (key: AccountKey, units: number) =>
  runUnitOfWork(orderDeps(server.current).uowFactory, key, (uow) =>
    giveCredits(uow, { ...key, input: { meterId: key.meterId, units, reason: 'Because' } }),
  )

const burn: UsageSettledHook = async (uow, [key]) => {
  if (key !== undefined) await changeAccounts(uow, { keys: [key], decide: () => [] })
}

/** What was consumed and covered of each of the first two subscriptions. */
async function covered(key: AccountKey, by: UsageSettledHook): Promise<string[]> {
  const periods = [1, 2].map((number) => ({
    ...key,
    subscriptionId: subscriptionOf(number),
    startsAt,
  }))
  await runUnitOfWork(orderDeps(server.current).uowFactory, key, (uow) => by(uow, periods))
  const { rows } = await sql<{ units: string }>`
    select trim_scale(u.consumed_units) || ' ' || trim_scale(coalesce(c.covered_units, 0)) as units
      from metered_usage u
      left join ${coveredUsage([key.organizationId])} c
        using (organization_id, customer_id, meter_id, subscription_id, starts_at)
     where u.customer_id = ${key.customerId} and u.meter_id = ${key.meterId}
     order by u.subscription_id`.execute(db.database.kysely)
  return rows.map(({ units }) => units)
}

test('what isn’t settled may still be covered, and what was settled isn’t', async () => {
  const key = await newKey()
  await give(key, 10)
  await use(key, 1, { units: 30, isOpen: true })
  await use(key, 2, { units: 2.5, isOpen: true })
  expect(await covered(key, burn)).toEqual(['30 10', '2.5 0'])
  await give(key, 5)
  expect(await covered(key, settlePeriods)).toEqual(['30 15', '2.5 0'])
  await give(key, 5)
  expect(await covered(key, settlePeriods)).toEqual(['30 15', '2.5 0'])
  await use(key, 2, { units: 4, isOpen: true })
  expect(await covered(key, settlePeriods)).toEqual(['30 15', '4 1.5'])
})

test('credits have nothing to do with periods that were over before', async () => {
  const key = await newKey()
  await use(key, 1, { units: 30, isOpen: false })
  await use(key, 2, { units: 30, isOpen: true })
  expect(await covered(key, burn)).toEqual(['30 0', '30 0'])
  await give(key, 40)
  expect(await covered(key, settlePeriods)).toEqual(['30 0', '30 30'])
  await use(key, 1, { units: 35, isOpen: false })
  expect(await covered(key, settlePeriods)).toEqual(['35 5', '30 30'])
})
