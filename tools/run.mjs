// Runs Vitest and the tools of the checks.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

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
  if (report === undefined) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests } = report
  return { passed, failed: status === 0 ? numFailedTests : Math.max(1, numFailedTests) }
}

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
