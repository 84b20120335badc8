import { lstat, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Runner } from './runner.ts'
import { emptySocketFolder, ensureSocketFolder } from './socket-folder.ts'

const self: Runner = {
  kind: 'self',
  name: 'me',
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
}
const isRoot = self.uid === 0
let home: string
let temporary: string | undefined

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sockets-'))
  temporary = process.env.TMPDIR
  process.env.TMPDIR = home
})
afterEach(async () => {
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  await rm(home, { recursive: true, force: true })
})

test('the path is derived from the data folder, and only its user may enter', async () => {
  const folder = ensureSocketFolder('/somewhere/data', self)
  expect(folder).toBe(ensureSocketFolder('/somewhere/data', self))
  expect(folder).not.toBe(ensureSocketFolder('/other/data', self))
  expect(folder.startsWith(`${home}/guildhall-`)).toBe(true)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('opened permissions are restored', async () => {
  const folder = ensureSocketFolder('/data', self)
  await rm(folder, { recursive: true })
  await mkdir(folder, { mode: 0o777 })
  ensureSocketFolder('/data', self)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a symbolic link in its place is not followed', async () => {
  const folder = ensureSocketFolder('/data', self)
  await rm(folder, { recursive: true })
  await mkdir(join(home, 'trap'), { mode: 0o755 })
  await symlink(join(home, 'trap'), folder)
  const other = ensureSocketFolder('/data', self)
  expect(other).toMatch(new RegExp(`^${folder}-\\w{6}$`))
  expect((await lstat(other)).isDirectory()).toBe(true)
  expect((await stat(join(home, 'trap'))).mode & 0o777).toBe(0o755)
})

test.runIf(isRoot)('a folder of another user is not used', async () => {
  const nobody: Runner = { kind: 'user', name: 'nobody', uid: 65534, gid: 65534 }
  const daemon: Runner = { kind: 'user', name: 'daemon', uid: 1, gid: 1 }
  const data = join(home, 'data')
  const folder = ensureSocketFolder(data, daemon)
  const other = ensureSocketFolder(data, nobody)
  try {
    expect((await stat(folder)).uid).toBe(1)
    expect(other).toMatch(new RegExp(`^${folder}-\\w{6}$`))
    expect(await stat(other)).toMatchObject({ uid: 65534, gid: 65534 })
    expect((await stat(other)).mode & 0o777).toBe(0o700)
  } finally {
    await rm(folder, { recursive: true })
    await rm(other, { recursive: true })
  }
})

test.each([
  ['too long', 'x'.repeat(90)],
  ['not plain', "it's, odd"],
])('a TMPDIR that is %s falls back to /tmp', async (_, name) => {
  process.env.TMPDIR = join(home, name)
  const folder = ensureSocketFolder(join(home, 'data'), self)
  expect(folder.startsWith('/tmp/guildhall-')).toBe(true)
  await rm(folder, { recursive: true })
})

test('files of a dead server are removed', async () => {
  const folder = ensureSocketFolder('/data', self)
  await writeFile(join(folder, '.s.PGSQL.5432.lock'), '')
  emptySocketFolder(folder)
  await expect(stat(join(folder, '.s.PGSQL.5432.lock'))).rejects.toThrow('ENOENT')
})
