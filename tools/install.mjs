// Installs dependencies if the lockfile has changed. Runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = join(root, 'node_modules', '.guildhall-stamp.json')
const minimumNode = { major: 20, minor: 19 }

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const { major: oldest, minor: oldestMinor } = minimumNode
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return
  fail(`Guildhall needs Node ${oldest}.${oldestMinor} or newer; this is ${process.versions.node}.`)
}

/** @param {'lean' | 'full'} wanted lean omits the dependencies of tests and development */
export function ensureInstalled(wanted) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  const stamp = readStamp()
  if (stamp?.lock === lock && (stamp.installed === 'full' || stamp.installed === wanted)) return
  console.log(
    `Installing ${wanted === 'lean' ? 'the dependencies of the server' : 'all dependencies'} …`,
  )
  const omit = wanted === 'lean' ? ['--omit=dev'] : []
  npm(['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stampFile, JSON.stringify({ lock, installed: wanted }))
}

/** @returns {{ lock: string, installed: string } | null} */
function readStamp() {
  return existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : null
}

/** @param {string[]} args @param {string} folder */
export function npm(args, folder = root) {
  // npm passes its own path to scripts; on Windows `npm` can't be spawned by name.
  const self = process.env.npm_execpath
  const [command, first] = self ? [process.execPath, [self]] : ['npm', []]
  const env = { ...process.env, NODE_ENV: 'development' }
  const result = spawnSync(command, [...first, ...args], { cwd: folder, stdio: 'inherit', env })
  if (result.status !== 0) fail(`npm ${args[0]} failed; see its output above.`)
}

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line)
  process.exit(1)
}
