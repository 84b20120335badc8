import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeAbandoned } from './run-folder.ts'

let parent: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'guildhall-runs-'))
})

afterEach(() => rm(parent, { recursive: true }))

it('only the folders of killed runs are removed', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const kept = [`guildhall-${process.pid}-Alive1`, 'guildhall-of-somebody', `other-${ended}-Others`]
  for (const name of [`guildhall-${ended}-Killed`, ...kept]) {
    await mkdir(join(parent, name, 'data'), { recursive: true })
    await writeFile(join(parent, name, 'data', 'file'), '')
  }

  await removeAbandoned(parent)

  expect((await readdir(parent)).toSorted()).toEqual(kept.toSorted())
})
