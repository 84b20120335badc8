import { startCluster } from './citus-cluster.mjs'
import { count, runVitest } from './run.mjs'
import { leftOut, testsOnCluster } from './tests-on-cluster.mjs'

/**
 * Null where no cluster can be installed or started, which is said.
 * @param {string} program @param {readonly string[]} [files]
 */
export async function runOnNewCluster(program, files) {
  try {
    const cluster = await startCluster(program, { inMemory: true })
    if (cluster === null) {
      console.log(`~ not tested on a Citus cluster: ${program} couldn’t install or start one`)
      return null
    }
    const tested = await runOnCluster(cluster.url, files)
    cluster.stop()
    return tested
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1, failures: ['the cluster for the tests'] }
  }
}

/**
 * @param {string} url the owner’s, of a database of a Citus cluster
 * @param {readonly string[]} [files] path filters of Vitest
 */
export async function runOnCluster(url, files = testsOnCluster) {
  for (const [file, reason] of Object.entries(leftOut))
    console.log(`~ left out: ${file}: ${reason}`)
  const excluded = Object.keys(leftOut).map((file) => `--exclude=${file}`)
  return count(
    await runVitest(['--reporter=default', ...files, ...excluded], { TEST_DATABASE_URL: url }),
  )
}
