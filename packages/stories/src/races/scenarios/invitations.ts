import { type Answer, textWithin } from '../call.ts'
import * as requests from '../requests.ts'
import type { Round, Scenario } from '../rounds.ts'
import {
  createOrganization,
  type Invited,
  invite,
  join,
  listInvitations,
  listMembers,
} from '../set-up.ts'
import type { Caller } from '../subject.ts'

const isDone = ({ status }: Answer): boolean => status === 200

async function membershipsOf(
  round: Round,
  viewer: Caller,
  organizationId: string,
  user: string,
): Promise<number> {
  const members = await listMembers(round, viewer, organizationId)
  return members.filter(({ userId }) => userId === user).length
}

export const oneMembership: Scenario = {
  invariant: 'a user is a member once',
  peopleCount: 2,
  minRequests: 4,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner } = organization
    const { invitationId, ...max } = await invite(round, organization)
    const { backend } = round.subject
    await round.race([
      requests.accept(max.here, invitationId),
      requests.add(backend, id, max),
      requests.accept(max.there, invitationId),
      requests.add(backend, id, max),
    ])
    const memberships = await membershipsOf(round, owner.here, id, max.id)
    return memberships === 1 ? [] : [`one user has ${memberships} memberships`]
  },
}

export const oneOpenInvitation: Scenario = {
  invariant: 'an address has one open invitation',
  peopleCount: 3,
  minRequests: 5,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner } = organization
    const admin = await join(round, organization, 'admin')
    const max = round.person()
    const callers = [owner.here, admin.here, owner.there, admin.there]
    const answers = await round.race(
      callers.map((caller, at) =>
        requests.invite(caller, id, { email: at < 2 ? max.email : max.email.toUpperCase() }),
      ),
    )
    const invitations = answers.filter(isDone).map(({ body }) => textWithin(body, 'id'))
    await round.race(invitations.map((invitation) => requests.accept(max.here, invitation)))
    const memberships = await membershipsOf(round, owner.here, id, max.id)
    return [
      ...(invitations.length === 1 ? [] : [`${invitations.length} invitations to one address`]),
      ...(memberships === 1 ? [] : [`${memberships} memberships from them`]),
    ]
  },
}

export const invitationUsedOnce: Scenario = {
  invariant: 'an invitation is used once',
  peopleCount: 2,
  minRequests: 4,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner } = organization
    const { invitationId, ...max } = await invite(round, organization)
    const answers = await round.race([
      requests.accept(max.here, invitationId),
      requests.accept(max.there, invitationId),
      requests.leave(max.there, id),
      requests.accept(max.here, invitationId),
    ])
    const [first, second, left, third] = answers
    const uses = [first, second, third].filter((one) => one !== undefined && isDone(one)).length
    const hasLeft = left !== undefined && isDone(left)
    const memberships = await membershipsOf(round, owner.here, id, max.id)
    const expected = hasLeft ? 0 : 1
    return [
      ...(uses === 1 ? [] : [`${uses} uses of one invitation`]),
      ...(memberships === expected ? [] : [`${memberships} memberships instead of ${expected}`]),
    ]
  },
}

export const oneInvitationAnswer: Scenario = {
  invariant: 'only one of accept, reject and cancel succeeds',
  peopleCount: 3,
  minRequests: 4,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner } = organization
    const admin = await join(round, organization, 'admin')
    const max = await invite(round, organization)
    const { here, there, invitationId } = max
    const answers = await round.race([
      requests.accept(here, invitationId),
      requests.cancel(owner.here, invitationId),
      requests.reject(there, invitationId),
      requests.cancel(admin.here, invitationId),
    ])
    const winners = endings.filter((_, at) => answers[at]?.status === 200)
    if (winners.length !== 1) return [`${winners.join(', ') || 'none'} of one invitation`]
    return contradictions(round, { id, viewer: owner.here, max, ending: winners[0] ?? '' })
  },
}

/** The status that each request of the race gives to the invitation. */
const endings = ['accepted', 'canceled', 'rejected', 'canceled']

interface Ended {
  readonly id: string
  readonly viewer: Caller
  readonly max: Invited
  readonly ending: string
}

/** Where the stored state contradicts the successful answer. */
async function contradictions(round: Round, { id, viewer, max, ending }: Ended): Promise<string[]> {
  const invitations = await listInvitations(round, viewer, id)
  const status = invitations.find((one) => one.id === max.invitationId)?.status ?? 'missing'
  const memberships = await membershipsOf(round, viewer, id, max.id)
  const expected = ending === 'accepted' ? 1 : 0
  return [
    ...(status === ending ? [] : [`answered as ${ending}, listed as ${status}`]),
    ...(memberships === expected
      ? []
      : [`${memberships} memberships from an invitation that is ${ending}`]),
  ]
}
