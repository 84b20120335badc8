import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import { runOn } from '../packages/server/test/sql.ts'
import { planted } from './planted-faults.ts'
import { readSourceFiles } from './source-files.ts'
import { namesOf, ownership, relationsQuery, tableFaults } from './table-owners.ts'

const db = testDatabase()
const root = fileURLToPath(new URL('..', import.meta.url))
const domains = 'packages/server/src/domains'

const inTransaction =
  'events move from the outbox to the log in one transaction, so both are read in one query'
const delivery = 'deliveries follow the event log by sequence and partition'
const locking = 'the row is locked, which a view would hide from the owner'

/** Each with the reason why it is not a view or a function of the owner. */
const knownReferences: Readonly<Record<string, string>> = {
  'customers/store/timeline.ts reads event_log': inTransaction,
  'customers/store/timeline.ts reads outbox': inTransaction,
  'organizations/store/active-organization.ts writes session':
    'the membership is locked before the session, as in the removal of a member',
  'organizations/store/clock-activity.ts reads event_line': inTransaction,
  'organizations/store/clock-activity.ts reads event_log': inTransaction,
  'organizations/store/clock-activity.ts reads outbox': inTransaction,
  'organizations/store/new-organization.ts writes session':
    'an organization is created and becomes active in one statement',
  'organizations/store/organization-limits.ts reads users': locking,
  'organizations/store/teams.ts writes session':
    'the membership is locked before its sessions lose their active team',
  'payments/store/methods.ts reads customer': locking,
  'subscriptions/store/movement-history.ts reads event_log':
    'what subscriptions were before is only in their events',
  'webhooks/store/endpoint-health.ts reads event_log': delivery,
  'webhooks/store/endpoint-notices.ts reads event_log': delivery,
  'webhooks/store/endpoints.ts reads event_line': delivery,
  'webhooks/store/lanes.ts reads event_line': delivery,
  'webhooks/store/logged-events.ts reads event_line': delivery,
  'webhooks/store/logged-events.ts reads event_log': delivery,
  'webhooks/store/pending-events.ts reads event_line': delivery,
  'webhooks/store/pending-events.ts reads event_log': delivery,
  'webhooks/store/redeliveries.ts reads event_log': delivery,
}

it('domains touch only their own tables and shared views, apart from known references', () => {
  const faults = tableFaults(readSourceFiles(root))
  const found = faults.map(
    ({ path, verb, table }) => `${path.slice(domains.length + 1)} ${verb} ${table}`,
  )
  expect(found.toSorted()).toEqual(Object.keys(knownReferences).toSorted())
})

describe('ownership', () => {
  it('names every table and view of the catalog exactly once', async () => {
    const relations = await runOn<{ name: string }>(db.ownerUrl, relationsQuery)
    expect([...namesOf(ownership.tables), ...namesOf(ownership.sharedViews)].toSorted()).toEqual(
      relations.map(({ name }) => name).toSorted(),
    )
  })

  it('shares views and no tables', async () => {
    const relations = await runOn<{ name: string; isView: boolean }>(db.ownerUrl, relationsQuery)
    const views = new Set(relations.filter(({ isView }) => isView).map(({ name }) => name))
    expect(namesOf(ownership.sharedViews).filter((name) => !views.has(name))).toEqual([])
  })

  it('names only domains and the platform as owners', () => {
    const owners = ['platform', ...readdirSync(`${root}${domains}`)]
    const { tables, sharedViews } = ownership
    const named = [...Object.keys(tables), ...Object.keys(sharedViews)]
    expect(named.filter((owner) => !owners.includes(owner))).toEqual([])
  })
})

const store = `${domains}/orders/store.ts`
const faultsIn = (text: string, path = store): string[] =>
  tableFaults(planted(path, text)).map((fault) => fault.text)

describe('a planted fault is reported', () => {
  it.each([
    ["db.selectFrom('customer').select('id')", 'reads', 'customer', 'customers'],
    ["db\n  .selectFrom('productPrice as p')", 'reads', 'product_price', 'catalog'],
    ["db.selectFrom(['orders as o', 'customer as c'])", 'reads', 'customer', 'customers'],
    ["db.selectFrom('orders').innerJoin('users as u', 'u.id', 'x')", 'reads', 'users', 'identity'],
    ["of.leftJoin('meter', (join) => join)", 'reads', 'meter', 'metering'],
    ["tx.updateTable('orders').from('payment')", 'reads', 'payment', 'payments'],
    ["tx.deleteFrom('orders').using('payment')", 'reads', 'payment', 'payments'],
    ["tx.updateTable('session').set({})", 'writes', 'session', 'identity'],
    ["tx.insertInto('session').values({})", 'writes', 'session', 'identity'],
    ["tx\n  .deleteFrom('session')", 'writes', 'session', 'identity'],
    ["tx.deleteFrom('person')", 'writes', 'person', 'identity'],
    ['sql`select 1 from customer`', 'reads', 'customer', 'customers'],
    ['sql<Row>`select from orders o, customer c`', 'reads', 'customer', 'customers'],
    ['sql`select from unnest(${ids}::uuid[]) i, customer c`', 'reads', 'customer', 'customers'],
    [
      'sql`select from orders o\n left join customer c using (id)`',
      'reads',
      'customer',
      'customers',
    ],
    ['sql`select (select name from customer c) from orders`', 'reads', 'customer', 'customers'],
    ['sql`select from ${sql`customer`}`', 'reads', 'customer', 'customers'],
    [
      'sql`select ${isOf ? sql`exists (select from customer)` : 1}`',
      'reads',
      'customer',
      'customers',
    ],
    ['sql`update session s set user_id = ${id}`', 'writes', 'session', 'identity'],
    ['sql`insert into session (id) values (1)`', 'writes', 'session', 'identity'],
    ['sql`with gone as (delete from session) select`', 'writes', 'session', 'identity'],
    ['client.query(`select from customer`)', 'reads', 'customer', 'customers'],
    ["client.query('select from customer where id = $1')", 'reads', 'customer', 'customers'],
  ])('%s', (text, verb, table, owner) => {
    expect(faultsIn(text)).toEqual([`${store}: ${verb} "${table}", which belongs to ${owner}`])
  })

  it('is reported once per file', () => {
    expect(faultsIn("a.selectFrom('meter'), b.selectFrom('meter')")).toHaveLength(1)
  })
})

it.each([
  "db.selectFrom('orders').innerJoin('orderItem as i', 'i.orderId', 'orders.id')",
  "db.selectFrom('person')",
  "db.selectFrom(found.as('customer'))",
  "import { x } from 'customer'",
  "const list = Array.from('x')",
  'sql`select from orders o join frozen_clock c using (organization_id)`',
  'sql`select o.customer_id, (o.customer).id from orders o for no key update of o`',
  'sql`with given as (select 1) update orders set x = 1 from given`',
  'sql`select from orders where id is distinct from customer.id`',
  'sql`insert into orders (id) values (1) on conflict do update set id = 1`',
  "sql`select 'from customer' from orders -- join customer\n`",
  '// select from customer',
  "// db.selectFrom('customer')",
])('sound code has no faults: %s', (text) => {
  expect(faultsIn(text)).toEqual([])
})

it('tests and other folders are not checked', () => {
  const text = "db.selectFrom('customer')"
  expect(faultsIn(text, `${domains}/orders/store.test.ts`)).toEqual([])
  expect(faultsIn(text, 'packages/server/src/platform/unit-of-work.ts')).toEqual([])
})
