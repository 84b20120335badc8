import type { TestProject } from 'vitest/node'
import { startMigratedCluster } from './cluster.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...cluster } = await startMigratedCluster()
  project.provide('testCluster', cluster)
  return stop
}
