import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import { assert } from '../../src/kernel/assert.ts'
import type { Tables } from '../../src/platform/database/db-types.gen.ts'
import { applicationRole } from '../../src/platform/database/settings.ts'
import type { Jar, JarChange } from './rules.ts'

export type GuildId = Id<'organization'>

export const jarTables = `
  create table jar (
    organization_id uuid not null,
    id uuid not null,
    coins bigint not null check (coins >= 0),
    version bigint not null,
    primary key (organization_id, id)
  );
  create table jar_note (
    organization_id uuid not null,
    sequence bigint not null,
    change bigint not null,
    primary key (organization_id, sequence)
  );
  select guildhall_grant('${applicationRole}')`

type Tx = Transaction<Tables>

export async function insertJar(tx: Tx, guild: GuildId, id: string): Promise<void> {
  await sql`
    insert into jar (organization_id, id, coins, version) values (${guild}, ${id}, 0, 0)`.execute(
    tx,
  )
}

export async function lockJars(tx: Tx, guild: GuildId, ids: readonly string[]): Promise<Jar[]> {
  const { rows } = await sql<Jar>`
    select id, coins, version from jar
     where organization_id = ${guild} and id = any (${ids}) order by id for update`.execute(tx)
  return ids.map((id) => jarAmong(rows, id))
}

// What a careless hand would write: the jars may change before the decision is saved.
export async function readJars(tx: Tx, guild: GuildId, ids: readonly string[]): Promise<Jar[]> {
  const { rows } = await sql<Jar>`
    select id, coins, version from jar
     where organization_id = ${guild} and id = any (${ids})`.execute(tx)
  return ids.map((id) => jarAmong(rows, id))
}

export async function saveJars(
  tx: Tx,
  guild: GuildId,
  changes: readonly JarChange[],
): Promise<void> {
  for (const { jar } of changes) {
    await sql`
      update jar set coins = ${jar.coins}, version = ${jar.version}
       where organization_id = ${guild} and id = ${jar.id}`.execute(tx)
  }
}

function jarAmong(rows: readonly Jar[], id: string): Jar {
  const found = rows.find((row) => row.id === id)
  assert(found !== undefined, `there is no jar ${id}`)
  return found
}
