import { beforeAll, expect, it } from 'vitest'
import { runGuildhall } from '../../../test/command-line.ts'
import { testDatabase } from '../../../test/database.ts'
import { createOrganization, type OwnedOrganization } from '../../../test/owned-organization.ts'
import { newAccessToken } from '../../../test/sellers.ts'
import { testServer } from '../../../test/server.ts'
import { readClock } from './clock-usage.ts'

const server = testServer(testDatabase())
let acme: OwnedOrganization

beforeAll(async () => {
  acme = await createOrganization(server.current)
})

async function newClock() {
  const site = server.current
  const { token } = await newAccessToken(site, acme, ['organizations:write'])
  const env = { GUILDHALL_URL: site.url, GUILDHALL_ACCESS_TOKEN: token }
  return (...args: readonly string[]) => runGuildhall(['clock', ...args], env).ended
}

it('prints the time, advances it, and says what is wrong with a target', async () => {
  const clock = await newClock()
  expect(await clock()).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^\S+Z {2}the clock runs\n$/),
  })
  const far = await clock('--to', '2031-03-01T12:00:00+02:00')
  expect(far.said).toMatch(/^2031-03-01T10:00:00.000Z {2}the clock stands\n$/m)
  const { said } = await clock('--days', '31', '--json')
  expect(JSON.parse(said)).toMatchObject({ now: '2031-04-01T10:00:00.000Z', frozen: true })
  expect(await clock('--to', '2030-01-01')).toMatchObject({
    code: 1,
    said: '',
    complained: expect.stringContaining('back'),
  })
})

const env = { GUILDHALL_ACCESS_TOKEN: 'guildhall_oat_1' }

it.each<[string[], string]>([
  [['31'], 'Say how far: --days 31 or --to 2027-03-01'],
  [['--days', '0'], '--days must be a whole number from 1 to 36525, not 0'],
  [['--days', '1.5'], '--days must be a whole number from 1 to 36525, not 1.5'],
  [['--to', 'tomorrow'], '--to must be a day or a time with an offset, not tomorrow'],
  [
    ['--to', '2027-02-30T12:00'],
    '--to must be a day or a time with an offset, not 2027-02-30T12:00',
  ],
  [['--to', '2027-02-30'], '--to must be a day or a time with an offset, not 2027-02-30'],
  [['--to', '2027-13-01'], '--to must be a day or a time with an offset, not 2027-13-01'],
  [['--days', '1', '--to', '2027-01-01'], 'Pass --days or --to, not both'],
])('%j is refused', (args, usageError) => {
  expect(readClock(args, env)).toEqual({ usageError })
})
