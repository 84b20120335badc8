// `npm test`: everything that keeps the project honest, ended by one line of counts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, requireNode, root } from './install.mjs'

requireNode()
ensureInstalled('full')
const { ensureBuilt } = await import('./build.mjs')
await ensureBuilt()

const lint = ['oxlint', '--type-aware', '--quiet']
// What the peers of the benches are made of isn't installed here, so that their types are unknown.
const peers = ['bench/accounts/peer.ts', 'bench/organizations/peer.ts']

const checks = {
  'types and lint': [...lint, '--type-check', ...peers.map((file) => `--ignore-pattern=${file}`)],
  'lint of peers': [...lint, ...peers],
  format: ['biome', 'check', '--error-on-warnings'],
  'dead code': ['knip', '--no-progress'],
}

const only = process.argv.slice(2)
// Tests often wait for a browser or a database, which leaves time for the checks.
const [tested, checked] = await Promise.all([runTests(only), only.length === 0 ? runChecks() : []])
for (const { name, passed, output } of checked) {
  console.log(passed ? `✓ ${name}` : `✗ ${name}\n${output}`)
}
const failed = tested.failed + checked.filter(({ passed }) => !passed).length
const passed = tested.passed + checked.filter(({ passed }) => passed).length
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function runChecks() {
  const results = []
  for (const [name, command] of Object.entries(checks)) {
    const { status, output } = await run(command)
    results.push({ name, passed: status === 0, output })
  }
  return results
}

/** @param {string[]} filters as Vitest takes them; none means all */
async function runTests(filters) {
  const report = join(root, '.cache', 'vitest.json')
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  if (filters.length === 0) {
    // Only a whole run can tell what no test covers.
    reporters.push('--reporter=./tools/evidence-reporter.ts')
    process.env.PICTURES ??= 'off'
  }
  const { status } = await run(['vitest', 'run', ...reporters, ...filters], 'inherit')
  // A run that wrote no report, or failed outside any test, must not count as a success.
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
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
