import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentOfTestData } from './test-folder.mjs'

const nodes = 3
const neededBytes = 6 * 1024 ** 3
const installMillisecondsMax = 300_000

/**
 * Installs and starts a Citus cluster, which is stopped when this process ends, however it does. Null
 * where it can’t be installed or started.
 * @param {string} program
 * @param {{ inMemory?: boolean }} [options] whether its data is kept in memory if there is enough
 */
export async function startCluster(program, options) {
  const installed = spawnSync(program, ['install'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: installMillisecondsMax,
  })
  if (installed.status !== 0) return null
  await exitOnSignals()
  return openCluster(program, options)
}

/**
 * The same where it is installed and signals end this process properly. Returns the owner’s URL of
 * a database.
 * @param {string} program
 * @param {{ inMemory?: boolean }} [options]
 */
export async function openCluster(program, { inMemory = false } = {}) {
  const parent = inMemory ? parentOfTestData(neededBytes) : tmpdir()
  const folder = mkdtempSync(join(parent, 'guildhall-citus-'))
  const stop = () => {
    process.off('exit', stop)
    spawnSync(program, ['stop', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', stop)
  const port = String(process.env.CITUS_PORT ?? (await findPort()))
  const started = spawnSync(program, ['start', folder, port], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (started.status !== 0) {
    stop()
    return null
  }
  const printed = call(program, ['database', folder, port, 'guildhall_tests'])
  const url = /^DATABASE_OWNER_URL=(.+)$/m.exec(printed)?.[1]
  if (url === undefined) throw new Error(`${program} printed no DATABASE_OWNER_URL`)
  return { url, stop }
}

/** @param {string} program @param {string[]} args */
function call(program, args) {
  const { status, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${program} ${args[0]} failed`)
  return stdout
}

/** A signal alone would end the process without its cluster. */
async function exitOnSignals() {
  for (const signal of /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM'])) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
  }
  const built = new URL('../packages/server/dist/end-with-npm.js', import.meta.url)
  const { endWithNpm } = await import(built.href)
  endWithNpm(() => process.exit(128 + constants.signals.SIGTERM))
}

const firstPort = 7400
const placesCount = 200

/**
 * The first of as many free ports as there are nodes. Processes that look at the same time begin in
 * different places.
 */
async function findPort() {
  for (let port = firstPort + (process.pid % placesCount) * nodes; ; port += nodes) {
    const ports = Array.from({ length: nodes }, (_, at) => port + at)
    const free = await Promise.all(ports.map(isFree))
    if (free.every((one) => one)) return port
  }
}

/** @param {number} port */
async function isFree(port) {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  await once(server.close(), 'close')
  return true
}
