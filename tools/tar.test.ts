import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTar } from './tar.ts'

test('reads the files of an archive, and not its folders', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-tar-'))
  const long = 'x'.repeat(1025)
  await mkdir(join(folder, 'lib'))
  await writeFile(join(folder, 'lib/long.txt'), long)
  await writeFile(join(folder, 'empty.txt'), '')
  const archive = execFileSync('tar', ['-cf', '-', '-C', folder, 'lib', 'empty.txt'])
  await rm(folder, { recursive: true })
  const files = [...readTar(archive)].map(({ name, content }) => [name, content.toString()])
  expect(files).toEqual([
    ['lib/long.txt', long],
    ['empty.txt', ''],
  ])
})
