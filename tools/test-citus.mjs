// `npm run test:citus`: what holds on a Citus cluster; the last line is the counts.
import { runOnCluster, runOnNewCluster } from './cluster-tests.mjs'
import { ensureInstalled, requireNode } from './install.mjs'
import { end } from './run.mjs'

const { CITUS_CLUSTER: program, TEST_DATABASE_URL: url } = process.env
if (url === undefined && program === undefined) {
  console.error(
    'Set TEST_DATABASE_URL to the owner’s URL of a database of a Citus cluster, or CITUS_CLUSTER ' +
      'to a program that starts one',
  )
  process.exit(2)
}
requireNode()
ensureInstalled('full')
const { ensureBuilt } = await import('./build.mjs')
await ensureBuilt()

const args = process.argv.slice(2)
const files = args.length > 0 ? args : undefined
const tested =
  url === undefined ? await runOnNewCluster(program ?? '', files) : await runOnCluster(url, files)
end(tested === null ? [{ passed: 0, failed: 1, failures: ['no cluster'] }] : [tested])
