// Runs Vitest and the tools of the checks.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './install.mjs'

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult
 * @typedef {{ name: string, status: string, message: string, assertionResults: TestResult[] }} TestFile
 */

/** @param {string[]} args @param {NodeJS.ProcessEnv} [env] more of the environment */
export async function runVitest(args, env = {}) {
  const file = join(root, '.cache', 'vitest.json')
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(file, { force: true })
  const reports = ['--reporter=json', `--outputFile.json=${file}`]
  const { status } = await run(['vitest', 'run', ...reports, ...args], { output: 'inherit', env })
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  return { status, report }
}

/**
 * A run that wrote no report, or failed outside any test, must not count as a success.
 * @param {Awaited<ReturnType<typeof runVitest>>} run
 */
export function count({ status, report }) {
  if (report === undefined) return { passed: 0, failed: 1, failures: ['no report of the tests'] }
  const { numPassedTests: passed, numFailedTests } = report
  const failures = failuresOf(report)
  if (status !== 0 && failures.length === 0) failures.push('an error outside all tests')
  return { passed, failed: Math.max(numFailedTests, failures.length), failures }
}

/**
 * Prints the sum of the results, and before it what failed: the middle of a long output, where
 * each failure is shown in detail, isn't always kept.
 * @param {readonly { passed: number, failed: number, failures: readonly string[] }[]} results
 */
export function end(results) {
  for (const failure of results.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`)
  const passed = results.reduce((all, one) => all + one.passed, 0)
  const failed = results.reduce((all, one) => all + one.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** @param {{ testResults: TestFile[] }} report */
function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    // Hooks that fail, and files that can't be loaded, belong to no test.
    const reasons = status === 'failed' && tests.length === 0 ? [message] : tests.map(reasonOf)
    return reasons.map((reason) => `${relative(root, name)}: ${startOf(reason)}`)
  })
}

/** @param {TestResult} test */
const reasonOf = ({ fullName, failureMessages }) => [fullName, ...failureMessages].join('\n')

/** @param {string} text */
const startOf = (text) =>
  text
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, 12)
    .join('\n  ')

/**
 * @param {string[]} command of a dependency
 * @param {{ output?: 'inherit' | 'pipe', env?: NodeJS.ProcessEnv }} [options]
 */
export async function run([program = '', ...args], { output = 'pipe', env = {} } = {}) {
  const script = join(root, 'node_modules', '.bin', program)
  const child = spawn(script, args, {
    cwd: root,
    stdio: ['inherit', output, output],
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
  })
  const end = () => void child.kill()
  process.once('exit', end)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (printed += text))
  }
  const [status] = await once(child, 'close')
  process.off('exit', end)
  return { status, output: printed }
}
