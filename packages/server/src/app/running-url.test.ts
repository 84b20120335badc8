import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { announceUrl, withRunningUrl } from './running-url.ts'

let data: string
const url = 'http://localhost:4321'

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'guildhall-url-'))
})
afterAll(() => rm(data, { recursive: true }))

it('commands find the server of the data folder until it stops', async () => {
  const env = { GUILDHALL_DATA: data }
  expect(withRunningUrl(env)).toEqual(env)
  const takeBack = await announceUrl(data, url)
  expect(withRunningUrl(env)).toEqual({ ...env, GUILDHALL_URL: url })
  await takeBack()
  expect(withRunningUrl(env)).toEqual(env)
})

it('one of two servers that stops leaves the URL of the other', async () => {
  const env = { GUILDHALL_DATA: data }
  const stopFirst = await announceUrl(data, url)
  const stopSecond = await announceUrl(data, 'http://localhost:4322')
  await stopFirst()
  expect(withRunningUrl(env)).toEqual({ ...env, GUILDHALL_URL: 'http://localhost:4322' })
  await stopSecond()
  expect(withRunningUrl(env)).toEqual(env)
})

it.each([{ GUILDHALL_URL: 'https://billing.example.com' }, { PORT: '3000' }])(
  'settings say which server is meant: %j',
  async (setting) => {
    const env = { GUILDHALL_DATA: data, ...setting }
    const takeBack = await announceUrl(data, url)
    expect(withRunningUrl(env)).toEqual(env)
    await takeBack()
  },
)
