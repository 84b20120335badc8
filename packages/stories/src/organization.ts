import { unwrap } from './answers.ts'
import { newPerson, type Person } from './people.ts'
import type { Site } from './site.ts'

// The client's types don't cover the answers of its organization plugin.

export interface CreatedOrganization {
  readonly id: string
}

export interface SentInvitation {
  readonly id: string
  readonly status: string
}

interface Acceptance {
  readonly invitation: { readonly status: string }
  readonly member: { readonly id: string; readonly teamId: string | null }
}

export interface OrganizationOwner extends Person {
  readonly site: Site
  readonly organizationId: string
}

/** Signs a person up and creates an organization named after them. */
export async function newOwner(site: Site, name: string): Promise<OrganizationOwner> {
  const person = await newPerson(site, `${name}@guild.test`, { name })
  const input = { name: `${name}’s guild`, slug: name }
  const { id } = unwrap<CreatedOrganization>(await person.organization.create(input))
  return { ...person, site, organizationId: id }
}

interface InvitationInput {
  readonly email: string
  readonly role?: string
  readonly teamId?: string
  readonly resend?: boolean
}

export const invite = async (by: Person, input: InvitationInput): Promise<SentInvitation> =>
  unwrap<SentInvitation>(await by.organization.inviteMember({ role: 'member', ...input }))

export const accept = async ({ organization }: Person, invitationId: string): Promise<Acceptance> =>
  unwrap<Acceptance>(await organization.acceptInvitation({ invitationId }))

/** What the link in the newest invitation to an address names: its id with a secret. */
export async function mailedInvitation(site: Site, email: string): Promise<string> {
  const link = await site.linkTo(email, /invited/)
  return new URL(link).pathname.split('/').at(-1) ?? ''
}

/** Signs a person up who accepts an invitation. */
export async function newMember(
  by: OrganizationOwner,
  name: string,
  role = 'member',
): Promise<Person & { readonly memberId: string }> {
  const person = await newPerson(by.site, `${name}@guild.test`, { name })
  await invite(by, { email: person.email, role })
  const { member } = await accept(person, await mailedInvitation(by.site, person.email))
  return { ...person, memberId: member.id }
}

/** For operations that this version of the client lacks. */
export const get = (
  { auth }: Pick<Person, 'auth'>,
  name: string,
  query: Record<string, string> = {},
) => auth.$fetch<Record<string, unknown>>(`/organization/${name}`, { query })

export const send = ({ auth }: Pick<Person, 'auth'>, name: string, body: object) =>
  auth.$fetch<Record<string, unknown>>(`/organization/${name}`, { method: 'POST', body })

/** The active organization of a browser's session. */
export async function activeOrganizationOf({ auth }: Pick<Person, 'auth'>): Promise<unknown> {
  const { session } = unwrap(await auth.getSession())
  return { activeOrganizationId: null, ...session }.activeOrganizationId
}
