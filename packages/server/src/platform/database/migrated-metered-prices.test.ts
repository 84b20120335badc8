import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { migrateBefore, migrateFully } from '../../../test/migrated.ts'
import { runOn } from '../../../test/sql.ts'
import { newId } from '../ids.ts'

const db = testDatabase()
const organization = newId('organization')
const subscription = newId('subscription')
const meter = newId('meter')
const price = newId('productPrice')

const stored = (unitAmount: string | null, capAmount: number | null) => ({
  productPriceId: price,
  kind: unitAmount === null ? 'fixed' : 'metered_unit',
  amount: 0,
  unitAmount,
  capAmount,
})

const pending = { product: { name: 'Pro' }, prices: [stored(null, null), stored('2.5', 500)] }
const paid = { change: { kind: 'product', product: { prices: [stored('0.1', null)] } } }
const trialEnd = { change: { kind: 'trial_end', trialEnd: null } }

const metered = (unitAmount: string, capAmount: number | null) => ({
  pricing: { scheme: 'unit', unitAmount },
  includedUnits: '0',
  minimumAmount: null,
  capAmount,
})

const changeOf = (id: string, request: object) => `
  insert into subscription_change (organization_id, subscription_id, payment_id, version, request, decided_at)
  values ('${organization}', '${id}', '${newId('payment')}', 1, '${JSON.stringify(request)}', now())`

const settle = (consumed: number, credited: number) => `
  insert into settled_usage
  values ('${organization}', '${subscription}', '${meter}', timestamptz '2026-01-01' + interval '1 day' * ${consumed},
          '2026-03-01', '${newId('customer')}', '${price}', 2.5, 500, ${consumed}, ${credited}, 20, now())`

test('prices per unit are kept in changes to come and in what was billed', async () => {
  await migrateBefore(db.ownerUrl, '_metered_prices.sql')
  const other = newId('subscription')
  await runOn(
    db.ownerUrl,
    `do $$ declare one record; begin
       for one in select conrelid::regclass as owner, conname from pg_constraint
                   where contype = 'f' and conrelid in
                         ('settled_usage'::regclass, 'subscription_change'::regclass) loop
         execute format('alter table %s drop constraint %I', one.owner, one.conname);
       end loop;
     end $$;
     insert into subscription (organization_id, id, status, customer_id, product_id, currency, amount,
       recurring_interval, anchor_day, current_period_start, current_period_end, created_at, accepted_at,
       pending_change)
     values ('${organization}', '${subscription}', 'active', '${newId('customer')}', '${newId('product')}',
       'usd', 1000, 'month', 1, '2026-03-01', '2026-04-01', '2026-03-01', '2026-03-01', '${JSON.stringify(pending)}');
     ${settle(10, 2)}; ${settle(3, 5)};
     ${changeOf(subscription, paid)}; ${changeOf(other, trialEnd)}`,
  )
  await migrateFully(db.ownerUrl)
  const read = (query: string) => runOn(db.ownerUrl, query)
  expect(await read('select pending_change as found from subscription')).toMatchObject([
    {
      found: {
        product: { name: 'Pro' },
        prices: [{ kind: 'fixed', metered: null }, { metered: metered('2.5', 500) }],
      },
    },
  ])
  const changes = await read(
    'select request as found from subscription_change order by request::text',
  )
  expect(changes).toContainEqual({ found: trialEnd })
  expect(JSON.stringify(changes)).toContain(JSON.stringify(metered('0.1', null).pricing.unitAmount))
  expect(
    await read(
      'select price, charged_units::text as charged, is_cut as "isCut" from settled_usage order by starts_at desc',
    ),
  ).toEqual([
    { price: metered('2.5', 500), charged: '8', isCut: false },
    { price: metered('2.5', 500), charged: '0', isCut: false },
  ])
})
