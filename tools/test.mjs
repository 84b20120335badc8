// `npm test`: all checks and tests; the last line is the counts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureInstalled, requireNode, root } from './install.mjs'

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
const failed = tested.failed + checked.filter((isPassed) => !isPassed).length
const passed = tested.passed + checked.filter((isPassed) => isPassed).length
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function runChecks() {
  const results = []
  for (const [name, command] of Object.entries(checks)) {
    const { status, output } = await run(command)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(status === 0 ? `✓ ${name} (by ${seconds} s)` : `✗ ${name}\n${output}`)
    results.push(status === 0)
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
  return { passed: numPassedTests + numFailedTests, failed: 0 }
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

/** @param {string[]} args */
async function runVitest(args) {
  const file = join(root, '.cache', 'vitest.json')
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(file, { force: true })
  const reports = ['--reporter=json', `--outputFile.json=${file}`]
  const { status } = await run(['vitest', 'run', ...reports, ...args], 'inherit')
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  return { status, report }
}

/**
 * A run that wrote no report, or failed outside any test, must not count as a success.
 * @param {Awaited<ReturnType<typeof runVitest>>} run
 */
function count({ status, report }) {
  if (report === undefined) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests } = report
  return { passed, failed: status === 0 ? numFailedTests : Math.max(1, numFailedTests) }
}

/** @param {string[]} command @param {'inherit' | 'pipe'} output */
async function run([program = '', ...args], output = 'pipe') {
  const script = join(root, 'node_modules', '.bin', program)
  const env = { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' }
  const child = spawn(script, args, { cwd: root, stdio: ['inherit', output, output], env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (printed += text))
  }
  const [status] = await once(child, 'close')
  return { status, output: printed }
}
