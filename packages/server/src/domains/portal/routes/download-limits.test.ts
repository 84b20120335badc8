import { expect, it } from 'vitest'
import {
  downloadScopes,
  linkTo,
  newDownload,
  newFileBenefit,
  newGift,
  newHolder,
  open,
} from '../../../../test/downloads.ts'
import { limitsEndIn } from '../../../../test/limits.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, server, acme, calls } = sellingServer(downloadScopes, { GUILDHALL_RATE_LIMIT: 'on' })

const statusesOf = async (url: string, count: number): Promise<Map<number, number>> => {
  const statuses = new Map<number, number>()
  for (let at = 0; at < count; at += 1) {
    const { status } = await open(url)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return statuses
}

it('downloads of a file are limited for all its links together, and so are guesses', async () => {
  const files = [await newDownload(calls), await newDownload(calls)]
  const gift = await newGift(calls, [await newFileBenefit(calls, files)])
  const { portal } = await newHolder({ server: server.current, organization: acme, calls }, gift)
  const [one, other] = [await linkTo(portal, files[0]), await linkTo(portal, files[1])]
  expect(await statusesOf(one, 120)).toEqual(new Map([[302, 120]]))
  await limitsEndIn(db, 60)
  const refused = await open(await linkTo(portal, files[0]))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await open(other)).status).toBe(302)
  const guess = `${one.slice(0, -1)}.`
  expect(await statusesOf(guess, 200)).toEqual(
    new Map([
      [404, 178],
      [429, 22],
    ]),
  )
  expect((await open(other)).status).toBe(429)
})
