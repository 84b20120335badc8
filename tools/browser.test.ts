import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumOfNpm, findBrowser } from './browser.ts'

describe('the browser of the end-to-end tests', () => {
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guildhall-browser-'))
  })

  afterAll(() => rm(folder, { recursive: true }))

  test('is the one that CHROME_BIN names', async () => {
    expect(await findBrowser({ CHROME_BIN: process.execPath })).toEqual({ path: process.execPath })
  })

  test('is not searched for when CHROME_BIN is wrong', async () => {
    const missing = join(folder, 'no-such-browser')
    await expect(findBrowser({ CHROME_BIN: missing })).rejects.toThrow(missing)
  })

  test('can be unpacked by two processes at the same time', async () => {
    const [one, other] = await Promise.all([chromiumOfNpm(folder), chromiumOfNpm(folder)])
    expect(one).toEqual(other)
    const isPacked = process.platform === 'linux' && process.arch === 'x64'
    expect(await readdir(folder)).toEqual(isPacked ? ['chromium-143.0.4'] : [])
  })
})
