import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import { onConnection } from '../packages/server/test/sql.ts'
import { claimFaults, faultsOf } from './migration-claims.ts'
import { readReleased } from './released.ts'
import { narrowings } from './schema-compatibility.ts'
import { readThings } from './schema-things.ts'

const db = testDatabase()
const folder = fileURLToPath(new URL('../packages/server/migrations', import.meta.url))

/** What a migration takes from the code of before; the database stays as it is. */
const narrowingsBy = (sql: string): Promise<string[]> =>
  onConnection(db.ownerUrl, async (client) => {
    await client.query('begin')
    try {
      const before = await readThings(client)
      await client.query(sql)
      return narrowings(before, await readThings(client))
    } finally {
      await client.query('rollback')
    }
  })

describe('what the release before needs is missed', () => {
  it.each([
    ['alter table file drop column path', 'column file.path is gone'],
    ['alter table file rename column path to place', 'column file.path is gone'],
    ['alter table file alter column path type varchar(9)', 'is character varying(9), and was text'],
    ['alter table customer alter column name set not null', 'customer.name must not be null'],
    ['alter table customer alter column metadata drop default', 'metadata has no default anymore'],
    ['alter table customer add column age int not null', 'column customer.age needs a value'],
    ['drop table saved_view', 'table saved_view is gone'],
    ['alter table saved_view rename to kept_view', 'table saved_view is gone'],
    ['drop function guildhall_grant(name)', 'function guildhall_grant(name) is gone'],
    ['create table shelf (id int); drop table list_columns', 'table list_columns is gone'],
    [
      'alter table customer add constraint named check (name is not null)',
      'constraint customer.named is new',
    ],
    [
      'alter table customer add column a int, add constraint old check (a > 0 or name is null)',
      'constraint customer.old is new',
    ],
    [
      `alter table file drop constraint file_service_check,
         add constraint file_service_check check (service in ('downloadable'))`,
      'constraint file.file_service_check is another one',
    ],
    ['create unique index one on customer (organization_id, name)', 'index customer.one is new'],
    [
      "alter table customer add column code text not null default '' unique",
      'constraint customer.customer_code_key is new',
    ],
    ['drop index customer_email', 'index customer.customer_email is gone'],
    [
      `create function no() returns trigger language plpgsql as 'begin return null; end';
       create trigger never before update on customer for each row execute function no()`,
      'trigger customer.never is new',
    ],
  ])('%s', async (sql, expected) => {
    const found = await narrowingsBy(sql)
    expect(found.join('\n')).toContain(expected)
  })
})

describe('what the release before doesn’t notice', () => {
  it.each([
    'create table shelf (id uuid primary key, name text not null unique check (length(name) > 0))',
    'alter table customer add column nickname text check (length(nickname) > 0)',
    'alter table customer add column age int not null default 0 check (age >= 0)',
    'alter table customer add column number bigint generated always as identity',
    'alter table customer add column code text; create unique index on customer (organization_id, code)',
    'alter table customer add column parent uuid, add foreign key (organization_id, parent) references customer',
    'create index on customer (created_at)',
    'alter table customer alter column email drop not null',
    'alter table orders drop constraint orders_organization_id_customer_id_fkey',
    `alter table discount drop constraint discount_type_check,
       add constraint discount_type_check check (type in ('gift', 'fixed', 'percentage'))`,
    'create view shelf_view as select id from customer',
  ])('%s', async (sql) => {
    expect(await narrowingsBy(sql)).toEqual([])
  })
})

describe('what a migration says of itself', () => {
  const says = (sql: string, oldestVersion: string | null = null) => ({
    name: '0900_shelves.sql',
    sql,
    oldestVersion,
  })
  const narrowed = ['column shelf.depth is gone']
  const last = { version: '0.4.0' }

  it('need not be anything where it only expands', () => {
    expect(faultsOf(says('select 1'), [], last)).toEqual([])
  })

  it('is demanded otherwise', () => {
    expect(faultsOf(says('select 1'), narrowed, last)).toEqual([
      expect.stringMatching(
        /^0900_shelves.sql: column shelf.depth is gone, .*“-- expand: why.*“-- contract since/,
      ),
    ])
    expect(faultsOf(says('-- expand: nobody read it\n'), narrowed, last)).toEqual([])
  })

  it('may be a contraction of what the last release no longer uses', () => {
    expect(faultsOf(says('', '0.4.0'), narrowed, last)).toEqual([])
    expect(faultsOf(says('', '0.3.0'), narrowed, last)).toEqual([])
    expect(faultsOf(says('', '0.5.0'), narrowed, last)).toEqual([
      '0900_shelves.sql: contracts since 0.5.0, but 0.4.0 is the last release: servers of it would ' +
        'fail. Release what no longer uses it, and contract in the release after',
    ])
    expect(faultsOf(says('', '0.1.0'), narrowed, { version: null })).toEqual([])
  })
})

// The last ones, because they empty the database.
it('the migrations since the last release say what they are', async () => {
  expect(await claimFaults(db.ownerUrl, folder, readReleased())).toEqual([])
})

it('each migration is compared with the one before', async () => {
  const faults = await claimFaults(db.ownerUrl, folder, { version: null, migrations: 99 })
  expect(faults).toEqual([])
})
