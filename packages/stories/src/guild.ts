import { told } from './answers.ts'
import { newcomer, type Person } from './people.ts'

// The types of the client tell nothing of what its organization plugin answers.

export interface Founded {
  readonly id: string
}

export interface Invited {
  readonly id: string
  readonly status: string
}

interface Joined {
  readonly invitation: { readonly status: string }
  readonly member: { readonly id: string; readonly teamId: string | null }
}

export interface Founder extends Person {
  readonly organizationId: string
}

interface Place {
  readonly url: string
}

/** Somebody with an organization of their own, which is called like them. */
export async function founder(site: Place, name: string): Promise<Founder> {
  const person = await newcomer(site, `${name}@guild.test`, { name })
  const wish = { name: `${name}’s guild`, slug: name }
  const { id } = told<Founded>(await person.organization.create(wish))
  return { ...person, organizationId: id }
}

interface Wish {
  readonly email: string
  readonly role?: string
  readonly teamId?: string
  readonly resend?: boolean
}

export const invite = async (by: Person, wish: Wish): Promise<Invited> =>
  told<Invited>(await by.organization.inviteMember({ role: 'member', ...wish }))

export const accept = async ({ organization }: Person, invitationId: string): Promise<Joined> =>
  told<Joined>(await organization.acceptInvitation({ invitationId }))

/** Somebody who came by an invitation. */
export async function joined(
  by: Founder,
  name: string,
  role = 'member',
): Promise<Person & { readonly memberId: string }> {
  const person = await newcomer(by.site, `${name}@guild.test`, { name })
  const { id } = await invite(by, { email: person.email, role })
  const { member } = await accept(person, id)
  return { ...person, memberId: member.id }
}

/** What the client of this version has no name for. */
export const ask = (
  { auth }: Pick<Person, 'auth'>,
  name: string,
  query: Record<string, string> = {},
) => auth.$fetch<Record<string, unknown>>(`/organization/${name}`, { query })

export const send = ({ auth }: Pick<Person, 'auth'>, name: string, body: object) =>
  auth.$fetch<Record<string, unknown>>(`/organization/${name}`, { method: 'POST', body })

/** The organization that a browser's session works in. */
export async function activeOf({ auth }: Pick<Person, 'auth'>): Promise<unknown> {
  const { session } = told(await auth.getSession())
  return { activeOrganizationId: null, ...session }.activeOrganizationId
}
