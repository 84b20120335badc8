// `npm test`: all checks and tests, and where CITUS_CLUSTER names a program that starts a Citus
// cluster, then what holds on one; the last line is the counts.
import { existsSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runOnNewCluster } from './cluster-tests.mjs'
import { ensureInstalled, requireNode, root } from './install.mjs'
import { count, end, run, runVitest } from './run.mjs'

requireNode()
ensureInstalled('full')
const { ensureBuilt } = await import('./build.mjs')
await ensureBuilt({ gallery: true })

const lint = ['oxlint', '--type-aware', '--quiet']
// The dependencies of the peers of the benchmarks aren't installed, so their types are unknown.
const peers = ['bench/accounts/peer.ts', 'bench/organizations/peer.ts']

const checks = {
  'types and lint': [...lint, '--type-check', ...peers.map((file) => `--ignore-pattern=${file}`)],
  'lint of peers': [...lint, ...peers],
  format: ['biome', 'check', '--error-on-warnings'],
  'dead code': ['knip', '--no-progress'],
}

// Written by tools/evidence-reporter.ts.
const beyondTests = join(root, '.cache', 'beyond-tests.txt')

const args = process.argv.slice(2)
const filters = args.filter((arg) => arg !== '--full')
// Read by packages/server/test/full-run.ts.
if (args.includes('--full')) process.env.TESTS = 'full'
const startedAt = performance.now()
// Checks run alongside the tests, which often wait for a browser or a database.
const [tested, checked] = await Promise.all([
  runTests(filters),
  filters.length === 0 ? runChecks() : [],
])
const onCluster = filters.length === 0 ? await testOnCluster() : []
end([tested, ...checked, ...onCluster])

async function testOnCluster() {
  const { CITUS_CLUSTER: program } = process.env
  const tested = program === undefined ? null : await runOnNewCluster(program)
  return tested === null ? [] : [tested]
}

async function runChecks() {
  const results = []
  for (const [name, command] of Object.entries(checks)) {
    const { status, output } = await run(command)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(status === 0 ? `✓ ${name} (by ${seconds} s)` : `✗ ${name}\n${output}`)
    results.push(
      status === 0
        ? { passed: 1, failed: 0, failures: [] }
        : { passed: 0, failed: 1, failures: [name] },
    )
  }
  return results
}

/** @param {string[]} filters path filters of Vitest; without any, all tests run */
async function runTests(filters) {
  if (filters.length > 0) return count(await runVitest(['--reporter=default', ...filters]))
  // Only a full run shows what no test covers.
  const reporters = ['./tools/progress-reporter.ts', './tools/evidence-reporter.ts']
  process.env.PICTURES ??= 'off'
  rmSync(beyondTests, { force: true })
  const first = await runVitest(reporters.map((reporter) => `--reporter=${reporter}`))
  const screens =
    first.report === undefined || existsSync(beyondTests) ? [] : failedScreens(first.report)
  if (screens.length === 0) return count(first)
  console.log(`Once more, without other tests: ${screens.join(', ')}`)
  const second = await runVitest(['--reporter=default', ...screens])
  if (second.status !== 0) return count(first)
  const { numPassedTests, numFailedTests } = first.report
  console.log(`~ unstable, passed only without other tests: ${screens.join(', ')}`)
  return { passed: numPassedTests + numFailedTests, failed: 0, failures: [] }
}

/**
 * The failed files, if they are few and all of them drive a browser, which a busy machine can
 * delay at any step. Whatever else fails once has failed: its races are the server's.
 * @param {{ testResults: { name: string, status: string }[] }} report
 */
function failedScreens({ testResults }) {
  const failed = testResults.filter(({ status }) => status === 'failed')
  const paths = failed.map(({ name }) => relative(root, name))
  const isDelay = paths.length <= 3 && paths.every((path) => path.startsWith('e2e/'))
  return isDelay ? paths : []
}
