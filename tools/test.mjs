// `npm test`: everything that keeps the project honest, ended by one line of counts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, requireNode, root } from './install.mjs'

requireNode()
ensureInstalled('full')
const { ensureBuilt } = await import('./build.mjs')
await ensureBuilt()

const checks = {
  'types of contract': ['tsc', '-p', 'packages/contract'],
  'types of server': ['tsc', '-p', 'packages/server'],
  'types of web': ['tsc', '-p', 'packages/web'],
  'types of stories': ['tsc', '-p', 'packages/stories'],
  'types of tools and end-to-end tests': ['tsc', '-p', '.'],
  lint: ['oxlint', '--type-aware', '--quiet'],
  format: ['biome', 'check', '--error-on-warnings'],
  'dead code': ['knip', '--no-progress'],
}

const only = process.argv.slice(2)
const checked = only.length === 0 ? runChecks() : { passed: 0, failed: 0 }
const tested = runTests(only)
console.log(`\n${checked.passed + tested.passed} passed, ${checked.failed + tested.failed} failed`)
process.exitCode = checked.failed + tested.failed > 0 ? 1 : 0

function runChecks() {
  let failed = 0
  for (const [name, command] of Object.entries(checks)) {
    const { status, output } = run(command)
    console.log(`${status === 0 ? '✓' : '✗'} ${name}`)
    if (status !== 0) {
      failed += 1
      console.log(output)
    }
  }
  return { passed: Object.keys(checks).length - failed, failed }
}

/** @param {string[]} filters as Vitest takes them; none means all */
function runTests(filters) {
  const report = join(root, '.cache', 'vitest.json')
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  if (filters.length === 0) {
    // Only a whole run can tell what no test covers.
    reporters.push('--reporter=./tools/evidence-reporter.ts')
    process.env.PICTURES ??= 'off'
  }
  const { status } = run(['vitest', 'run', ...reporters, ...filters], 'inherit')
  // A run that wrote no report, or failed outside any test, must not count as a success.
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed, failed: status === 0 ? numFailedTests : Math.max(1, numFailedTests) }
}

/** @param {string[]} command @param {'inherit' | 'pipe'} stdio */
function run([program = '', ...args], stdio = 'pipe') {
  const script = join(root, 'node_modules', '.bin', program)
  const env = { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' }
  const { status, stdout, stderr } = spawnSync(script, args, {
    cwd: root,
    stdio,
    encoding: 'utf8',
    env,
  })
  return { status, output: `${stdout ?? ''}${stderr ?? ''}` }
}
