// Migrations since the last release let the code of that release go on, or say that they don't.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../packages/server/src/platform/database/migrate.ts'
import {
  explainsExpansion,
  type Migration,
  readMigrations,
} from '../packages/server/src/platform/database/read-migrations.ts'
import { applicationRole } from '../packages/server/src/platform/database/settings.ts'
import { isOlder } from '../packages/server/src/platform/version.ts'
import { onConnection, runOn } from '../packages/server/test/sql.ts'
import type { Released } from './released.ts'
import { narrowings } from './schema-compatibility.ts'
import { readThings, type Thing } from './schema-things.ts'

type Baseline = Pick<Released, 'version' | 'migrations'>

/** Empties the database, and migrates it step by step from the last release on. */
export async function claimFaults(
  ownerUrl: string,
  folder: string,
  released: Baseline,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const added = migrations.slice(released.migrations)
  if (added.length === 0) return []
  await runOn(
    ownerUrl,
    'drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public',
  )
  const faults: string[] = []
  const steps = await mkdtemp(join(tmpdir(), 'guildhall-migrations-'))
  const place = ({ name }: Migration) => copyFile(join(folder, name), join(steps, name))
  const things = async (): Promise<Thing[]> => {
    await migrate(ownerUrl, steps, { appRole: applicationRole })
    return onConnection(ownerUrl, readThings)
  }
  for (const migration of migrations.slice(0, released.migrations)) await place(migration)
  let before = await things()
  for (const migration of added) {
    await place(migration)
    const after = await things()
    faults.push(...faultsOf(migration, narrowings(before, after), released))
    before = after
  }
  await rm(steps, { recursive: true })
  return faults
}

/** What is wrong with what a migration says about itself. */
export function faultsOf(
  migration: Pick<Migration, 'name' | 'sql' | 'oldestVersion'>,
  narrowed: readonly string[],
  { version }: Pick<Released, 'version'>,
): string[] {
  const { name, oldestVersion } = migration
  if (oldestVersion === null) {
    if (explainsExpansion(migration)) return []
    return narrowed.map(
      (narrowing) => `${name}: ${narrowing}, which the last release may not survive: ${ways}`,
    )
  }
  if (version === null || !isOlder(version, oldestVersion)) return []
  return [
    `${name}: contracts since ${oldestVersion}, but ${version} is the last release: ` +
      `servers of it would fail. Release what no longer uses it, and contract in the release after`,
  ]
}

const ways =
  'begin the file with “-- expand: why its code can go on”, or, where the last release no longer ' +
  'uses it, with “-- contract since 1.2.3: what isn’t used since”'
