import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { localTables } from '../packages/server/src/platform/database/distribution.ts'
import { testDatabase } from '../packages/server/test/database.ts'
import {
  type CatalogTable,
  catalogQuery,
  clusterFaults,
  globalTables,
  orderedTables,
  tenancyFaults,
} from './tenancy.ts'

const db = testDatabase()

// The tables are created in a transaction that is never committed.
async function faultsAfter(
  statements: string,
  faultsOf: typeof tenancyFaults = tenancyFaults,
): Promise<string[]> {
  const client = new pg.Client(db.ownerUrl)
  await client.connect()
  try {
    await client.query(`begin; ${statements}`)
    return faultsOf((await client.query<CatalogTable>(catalogQuery)).rows)
  } finally {
    await client.end()
  }
}

const sound = `
  create table guild (
    organization_id uuid, id uuid, name text,
    primary key (organization_id, id), unique (organization_id, name));
  create table knight (
    organization_id uuid, id uuid, guild_id uuid, shield text,
    primary key (organization_id, id),
    constraint knight_guild foreign key (organization_id, guild_id) references guild
      on delete set null (guild_id));`

it('every table is keyed by its tenant', async () => {
  expect(await faultsAfter('')).toEqual([])
})

it('tables with tenant keys have no faults', async () => {
  expect(await faultsAfter(sound)).toEqual([])
})

it('in a cluster, every foreign key stays on one node', async () => {
  expect(await faultsAfter('', clusterFaults)).toEqual([])
  const secret = `
    alter table checkout add constraint checkout_secret foreign key (organization_id, secret_hash)
      references secret_directory (organization_id, hash);`
  expect(await faultsAfter(secret, clusterFaults)).toEqual([
    'checkout: the foreign key checkout_secret leads to another node',
  ])
})

it('every exception has a reason', () => {
  for (const reason of Object.values({ ...globalTables, ...orderedTables, ...localTables })) {
    expect(reason.length).toBeGreaterThan(10)
  }
})

describe('a planted fault is reported', () => {
  it.each([
    ['create table stray (id uuid primary key)', 'stray: has no organization_id'],
    [
      'create table loose (organization_id uuid)',
      'loose: its primary key does not start with organization_id',
    ],
    [
      'create table late (id uuid, organization_id uuid, primary key (id, organization_id))',
      'late: its primary key does not start with organization_id',
    ],
    [
      'create unique index shields on knight (shield)',
      'knight: the unique index shields does not include organization_id',
    ],
    [
      "create unique index shields on knight (lower(shield)) where shield <> ''",
      'knight: the unique index shields does not include organization_id',
    ],
    [
      'create unique index shields on knight (shield) include (organization_id)',
      'knight: the unique index shields does not include organization_id',
    ],
    [
      'alter table knight add constraint shields exclude (shield with =)',
      'knight: the unique index shields does not include organization_id',
    ],
    [
      `create table squire (organization_id uuid, id uuid, guild_id uuid, of_organization uuid,
         primary key (organization_id, id),
         constraint squire_guild foreign key (of_organization, guild_id) references guild)`,
      'squire: the foreign key squire_guild does not include organization_id',
    ],
    [
      `alter table knight add constraint shield_guild
         foreign key (organization_id, guild_id) references guild on delete set null`,
      'knight: the foreign key shield_guild sets organization_id to null on delete',
    ],
    ['drop table event_line', 'event_line: is an exception, but there is no such table'],
    ['alter table outbox drop organization_id', 'outbox: has no organization_id'],
  ])('%s', async (statement, fault) => {
    expect(await faultsAfter(`${sound} ${statement};`)).toEqual([fault])
  })

  it('a fault of a partitioned table is reported once', async () => {
    const statements = `
      create table flood (organization_id uuid, id uuid, at date, primary key (id, at))
        partition by range (at);
      create table flood_1 partition of flood for values from ('2020-01-01') to ('2021-01-01');`
    expect(await faultsAfter(statements)).toEqual([
      'flood: its primary key does not start with organization_id',
    ])
  })
})
