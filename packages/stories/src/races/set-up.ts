import { listWithin, type Request, textWithin, within } from './call.ts'
import * as requests from './requests.ts'
import type { Round } from './rounds.ts'
import type { Caller, Person } from './subject.ts'

/** A member of an organization that a round created. */
export interface JoinedMember extends Person {
  readonly memberId: string
}

export interface CreatedOrganization {
  readonly id: string
  readonly owner: JoinedMember
}

const succeed = ({ expectOk }: Round, { caller, path, body }: Request): Promise<unknown> =>
  expectOk(caller, path, body)

/** A slug that is unique within a run. */
export const slugOf = ({ id }: Person): string => `of-${id.toLowerCase()}`

export async function createOrganization(round: Round): Promise<CreatedOrganization> {
  const person = round.person()
  const answer = await succeed(round, requests.create(person.here, slugOf(person)))
  const memberId = textWithin(answer, 'members', 0, 'id')
  return { id: textWithin(answer, 'id'), owner: { ...person, memberId } }
}

export async function join(
  round: Round,
  { id }: CreatedOrganization,
  role = 'member',
): Promise<JoinedMember> {
  const person = round.person()
  const answer = await succeed(round, requests.add(round.subject.backend, id, person, role))
  return { ...person, memberId: textWithin(answer, 'id') }
}

export interface Invited extends Person {
  readonly invitationId: string
}

export async function invite(round: Round, { id, owner }: CreatedOrganization): Promise<Invited> {
  const person = round.person()
  const answer = await succeed(round, requests.invite(owner.here, id, person))
  return { ...person, invitationId: textWithin(answer, 'id') }
}

export const several = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make))

/** A second team in addition to the organization's first one. */
export async function createTeam(
  round: Round,
  { id, owner }: CreatedOrganization,
): Promise<string> {
  return textWithin(await succeed(round, requests.createTeam(owner.here, id, 'Another')), 'id')
}

// What a member sees of an organization.

export async function listMembers(
  { get }: Round,
  viewer: Caller,
  organizationId: string,
): Promise<readonly MemberSeen[]> {
  const path = `/organization/list-members?organizationId=${organizationId}&limit=100`
  const { body } = await get(viewer, path)
  return listWithin(body, 'members').map((member) => ({
    userId: textWithin(member, 'userId'),
    isOwner: textWithin(member, 'role').split(',').includes('owner'),
  }))
}

interface MemberSeen {
  readonly userId: string
  readonly isOwner: boolean
}

/** The total count, independent of the page size. */
export async function countMembers(
  { get }: Round,
  viewer: Caller,
  organizationId: string,
): Promise<number> {
  const path = `/organization/list-members?organizationId=${organizationId}&limit=1`
  const { body, brief } = await get(viewer, path)
  const total = within(body, 'total')
  if (typeof total === 'number') return total
  throw new Error(`the members can’t be counted: ${brief}`)
}

export async function listInvitations(
  { get }: Round,
  viewer: Caller,
  organizationId: string,
): Promise<readonly InvitationSeen[]> {
  const path = `/organization/list-invitations?organizationId=${organizationId}`
  const { body } = await get(viewer, path)
  return listWithin(body).map((invitation) => ({
    id: textWithin(invitation, 'id'),
    email: textWithin(invitation, 'email'),
    status: textWithin(invitation, 'status'),
  }))
}

interface InvitationSeen {
  readonly id: string
  readonly email: string
  readonly status: string
}

export async function listTeams(
  { get }: Round,
  viewer: Caller,
  organizationId: string,
): Promise<readonly string[]> {
  const { body } = await get(viewer, `/organization/list-teams?organizationId=${organizationId}`)
  return listWithin(body).map((team) => textWithin(team, 'id'))
}
