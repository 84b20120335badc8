import * as acts from './acts.ts'
import { listWithin, type Request, textWithin, within } from './call.ts'
import type { Stage } from './stage.ts'
import type { Caller, Person } from './subject.ts'

/** A member of an organization that a round has founded. */
export interface Joined extends Person {
  readonly memberId: string
}

export interface Founded {
  readonly id: string
  readonly owner: Joined
}

const did = ({ must }: Stage, { caller, path, body }: Request): Promise<unknown> =>
  must(caller, path, body)

/** A slug that nothing else in a run has. */
export const slugOf = ({ id }: Person): string => `of-${id.toLowerCase()}`

export async function found(stage: Stage): Promise<Founded> {
  const person = stage.person()
  const answer = await did(stage, acts.create(person.here, slugOf(person)))
  const memberId = textWithin(answer, 'members', 0, 'id')
  return { id: textWithin(answer, 'id'), owner: { ...person, memberId } }
}

export async function join(stage: Stage, { id }: Founded, role = 'member'): Promise<Joined> {
  const person = stage.person()
  const answer = await did(stage, acts.add(stage.subject.backend, id, person, role))
  return { ...person, memberId: textWithin(answer, 'id') }
}

export interface Invited extends Person {
  readonly invitationId: string
}

export async function invite(stage: Stage, { id, owner }: Founded): Promise<Invited> {
  const person = stage.person()
  const answer = await did(stage, acts.invite(owner.here, id, person))
  return { ...person, invitationId: textWithin(answer, 'id') }
}

export const several = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make))

/** Besides the one that comes with the organization. */
export async function createTeam(stage: Stage, { id, owner }: Founded): Promise<string> {
  return textWithin(await did(stage, acts.createTeam(owner.here, id, 'Another')), 'id')
}

/** What somebody who belongs to an organization sees of it. */

export async function membersSeen(
  { look }: Stage,
  viewer: Caller,
  organizationId: string,
): Promise<readonly MemberSeen[]> {
  const path = `/organization/list-members?organizationId=${organizationId}&limit=100`
  const { body } = await look(viewer, path)
  return listWithin(body, 'members').map((member) => ({
    userId: textWithin(member, 'userId'),
    isOwner: textWithin(member, 'role').split(',').includes('owner'),
  }))
}

interface MemberSeen {
  readonly userId: string
  readonly isOwner: boolean
}

/** Of all members, however many a page shows. */
export async function membersCounted(
  { look }: Stage,
  viewer: Caller,
  organizationId: string,
): Promise<number> {
  const path = `/organization/list-members?organizationId=${organizationId}&limit=1`
  const { body, brief } = await look(viewer, path)
  const total = within(body, 'total')
  if (typeof total === 'number') return total
  throw new Error(`the members can’t be counted: ${brief}`)
}

export async function invitationsSeen(
  { look }: Stage,
  viewer: Caller,
  organizationId: string,
): Promise<readonly InvitationSeen[]> {
  const path = `/organization/list-invitations?organizationId=${organizationId}`
  const { body } = await look(viewer, path)
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

export async function teamsSeen(
  { look }: Stage,
  viewer: Caller,
  organizationId: string,
): Promise<readonly string[]> {
  const { body } = await look(viewer, `/organization/list-teams?organizationId=${organizationId}`)
  return listWithin(body).map((team) => textWithin(team, 'id'))
}
