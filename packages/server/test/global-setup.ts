import type { TestProject } from 'vitest/node'
import { startMigratedCluster } from './cluster.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, folder, ...cluster } = await startMigratedCluster()
  // Where the workers, and whatever they start, put their files: there are thousands.
  process.env['TMPDIR'] = folder
  project.provide('testCluster', cluster)
  return stop
}
