import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirm, newCheckout } from '../../test/checkouts.ts'
import { testDatabase } from '../../test/database.ts'
import { createOrganization } from '../../test/owned-organization.ts'
import { newProduct } from '../../test/products.ts'
import { newBackend, withNothing } from '../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { runOn } from '../../test/sql.ts'
import { migrate } from '../platform/database/migrate.ts'
import { applicationRole } from '../platform/database/settings.ts'
import { doctor } from './doctor.ts'

const db = testDatabase()
const ours = fileURLToPath(new URL('../../migrations', import.meta.url))

/** As later versions expand schemas: tables, columns, values, views and functions are added. */
const expansion = `
  create table shelf (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null,
    order_id uuid,
    primary key (organization_id, id),
    foreign key (organization_id, order_id) references orders (organization_id, id)
  );
  alter table orders add column shelf_number bigint not null default 0 check (shelf_number >= 0);
  alter table customer add column nickname text;
  alter table checkout add column shelf_id uuid,
    add foreign key (organization_id, shelf_id) references shelf;
  create index on orders (organization_id, shelf_number);
  create view shelved_order as select organization_id, id, shelf_number from orders;
  create function guildhall_shelve() returns int language sql as 'select 1';`

describe('a server that starts on the schema of a later version', () => {
  let server: TestServer

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-migrations-'))
    const names = await readdir(ours)
    for (const name of names) await copyFile(join(ours, name), join(folder, name))
    const number = String(names.length + 1).padStart(4, '0')
    await writeFile(join(folder, `${number}_shelves.sql`), expansion)
    await migrate(db.ownerUrl, folder, { appRole: applicationRole })
    await rm(folder, { recursive: true })
    server = await startTestServer(db)
  })
  afterAll(() => server?.stop())

  it('sells', async () => {
    const acme = await createOrganization(server)
    const seller = await newBackend(server, acme, ['products:write', 'checkouts:write'])
    const checkout = await newCheckout(seller, [await newProduct(seller)])
    expect(await confirm(withNothing(server), checkout)).toMatchObject({ status: 200 })
    await server.settle()
    const orders = await runOn(db.ownerUrl, 'select status, shelf_number::int from orders')
    expect(orders).toEqual([{ status: 'paid', shelf_number: 0 }])
  })

  it('is sound', async () => {
    const findings = await doctor(server.config, new URL('../../', import.meta.url))
    const texts = findings.map(({ text }) => text)
    expect(texts).toContainEqual(
      expect.stringMatching(
        /^the schema is current: \d+ migrations, and 1 migration of a later ver/,
      ),
    )
  })
})
