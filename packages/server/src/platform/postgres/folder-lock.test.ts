import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { systemProcesses } from './processes.ts'

const processes = systemProcesses()
const ourStart = processes.startedAt(process.pid)
let dataFolder: string

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  await mkdir(join(dataFolder, 'servers'))
})
afterEach(() => rm(dataFolder, { recursive: true, force: true }))

const beatMilliseconds = 50
const lock = (world = processes.world, beat = beatMilliseconds) =>
  lockFolder(dataFolder, { ...processes, world }, beat)
const leave = (name: string) => writeFile(join(dataFolder, 'servers', name), '')
const entries = () => readdir(join(dataFolder, 'servers'))

test('a lock lasts until it is released', async () => {
  const held = await lock()
  await expect(lock()).rejects.toThrow(
    `Another server (process ${process.pid}) uses the data folder ${dataFolder}`,
  )
  held.release()
  expect(await entries()).toEqual([])
  const again = await lock()
  again.release()
})

test('a lock of another running process is respected and its entry left alone', async () => {
  const other = `${process.ppid}.${processes.startedAt(process.ppid)}.${processes.world}`
  await leave(other)
  await expect(lock()).rejects.toThrow(`process ${process.ppid}`)
  expect(await entries()).toEqual([other])
})

test.each([
  ['of a process that has exited', `4194304.${ourStart}.${processes.world}`],
  ['whose process number was reused', `${process.ppid}.earlier.${processes.world}`],
  ['that is malformed', 'nonsense'],
])('an entry %s is removed', async (_, name) => {
  await leave(name)
  const held = await lock()
  expect(await entries()).toEqual([`${process.pid}.${ourStart}.${processes.world}`])
  held.release()
})

test('a server in another container is respected while its heartbeat continues', async () => {
  // Slow enough for a busy machine to keep up.
  const beat = 6 * beatMilliseconds
  const otherLock = await lock('another-host', beat)
  const [entry] = await entries()
  await expect(lock(processes.world, beat)).rejects.toThrow('Another server')
  expect(await entries()).toEqual([entry])
  otherLock.release()
  expect(await entries()).toEqual([])
})

test('the entry of a server without a heartbeat is removed', async () => {
  await leave('7.start.another-host')
  const held = await lock()
  expect(await entries()).toHaveLength(1)
  held.release()
})

test('a server survives the removal of its data folder', async () => {
  const held = await lock()
  await rm(dataFolder, { recursive: true })
  await sleep(3 * beatMilliseconds)
  held.release()
  await expect(readdir(dataFolder)).rejects.toThrow('ENOENT')
})
