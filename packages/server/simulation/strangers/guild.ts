import { randomBytes } from 'node:crypto'
import { type Browser, openBrowser } from '../../test/browser.ts'
import { invite, memberIdOf, newOrganization } from '../../test/organizations.ts'
import { newPerson, type Person } from '../../test/people.ts'
import type { TestServer } from '../../test/server.ts'

/** An organization, people whose addresses strangers know, and what mails wait for them. */
export interface Guild {
  readonly server: TestServer
  readonly organizationId: string
  readonly owner: Person
  /** May read, and is a stranger to what only owners may see. */
  readonly member: Person
  readonly memberId: string
  /** Has an account and no address that was verified. */
  readonly unproved: Person
  /** Invited as an owner, without an account. */
  readonly invited: string
  readonly invitationId: string
  /** Becomes an operator with their proof. */
  readonly boss: string
  /** The browsers of strangers, who know all addresses and the ids of organization and invitation. */
  readonly strangers: Browser[]
  /** What strangers and the member were shown. */
  readonly shown: string[]
}

/** Of the guild with that number; the settings of the server list them. */
export const bossOf = (number: number): string => `boss-${number}@guild.test`

export const newAddress = () => `${randomBytes(6).toString('hex')}@guild.test`

export async function openGuild(server: TestServer, number: number): Promise<Guild> {
  // The first user of a new server becomes its operator.
  await newPerson(server)
  const [owner, member, unproved] = [
    await newPerson(server),
    await newPerson(server),
    await newPerson(server),
  ]
  const organization = await newOrganization(server, [
    [owner, 'owner'],
    [member, 'member'],
  ])
  const invited = newAddress()
  const invitationId = await invite(owner, organization, { email: invited, role: 'owner' })
  return {
    server,
    organizationId: organization.id,
    owner,
    member,
    memberId: memberIdOf(organization, member),
    unproved,
    invited,
    invitationId,
    boss: bossOf(number),
    strangers: [],
    shown: [],
  }
}

export const newStranger = ({ server, strangers }: Guild): Browser => {
  const browser = openBrowser(server.url)
  strangers.push(browser)
  return browser
}
