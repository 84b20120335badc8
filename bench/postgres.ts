import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  startPostgres,
} from '../packages/server/src/platform/postgres/start-postgres.ts'

/** A PostgreSQL of its own for a bench, with the settings it has in production. */
export async function withPostgres<T>(
  task: (postgres: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'))
  try {
    const postgres = await startPostgres({ dataFolder })
    try {
      return await Promise.race([task(postgres), interruption()])
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** Who ends a bench early leaves no database behind. */
const interruption = (): Promise<never> =>
  new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => reject(new Error('the bench was interrupted')))
    }
  })
