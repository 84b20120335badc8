import type { TestProject } from 'vitest/node'
import { startMigratedCluster } from './cluster.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, folder, ...cluster } = await startMigratedCluster()
  // Temporary files of the workers and their child processes; there are thousands.
  process.env['TMPDIR'] = folder
  project.provide('testCluster', cluster)
  return stop
}
