import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  startPostgres,
} from '../packages/server/src/platform/postgres/start-postgres.ts'

/** Runs the task with a temporary PostgreSQL that has the settings of production. */
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

/** An interrupted bench also stops and removes its PostgreSQL. */
const interruption = (): Promise<never> =>
  new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => reject(new Error('the bench was interrupted')))
    }
  })
