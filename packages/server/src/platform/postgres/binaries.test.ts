import { execFileSync } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBinaries, linkLibraries, postgresMajor } from './binaries.ts'
import { thisMachine } from './start-postgres.ts'

let home: string
let native: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  native = join(home, 'native')
  await mkdir(join(native, 'lib'), { recursive: true })
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
  ]
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  await writeFile(join(native, 'lib/libpq.so.5.18'), '')
})
afterEach(() => rm(home, { recursive: true, force: true }))

const link = (name: string) => readlink(join(native, 'lib', name))

test('the installed binaries run and have the expected major version', () => {
  const found = findBinaries(thisMachine().platform)
  const version = execFileSync(join(found, 'bin/initdb'), ['--version'], { encoding: 'utf8' })
  expect(version).toMatch(new RegExp(`^initdb \\(PostgreSQL\\) ${postgresMajor}\\.`))
})

test('missing links are created, wrong ones fixed, correct ones kept', async () => {
  await symlink('libpq.so.4', join(native, 'lib/libpq.so'))
  linkLibraries(native)
  expect(await link('libpq.so')).toBe('libpq.so.5.18')
  expect(await link('libpq.so.5')).toBe('libpq.so.5.18')
  const { ino } = await lstat(join(native, 'lib/libpq.so'))
  linkLibraries(native)
  expect((await lstat(join(native, 'lib/libpq.so'))).ino).toBe(ino)
})

test('a package without a list of links (macOS needs none) is accepted', async () => {
  await rm(join(native, 'pg-symlinks.json'))
  expect(() => linkLibraries(native)).not.toThrow()
})

test('links that cannot be created are reported in one line with a remedy', async () => {
  await rm(join(native, 'lib'), { recursive: true })
  expect(() => linkLibraries(native)).toThrow(
    `PostgreSQL's libraries cannot be linked in ${native}/lib: make it writable for the first ` +
      'start, or set DATABASE_URL to a PostgreSQL server of your own.',
  )
})
