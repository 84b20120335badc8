import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartFailure } from '../start-failure.ts'
import { loadSecret } from './secret.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('the generated secret', () => {
  it('is created once, readable only by the user of the server', async () => {
    const data = join(folder, 'new', 'data')
    const [secret = ''] = await loadSecret(data)
    expect(secret).toMatch(/^[\w-]{64}$/)
    expect(await loadSecret(data)).toEqual([secret])
    expect(await modeOf(data)).toBe(0o700)
    expect(await modeOf(join(data, 'secret'))).toBe(0o600)
  })

  it('is the same for all servers that start at once', async () => {
    const loaded = await Promise.all(Array.from({ length: 20 }, () => loadSecret(folder)))
    expect(new Set(loaded.flat()).size).toBe(1)
    expect(await readdir(folder)).toEqual(['secret'])
  })

  it('is rotated by adding a line at the top', async () => {
    const [older = ''] = await loadSecret(folder)
    const newer = 'n'.repeat(40)
    await writeFile(join(folder, 'secret'), `${newer}\n${older}\n\n`)
    expect(await loadSecret(folder)).toEqual([newer, older])
  })

  it('has its permissions restored when others may read it', async () => {
    await loadSecret(folder)
    await chmod(join(folder, 'secret'), 0o644)
    await loadSecret(folder)
    expect(await modeOf(join(folder, 'secret'))).toBe(0o600)
  })

  it('is reported in one line when it cannot be read', async () => {
    await mkdir(join(folder, 'secret'), { recursive: true })
    await expect(loadSecret(folder)).rejects.toThrow(StartFailure)
    await expect(loadSecret(folder)).rejects.toThrow(/secret cannot be read: EISDIR/)
  })

  it.each(['', '\n\n', 'short\n'])('is never replaced when the file holds %j', async (text) => {
    await writeFile(join(folder, 'secret'), text)
    await expect(loadSecret(folder)).rejects.toThrow('must hold secrets of at least 32 characters')
  })
})
