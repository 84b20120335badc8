import { getHealth } from '@guildhall/contract/health'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { newPerson, type Person } from '../../test/people.ts'
import { testServer } from '../../test/server.ts'
import { isOnCluster, type Shard, shardOf } from '../../test/shards.ts'
import { onConnection, runOn } from '../../test/sql.ts'
import { newId } from '../platform/ids.ts'
import { type ClusterTable, examineDistribution, placeFaults } from './doctor-distribution.ts'
import { lineOf } from './findings.ts'

const db = testDatabase()
const server = testServer(db)

let operator: Person
beforeAll(async () => {
  // The first user of a server is its operator.
  operator = await newPerson(server.current)
})

const findings = async () =>
  (await onConnection(db.url, (client) => examineDistribution(client))).map(lineOf)

const orders: ClusterTable = {
  name: 'orders',
  firstKeyColumn: 'organization_id',
  fate: 'distributed',
  distributionColumn: 'organization_id',
  isColocated: true,
  missingPlacements: 0,
}

describe('a table of a cluster', () => {
  it.each([
    [{}, []],
    [{ fate: 'local' }, ['the table orders is local, and should be distributed']],
    [{ name: 'organization' }, ['the table organization is distributed, and should be reference']],
    [{ name: 'team' }, ['the table team is distributed, and should be local']],
    [{ distributionColumn: 'id' }, ['the table orders is distributed by id']],
    [
      { isColocated: false },
      ['the shards of the table orders are not where those of customer are'],
    ],
    [{ missingPlacements: 2 }, ['2 shards of the table orders on no active node']],
  ] as const)('%j', (change, texts) => {
    expect(placeFaults({ ...orders, ...change }).map(({ text }) => text)).toEqual(texts)
  })
})

/** What the page Health shows of it. */
async function shown(): Promise<string[]> {
  const { browser } = operator
  const { status, body } = await browser.get(getHealth.path)
  expect(status).toBe(200)
  return getHealth.returns
    .parse(body)
    .findings.filter(({ check }) => check === 'distribution')
    .map(lineOf)
}

it.runIf(!isOnCluster())('a database without a cluster has no such finding', async () => {
  expect(await findings()).toEqual([])
  expect(await shown()).toEqual([])
})

describe.runIf(isOnCluster())('on a cluster', () => {
  const sound = 'every table is where it should be in the cluster'
  const remedy = 'stop the servers and run guildhall distribute'
  let shard: Shard

  beforeAll(async () => {
    shard = await shardOf(db, 'order_item', newId('organization'))
  })

  /** Breaks something for the time of an examination. */
  async function findingsAfter(broken: string, mended: string, url = db.ownerUrl) {
    const unsafe = 'set citus.enable_unsafe_triggers to on; set citus.enable_ddl_propagation to'
    await runOn(url, `${unsafe} ${url === db.ownerUrl ? 'on' : 'off'}; ${broken}; reset all`)
    try {
      return await findings()
    } finally {
      await runOn(url, `${unsafe} ${url === db.ownerUrl ? 'on' : 'off'}; ${mended}; reset all`)
    }
  }

  it('finds nothing wrong with a distributed database', async () => {
    expect(await findings()).toEqual([sound])
    expect(await shown()).toEqual([sound])
  })

  it('shows operators what is wrong', async () => {
    await runOn(db.ownerUrl, 'create schema guildhall_distribution')
    try {
      expect(await shown()).toEqual([`only a part of the database is distributed: ${remedy}`])
    } finally {
      await runOn(db.ownerUrl, 'drop schema guildhall_distribution')
    }
  })

  it.each([
    [
      'a table that is not distributed',
      'create table voucher (organization_id uuid, id uuid, primary key (organization_id, id))',
      'drop table voucher',
      [`the table voucher is local, and should be distributed: ${remedy}`],
    ],
    [
      'a table that should stay local',
      "select create_distributed_table('mail', 'id', colocate_with => 'none')",
      "select undistribute_table('mail')",
      [`the table mail is distributed, and should be local: ${remedy}`],
    ],
    [
      'an interrupted run',
      'create schema guildhall_distribution',
      'drop schema guildhall_distribution',
      [`only a part of the database is distributed: ${remedy}`],
    ],
    [
      'a lack of colocation',
      `create table voucher (organization_id uuid, id uuid, primary key (organization_id, id));
       select create_distributed_table('voucher', 'organization_id', colocate_with => 'none')`,
      'drop table voucher',
      ['the shards of the table voucher are not where those of customer are'],
    ],
    [
      'a shard without placement',
      `create table voucher (organization_id uuid, id uuid, primary key (organization_id, id));
       select create_distributed_table('voucher', 'organization_id', colocate_with => 'customer');
       create table lost as select * from pg_dist_placement where shardid = (
         select min(shardid) from pg_dist_shard where logicalrelid = 'voucher'::regclass);
       delete from pg_dist_placement where placementid = (select placementid from lost)`,
      `insert into pg_dist_placement select * from lost; drop table lost; drop table voucher`,
      ['1 shard of the table voucher on no active node'],
    ],
  ])('finds %s', async (_, broken, mended, expected) => {
    expect(await findingsAfter(broken, mended)).toEqual(expected)
    expect(await findings()).toEqual([sound])
  })

  it('finds a shard without a foreign key of its table', async () => {
    const [key] = await runOn<{ name: string; definition: string }>(
      shard.ownerUrl,
      `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where conrelid = '${shard.name}'::regclass and contype = 'f' order by 1`,
    )
    const table = `alter table ${shard.name}`
    const found = await findingsAfter(
      `${table} drop constraint ${key?.name}`,
      `${table} add constraint ${key?.name} ${key?.definition}`,
      shard.ownerUrl,
    )
    expect(found).toEqual([
      expect.stringMatching(
        /^on the worker .+:\d+, shards lack foreign keys or triggers of order_item$/,
      ),
    ])
    expect(await findings()).toEqual([sound])
  })

  it('finds a shard whose trigger is off', async () => {
    const { name, ownerUrl } = await shardOf(db, 'entry_line', newId('organization'))
    const found = await findingsAfter(
      `alter table ${name} disable trigger user`,
      `alter table ${name} enable trigger user`,
      ownerUrl,
    )
    expect(found).toEqual([
      expect.stringMatching(
        /^on the worker .+, shards lack foreign keys or triggers of entry_line$/,
      ),
    ])
  })
})
