import type { TestProject } from 'vitest/node'
import { startMigratedCluster, type TestCluster } from './cluster.ts'
import { sessionSettings, startPgBouncer } from './pgbouncer.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop: stopCluster, folder, ...cluster } = await startMigratedCluster()
  // Temporary files of the workers and their child processes; there are thousands.
  process.env['TMPDIR'] = folder
  const pooler = process.env['TEST_POOLER'] === 'on' ? await poolerOf(cluster) : null
  project.provide('testCluster', { ...cluster, poolerUrl: pooler?.through(cluster.url) ?? null })
  return async () => {
    await pooler?.stop()
    await stopCluster()
  }
}

/** With $TEST_POOLER all tests go through PgBouncer, where each database has a pool of its own. */
const poolerOf = ({ url, ownerUrl }: TestCluster) =>
  startPgBouncer([url, ownerUrl], {
    connect_query: sessionSettings,
    default_pool_size: '8',
    server_idle_timeout: '5',
  })
