// Brings node_modules in line with the lockfile, once; runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = join(root, 'node_modules', '.guildhall-stamp.json')
const nodeNeeded = { major: 20, minor: 19 }

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const { major: oldest, minor: oldestMinor } = nodeNeeded
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return
  fail(`Guildhall needs Node ${oldest}.${oldestMinor} or newer; this is ${process.versions.node}.`)
}

/** @param {'lean' | 'full'} wanted lean leaves out what only tests and development need */
export function ensureInstalled(wanted) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  const stamp = readStamp()
  if (stamp?.lock === lock && (stamp.installed === 'full' || stamp.installed === wanted)) return
  console.log(`Installing ${wanted === 'lean' ? 'what the server needs' : 'everything'} …`)
  const omit = wanted === 'lean' ? ['--omit=dev'] : []
  npm(['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stampFile, JSON.stringify({ lock, installed: wanted }))
}

/** @returns {{ lock: string, installed: string } | null} */
function readStamp() {
  return existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : null
}

/** @param {string[]} args */
function npm(args) {
  // npm tells its scripts where it stands; on Windows a bare `npm` is not a program.
  const self = process.env.npm_execpath
  const [command, first] = self ? [process.execPath, [self]] : ['npm', []]
  const env = { ...process.env, NODE_ENV: 'development' }
  const result = spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit', env })
  if (result.status !== 0) fail(`npm ${args[0]} failed; its own words stand above.`)
}

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line)
  process.exit(1)
}
