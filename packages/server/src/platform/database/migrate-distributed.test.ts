import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { isOnCluster } from '../../../test/shards.ts'
import { onConnection, runOn } from '../../../test/sql.ts'
import { examineDistribution } from '../../app/doctor-distribution.ts'
import { newId } from '../ids.ts'
import { migrate } from './migrate.ts'
import { applicationRole } from './settings.ts'

const db = testDatabase()
const ours = fileURLToPath(new URL('../../../migrations', import.meta.url))
const names = (await readdir(ours)).toSorted()

const voucher = `
  create table voucher (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null,
    customer_id uuid not null,
    number bigint generated always as identity,
    primary key (organization_id, id),
    foreign key (organization_id, customer_id) references customer on delete cascade
  );
  select guildhall_append_only('voucher');
  create table voucher_series (
    id uuid primary key,
    organization_id uuid not null references organization on delete cascade
  );`

const filling = `
  insert into voucher (organization_id, id, customer_id)
  select organization_id, gen_random_uuid(), id from customer;
  insert into voucher_series (id, organization_id) select gen_random_uuid(), id from organization;
  alter table customer add column voucher_count bigint not null default 0;
  create view voucher_of_customer as
    select v.organization_id, v.id, c.email
      from voucher v join customer c on c.organization_id = v.organization_id
       and c.id = v.customer_id;`

let folder = ''
const organization = newId('organization')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-migrations-'))
  for (const name of names) await copyFile(join(ours, name), join(folder, name))
  const numbered = (ahead: number) => String(names.length + ahead).padStart(4, '0')
  await writeFile(join(folder, `${numbered(1)}_vouchers.sql`), voucher)
  await writeFile(join(folder, `${numbered(2)}_vouchers_of_all.sql`), filling)
  await runOn(
    db.ownerUrl,
    `insert into organization (id, name, slug, created_at)
     values ('${organization}', 'Acme', 'acme', now())`,
  )
  await runOn(
    db.ownerUrl,
    `insert into customer (organization_id, id, email, created_at)
     values ('${organization}', '${newId('customer')}', 'ada@example.com', now())`,
  )
})

afterAll(() => rm(folder, { recursive: true }))

describe('migrations of a later version', () => {
  it('are applied on one server and on a cluster alike', async () => {
    const applied = await migrate(db.ownerUrl, folder, { appRole: applicationRole })
    expect(applied).toHaveLength(2)
    const rows = await runOn(
      db.url,
      `select v.email, t.number::int from voucher_of_customer v
         join voucher t on t.organization_id = v.organization_id and t.id = v.id
        where v.organization_id = '${organization}'`,
    )
    expect(rows).toEqual([{ email: 'ada@example.com', number: 1 }])
    expect(await runOn(db.url, 'select organization_id::text from voucher_series')).toEqual([
      { organization_id: organization },
    ])
  })

  it('have their foreign keys and laws', async () => {
    await expect(
      runOn(
        db.url,
        `insert into voucher (organization_id, id, customer_id)
         values ('${organization}', gen_random_uuid(), gen_random_uuid())`,
      ),
    ).rejects.toThrow('voucher_organization_id_customer_id_fkey')
    await expect(
      runOn(db.ownerUrl, `delete from voucher where organization_id = '${organization}'`),
    ).rejects.toThrow('is append-only')
  })

  it.runIf(isOnCluster())('are distributed on a cluster', async () => {
    const states = await onConnection(db.ownerUrl, (client) => examineDistribution(client))
    expect(states.map(({ text }) => text)).toEqual([
      'every table is where it should be in the cluster',
    ])
    const placed = await runOn(
      db.ownerUrl,
      `select logicalrelid::text as name from pg_dist_partition
        where logicalrelid::text like 'voucher%' and partmethod = 'h'`,
    )
    expect(placed).toEqual([{ name: 'voucher' }])
  })
})

it.runIf(isOnCluster())('a database of which only a part is distributed is refused', async () => {
  await runOn(db.ownerUrl, 'create schema guildhall_distribution')
  await expect(migrate(db.ownerUrl, folder, { appRole: applicationRole })).rejects.toThrow(
    'Only a part of this database is distributed: run guildhall distribute',
  )
  await runOn(db.ownerUrl, 'drop schema guildhall_distribution')
})
