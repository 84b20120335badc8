import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import type { Person } from '../../../../test/people.ts'
import { inDashboard } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { notifyExpiringTokensJob } from '../jobs/notify-expiring-tokens.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
const day = 86_400

let acme: OwnedOrganization
let admin: Person
let member: Person

/** Anew for each test, since sessions don't outlive a month. */
beforeEach(async () => {
  clock.freeze()
  acme = await createOrganization(server.current)
  admin = await newMember(server.current, acme, 'admin')
  member = await newMember(server.current, acme, 'member')
})

async function newToken(comment: string, expires_in: string): Promise<string> {
  const input = { organization_id: acme.id, comment, scopes: ['products:read'], expires_in }
  const calls = inDashboard(server.current, acme.owner)
  const { status, body } = await calls.post('/organization-access-tokens/', input)
  expect(status).toBe(201)
  return String(body?.['token'])
}

/** Twice, as if two servers ran it. */
async function runSchedule(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await runOn(db.ownerUrl, `select graphile_worker.add_job('${notifyExpiringTokensJob.name}')`)
    await server.current.settle()
  }
}

/** How many mails about the token each of them got. */
const mailsAbout = async (comment: string) => {
  const mails = (await server.current.sentMails()).filter(
    ({ subject, text }) => subject.endsWith('expires soon') && text.includes(`“${comment}”`),
  )
  return [acme.owner, admin, member].map(
    ({ email }) => mails.filter(({ to }) => to === email).length,
  )
}

describe('an access token that is about to expire', () => {
  it('is mailed to those who may replace it, seven days and one day before', async () => {
    await newToken('For a month', 'P30D')
    await newToken('For a day', 'P1D')
    clock.advance(23 * day - 1)
    await runSchedule()
    expect(await mailsAbout('For a month')).toEqual([0, 0, 0])
    clock.advance(1)
    await runSchedule()
    expect(await mailsAbout('For a month')).toEqual([1, 1, 0])
    clock.advance(6 * day)
    await runSchedule()
    expect(await mailsAbout('For a month')).toEqual([2, 2, 0])
    clock.advance(2 * day)
    await runSchedule()
    expect(await mailsAbout('For a month')).toEqual([2, 2, 0])
    expect(await mailsAbout('For a day')).toEqual([0, 0, 0])
  })

  it('is not mailed once it has expired, even if the server was down', async () => {
    await newToken('Forgotten', 'P10D')
    clock.advance(11 * day)
    await runSchedule()
    expect(await mailsAbout('Forgotten')).toEqual([0, 0, 0])
  })

  it('is named by the responses to its calls', async () => {
    const token = await newToken('Seen', 'P10D')
    const end = new Date(clock.now().getTime() + 10 * day * 1000)
    const sunset = async () => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${server.current.url}/v1/products/`, { headers })).headers.get('sunset')
    }
    expect(await sunset()).toBeNull()
    clock.advance(3 * day)
    expect(await sunset()).toBe(end.toUTCString())
  })
})
