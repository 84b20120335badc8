import type { TestProject } from 'vitest/node'
import { startMigratedCluster } from './cluster.ts'
import { quickFolder } from './quick-folder.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Where the workers, and whatever they start, put their files: there are thousands.
  process.env['TMPDIR'] = await quickFolder()
  const { stop, ...cluster } = await startMigratedCluster()
  project.provide('testCluster', cluster)
  return stop
}
