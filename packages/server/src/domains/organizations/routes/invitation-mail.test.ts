import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { linkIn, newVerifiedPerson, startMailingServer } from '../../../../test/identity.ts'
import { invitationsOf, invite, newOrganization } from '../../../../test/organizations.ts'
import { newPerson, type Person, signInAgain } from '../../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'

const db = testDatabase()

/** The link names the invitation and a secret. */
const linkTo = ({ url }: TestServer, id: string) =>
  new RegExp(`^${url}/accept-invitation/${id}\\.[\\w-]{51}$`)

const newAddress = () => `${randomBytes(6).toString('hex')}@example.org`
const refusal = {
  status: 429,
  body: { message: 'Too many requests. Please try again later.' },
}

async function organizationAt(server: TestServer) {
  const owner = await newPerson(server)
  return { owner, organization: await newOrganization(server, [[owner, 'owner']]) }
}

/** Invites to the active organization. */
const sendInvitation = ({ browser }: Pick<Person, 'browser'>, input: object) =>
  browser.post('/api/auth/organization/invite-member', { role: 'member', ...input })

describe('the mail of an invitation', () => {
  it('names the inviter and the organization and links to the invitation', async () => {
    const server = await startMailingServer(db)
    onTestFinished(server.stop)
    const owner = await newVerifiedPerson(server)
    const organization = await newOrganization(server, [[owner, 'owner']])
    const email = newAddress()
    const id = await invite(owner, organization, { email: email.toUpperCase(), role: 'admin' })
    const mail = await server.mailTo(email)
    expect(mail.headers['to']).toBe(email)
    expect(linkIn(mail)).toMatch(linkTo(server, id))
    for (const words of ['“Acme”', `“Ann Example”, ${owner.email}\n`, 'admin', email]) {
      expect(mail.text).toContain(words)
    }
    const again = await invite(owner, organization, { email, resend: true })
    expect(linkIn(await server.mailTo(email))).toMatch(linkTo(server, again))
  })

  it('is not sent if the invitation is refused', async () => {
    const server = await startMailingServer(db)
    onTestFinished(server.stop)
    const { owner, organization } = await organizationAt(server)
    const email = newAddress()
    await invite(owner, organization, { email })
    expect((await sendInvitation(owner, { email })).status).toBe(400)
    expect(await server.mailsTo(email)).toBe(1)
  })

  it('is optional: without mail a verified address is enough', async () => {
    const server = await startTestServer(db, { GUILDHALL_URL: 'https://shop.example.com' })
    onTestFinished(server.stop)
    const local = { ...server, url: `http://127.0.0.1:${server.port}` }
    const { owner, organization } = await organizationAt(local)
    const guest = await newVerifiedPerson(local)
    const invitationId = await invite(owner, organization, { email: guest.email })
    const mails = db.database.kysely.selectFrom('mail').select('subject')
    const found = await mails.where('recipient', '=', guest.email).execute()
    expect(found.filter(({ subject }) => subject.includes('invited'))).toEqual([])
    const answer = await guest.browser.post('/api/auth/organization/accept-invitation', {
      invitationId,
    })
    expect(answer).toMatchObject({ status: 200 })
  })
})

describe('the rate limit of invitations', () => {
  it('allows five mails an hour from an organization to an address', async () => {
    const server = await startMailingServer(db, { GUILDHALL_RATE_LIMIT: 'on' })
    onTestFinished(server.stop)
    const { owner, organization } = await organizationAt(server)
    const email = newAddress()
    for (let time = 0; time < 5; time += 1) {
      await invite(owner, organization, { email, resend: true })
    }
    const refused = await sendInvitation(owner, { email, resend: true })
    expect(refused).toMatchObject(refusal)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect(await invitationsOf(server, organization, email)).toHaveLength(5)
    expect(await server.mailsTo(email)).toBe(5)
    await invite(owner, organization, { email: newAddress() })
  })

  it('allows ten mails an hour to an address, without revealing other senders', async () => {
    const server = await startMailingServer(db, { GUILDHALL_RATE_LIMIT: 'on' })
    onTestFinished(server.stop)
    const owner = await newPerson(server)
    const email = newAddress()
    for (let time = 0; time < 11; time += 1) {
      await invite(owner, await newOrganization(server, [[owner, 'owner']]), { email })
    }
    expect(await server.mailsTo(email)).toBe(10)
  })

  it('allows a user a hundred invitations an hour over all sessions', async () => {
    const server = await startTestServer(db, { GUILDHALL_RATE_LIMIT: 'on' })
    onTestFinished(server.stop)
    const { owner, organization } = await organizationAt(server)
    const again = { browser: await signInAgain(server, owner) }
    const wrong = { email: 'no address', organizationId: organization.id }
    for (let time = 0; time < 50; time += 1) {
      const answers = await Promise.all([
        sendInvitation(owner, wrong),
        sendInvitation(again, wrong),
      ])
      expect(answers.map(({ status }) => status)).toEqual([400, 400])
    }
    for (const one of [owner, again]) {
      const refused = await sendInvitation(one, { ...wrong, email: newAddress() })
      expect(refused).toMatchObject(refusal)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    }
  })
})
