import type { TestProject } from 'vitest/node'
import { startMigratedCluster } from './cluster.ts'

// Each project of the run calls this: the first starts the server, the others find it here.
const startedByThisRun = 'TEST_CLUSTER'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = process.env[startedByThisRun]
  if (started !== undefined) {
    project.provide('testCluster', JSON.parse(started))
    return async () => undefined
  }
  const { stop, ...cluster } = await startMigratedCluster()
  process.env[startedByThisRun] = JSON.stringify(cluster)
  project.provide('testCluster', cluster)
  return async () => {
    delete process.env[startedByThisRun]
    await stop()
  }
}
