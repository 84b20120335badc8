// `npm run test:citus`: what holds on a Citus cluster; the last line is the counts.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './install.mjs'
import { failingOnCluster, testsOnCluster } from './tests-on-cluster.mjs'

const script = process.env.CITUS_CLUSTER
const given = process.env.TEST_DATABASE_URL
if (given === undefined && script === undefined) {
  console.error(
    'Set TEST_DATABASE_URL to the owner’s URL of a database of a Citus cluster, or CITUS_CLUSTER ' +
      'to a program that starts one',
  )
  process.exit(2)
}

const cluster = given === undefined ? startCluster() : { url: given, stop: () => undefined }
const leftOut = Object.keys(failingOnCluster).map((file) => `--exclude=${file}`)
for (const [file, reason] of Object.entries(failingOnCluster))
  console.log(`~ left out: ${file}: ${reason}`)
const [status] = await once(
  spawn(process.execPath, [join(root, 'tools', 'test.mjs'), ...testsOnCluster, ...leftOut], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: cluster.url },
  }),
  'close',
)
cluster.stop()
process.exitCode = status

function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-citus-'))
  const port = process.env.CITUS_PORT ?? '7400'
  call('install')
  call('start', folder, port)
  const printed = call('database', folder, port, 'guildhall_tests')
  const url = /^DATABASE_OWNER_URL=(.+)$/m.exec(printed)?.[1]
  if (url === undefined) throw new Error('The program printed no DATABASE_OWNER_URL')
  return { url, stop: () => void call('stop', folder) }
}

/** @param {string[]} args */
function call(...args) {
  const { status, stdout } = spawnSync(script ?? '', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${script} ${args[0]} failed`)
  return stdout
}
