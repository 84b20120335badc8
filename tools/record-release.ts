// Records what the release has that is being made: `npm run record-release`, in its commit.
// With --unreleased, where the rules begin before the first release.
import { readdir, writeFile } from 'node:fs/promises'
import { queueRevision } from '../packages/server/src/platform/database/queue-schema.ts'
import { version } from '../packages/server/src/platform/version.ts'
import { tasksHere } from './job-compatibility.ts'
import { type Released, releasedFile } from './released.ts'

const migrations = await readdir(new URL('../packages/server/migrations', import.meta.url))
const released: Released = {
  version: process.argv.includes('--unreleased') ? null : version,
  migrations: migrations.filter((name) => name.endsWith('.sql')).length,
  queueRevision,
  tasks: tasksHere(),
}
await writeFile(releasedFile, `${JSON.stringify(released, null, 2)}\n`)
