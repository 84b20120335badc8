import * as acts from '../acts.ts'
import { type Answer, textWithin } from '../call.ts'
import { found, type Invited, invitationsSeen, invite, join, membersSeen } from '../set-up.ts'
import type { Scenario, Stage } from '../stage.ts'
import type { Caller } from '../subject.ts'

const isDone = ({ status }: Answer): boolean => status === 200

async function membershipsOf(
  stage: Stage,
  viewer: Caller,
  organizationId: string,
  user: string,
): Promise<number> {
  const members = await membersSeen(stage, viewer, organizationId)
  return members.filter(({ userId }) => userId === user).length
}

export const oneMembership: Scenario = {
  invariant: 'a user is a member once',
  cast: 2,
  racers: 4,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner } = organization
    const { invitationId, ...max } = await invite(stage, organization)
    const { backend } = stage.subject
    await stage.race([
      acts.accept(max.here, invitationId),
      acts.add(backend, id, max),
      acts.accept(max.there, invitationId),
      acts.add(backend, id, max),
    ])
    const memberships = await membershipsOf(stage, owner.here, id, max.id)
    return memberships === 1 ? [] : [`one user has ${memberships} memberships`]
  },
}

export const oneInvitationAtATime: Scenario = {
  invariant: 'an address is invited once at a time',
  cast: 3,
  racers: 5,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner } = organization
    const admin = await join(stage, organization, 'admin')
    const max = stage.person()
    const callers = [owner.here, admin.here, owner.there, admin.there]
    const answers = await stage.race(
      callers.map((caller, at) =>
        acts.invite(caller, id, { email: at < 2 ? max.email : max.email.toUpperCase() }),
      ),
    )
    const invitations = answers.filter(isDone).map(({ body }) => textWithin(body, 'id'))
    await stage.race(invitations.map((invitation) => acts.accept(max.here, invitation)))
    const memberships = await membershipsOf(stage, owner.here, id, max.id)
    return [
      ...(invitations.length === 1 ? [] : [`${invitations.length} invitations to one address`]),
      ...(memberships === 1 ? [] : [`they made ${memberships} memberships`]),
    ]
  },
}

export const anInvitationIsUsedOnce: Scenario = {
  invariant: 'an invitation is used once',
  cast: 2,
  racers: 4,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner } = organization
    const { invitationId, ...max } = await invite(stage, organization)
    const answers = await stage.race([
      acts.accept(max.here, invitationId),
      acts.accept(max.there, invitationId),
      acts.leave(max.there, id),
      acts.accept(max.here, invitationId),
    ])
    const [first, second, left, third] = answers
    const uses = [first, second, third].filter((one) => one !== undefined && isDone(one)).length
    const hasLeft = left !== undefined && isDone(left)
    const memberships = await membershipsOf(stage, owner.here, id, max.id)
    const expected = hasLeft ? 0 : 1
    return [
      ...(uses === 1 ? [] : [`${uses} uses of one invitation`]),
      ...(memberships === expected ? [] : [`${memberships} memberships instead of ${expected}`]),
    ]
  },
}

export const oneAnswerToAnInvitation: Scenario = {
  invariant: 'of accept, reject and cancel one wins',
  cast: 3,
  racers: 4,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner } = organization
    const admin = await join(stage, organization, 'admin')
    const max = await invite(stage, organization)
    const { here, there, invitationId } = max
    const answers = await stage.race([
      acts.accept(here, invitationId),
      acts.cancel(owner.here, invitationId),
      acts.reject(there, invitationId),
      acts.cancel(admin.here, invitationId),
    ])
    const winners = endings.filter((_, at) => answers[at]?.status === 200)
    if (winners.length !== 1) return [`${winners.join(', ') || 'none'} of one invitation`]
    return unlike(stage, { id, viewer: owner.here, max, ending: winners[0] ?? '' })
  },
}

/** What the requests of that race make of the invitation. */
const endings = ['accepted', 'canceled', 'rejected', 'canceled']

interface Ended {
  readonly id: string
  readonly viewer: Caller
  readonly max: Invited
  readonly ending: string
}

/** Whether what is stored is what the winner was told. */
async function unlike(stage: Stage, { id, viewer, max, ending }: Ended): Promise<string[]> {
  const invitations = await invitationsSeen(stage, viewer, id)
  const status = invitations.find((one) => one.id === max.invitationId)?.status ?? 'gone'
  const memberships = await membershipsOf(stage, viewer, id, max.id)
  const expected = ending === 'accepted' ? 1 : 0
  return [
    ...(status === ending ? [] : [`${ending} by the answer, ${status} in the list`]),
    ...(memberships === expected ? [] : [`${memberships} memberships by one that is ${ending}`]),
  ]
}
