import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../src/platform/database/migrate.ts'
import { applicationRole } from '../src/platform/database/settings.ts'
import { runOn } from './sql.ts'

const ours = fileURLToPath(new URL('../migrations', import.meta.url))
const options = { appRole: applicationRole }

/**
 * Empties a database and migrates it up to the migration that a test is about. References between
 * the tables of billing are dropped, so that tests need to insert only the rows that matter.
 */
export async function migrateBefore(ownerUrl: string, ending: string): Promise<void> {
  const names = (await readdir(ours)).toSorted()
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-migrations-'))
  const before = names.slice(
    0,
    names.findIndex((name) => name.endsWith(ending)),
  )
  for (const name of before) await copyFile(join(ours, name), join(folder, name))
  await runOn(
    ownerUrl,
    'drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public',
  )
  await migrate(ownerUrl, folder, options)
  await rm(folder, { recursive: true })
  await runOn(
    ownerUrl,
    `do $$ declare one record; begin
       for one in select conrelid::regclass as owner, conname from pg_constraint
                   where contype = 'f' and conparentid = 0 and conrelid in
                         ('customer'::regclass, 'subscription'::regclass, 'checkout'::regclass,
                          'orders'::regclass, 'order_item'::regclass, 'payment'::regclass,
                          'payment_method'::regclass, 'customer_balance'::regclass,
                          'customer_balance_entry'::regclass) loop
         execute format('alter table %s drop constraint %I', one.owner, one.conname);
       end loop;
     end $$`,
  )
}

export const migrateFully = (ownerUrl: string): Promise<unknown> => migrate(ownerUrl, ours, options)
