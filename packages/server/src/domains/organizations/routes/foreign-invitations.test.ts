import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { linkIn, type MailingServer, startMailingServer } from '../../../../test/identity.ts'
import { invite, newOrganization } from '../../../../test/organizations.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
let server: MailingServer

beforeAll(async () => {
  server = await startMailingServer(db)
})
afterAll(() => server.stop())

const path = (name: string) => `/api/auth/organization/${name}`
const newAddress = () => `${randomBytes(6).toString('hex')}@example.org`
const unverified = { status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } }

const accept = ({ browser }: Person, invitationId: string) =>
  browser.post(path('accept-invitation'), { invitationId })
const show = ({ browser }: Person, id: string) => browser.get(path(`get-invitation?id=${id}`))

const read = (key: string) =>
  openBrowser(server.url).get(path(`invitation-link?id=${encodeURIComponent(key)}`))
const unreadable = { status: 400, body: { code: 'INVITATION_NOT_FOUND' } }

/** What the mailed link names. */
const mailedKey = async (email: string): Promise<string> =>
  linkIn(await server.mailTo(email))
    .split('/')
    .at(-1) ?? ''

/** An owner invited an address as another owner; the mail has not been read. */
async function ownersInvitation() {
  const [owner, member] = await Promise.all([newPerson(server), newPerson(server)])
  const organization = await newOrganization(server, [
    [owner, 'owner'],
    [member, 'member'],
  ])
  const email = newAddress()
  const id = await invite(owner, organization, { email, role: 'owner' })
  return { owner, member, organization, email, id, key: await mailedKey(email) }
}

describe('an open invitation', () => {
  test('is shown to those who may invite, not to other members', async () => {
    const { owner, member, organization, id } = await ownersInvitation()
    const query = `?organizationId=${organization.id}`
    const seenBy = async ({ browser }: Person) => ({
      list: (await browser.get(path(`list-invitations${query}`))).body,
      full: (await browser.get(path(`get-full-organization${query}`))).body?.['invitations'],
    })
    expect(await seenBy(owner)).toMatchObject({ list: [{ id }], full: [{ id }] })
    expect(await seenBy(member)).toEqual({ list: [], full: [] })
    await owner.browser.post(path('cancel-invitation'), { invitationId: id })
    expect(await seenBy(member)).toMatchObject({ list: [{ id }], full: [{ id }] })
  })

  test('is not accepted by a stranger who signs up with its address', async () => {
    const { email, id } = await ownersInvitation()
    const eve = await newPerson(server, { email })
    expect((await eve.browser.get(path('list-user-invitations'))).body).toEqual([])
    expect(await show(eve, id)).toMatchObject(unverified)
    expect(await accept(eve, id)).toMatchObject(unverified)
    expect(await eve.browser.post(path('reject-invitation'), { invitationId: id })).toMatchObject(
      unverified,
    )
  })

  test('is not accepted by a stranger who changes their address to its address', async () => {
    const { email, id } = await ownersInvitation()
    const eve = await newPerson(server)
    expect((await eve.browser.post('/api/auth/change-email', { newEmail: email })).status).toBe(200)
    expect((await eve.browser.get(path('list-user-invitations'))).body).toEqual([])
    expect(await accept(eve, id)).toMatchObject(unverified)
  })

  test('is not accepted with another secret than its own', async () => {
    const { email, id, key } = await ownersInvitation()
    const { key: otherKey } = await ownersInvitation()
    const eve = await newPerson(server, { email })
    const [, secret = ''] = key.split('.')
    const [, otherSecret = ''] = otherKey.split('.')
    const tampered = `${secret.slice(0, -2)}${secret.endsWith('A') ? 'BB' : 'AA'}`
    for (const tried of ['', 'x', secret.slice(1), secret.slice(0, 8), tampered, otherSecret]) {
      expect(await accept(eve, `${id}.${tried}`)).toMatchObject(unverified)
    }
  })

  test('is accepted with the secret of the mailed link, by its address only', async () => {
    const { email, id, key } = await ownersInvitation()
    const eve = await newPerson(server)
    expect(await accept(eve, key)).toMatchObject({
      status: 403,
      body: { code: 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION' },
    })
    const invited = await newPerson(server, { email })
    expect(await show(invited, key)).toMatchObject({ status: 200, body: { id, role: 'owner' } })
    expect(await accept(invited, key)).toMatchObject({ status: 200, body: { invitation: { id } } })
  })

  test('is accepted by a verified address without the secret', async () => {
    const { email, id } = await ownersInvitation()
    const invited = await newPerson(server, { email })
    await invited.browser.post('/api/auth/send-verification-email', { email })
    await invited.browser.open(linkIn(await server.mailTo(email)))
    expect((await invited.browser.get(path('list-user-invitations'))).body).toMatchObject([{ id }])
    expect(await accept(invited, id)).toMatchObject({ status: 200 })
  })

  test('is known by its secret to no response', async () => {
    const { owner, organization, key } = await ownersInvitation()
    const [, secret = ''] = key.split('.')
    const query = `?organizationId=${organization.id}`
    for (const name of ['list-invitations', 'get-full-organization']) {
      const { body } = await owner.browser.get(path(`${name}${query}`))
      expect(JSON.stringify(body)).not.toContain(secret)
    }
    const { rows } = await db.database.pool.query('select payload::text as text from outbox')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('a mailed link', () => {
  test('names inviter, organization and recipient to a visitor who is not signed in', async () => {
    const { owner, email, key } = await ownersInvitation()
    expect(await read(key)).toMatchObject({ status: 200 })
    expect((await read(key)).body).toEqual({
      email,
      organizationName: 'Acme',
      inviterName: 'Ann Example',
      inviterEmail: owner.email,
    })
  })

  test('names nothing without its secret, as if nobody had been invited', async () => {
    const { id, key } = await ownersInvitation()
    const { key: otherKey } = await ownersInvitation()
    const [, secret = ''] = key.split('.')
    const unknown = `${newId('invitation')}.${secret}`
    const refused = await read(unknown)
    expect(refused).toMatchObject(unreadable)
    for (const tried of [id, `${id}.`, `${id}.${secret.slice(1)}`, `${id}.${otherKey}`, 'x', '']) {
      expect(await read(tried)).toMatchObject({ status: refused.status, body: refused.body })
    }
  })

  test.each([
    ['rejected', "update invitation set status = 'rejected' where id = $1"],
    [
      'expired',
      `update invitation set created_at = now() - interval '3 days',
              expires_at = now() - interval '1 day' where id = $1`,
    ],
    [
      'without its inviter',
      `delete from member using invitation
        where invitation.id = $1 and member.user_id = invitation.inviter_id`,
    ],
  ])('names nothing once its invitation is %s', async (_how, sql) => {
    const { id, key } = await ownersInvitation()
    expect(await read(key)).toMatchObject({ status: 200 })
    await db.database.pool.query(sql, [id])
    expect(await read(key)).toMatchObject(unreadable)
  })
})
