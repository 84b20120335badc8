import type { Request } from '../call.ts'
import * as requests from '../requests.ts'
import type { Round, Scenario } from '../rounds.ts'
import { createOrganization, type JoinedMember, join, listMembers } from '../set-up.ts'
import type { Caller } from '../subject.ts'

export const lastOwnerStays: Scenario = {
  invariant: 'an organization always has an owner',
  peopleCount: 3,
  minRequests: 4,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner: ann } = organization
    const [ben, witness] = await Promise.all([
      join(round, organization, 'owner'),
      join(round, organization),
    ])
    const [one, other] = twoWays(round)
    await round.race([
      one({ round, id, self: ann, rival: ben }, ann.here),
      other({ round, id, self: ben, rival: ann }, ben.here),
      other({ round, id, self: ann, rival: ben }, ann.there),
      one({ round, id, self: ben, rival: ann }, ben.there),
    ])
    return withoutOwner(round, witness, id)
  },
}

interface Situation {
  readonly round: Round
  readonly id: string
  readonly self: JoinedMember
  readonly rival: JoinedMember
}

type Way = (situation: Situation, caller: Caller) => Request

/** The ways in which an owner can stop being one. */
const ways: readonly Way[] = [
  ({ id }, caller) => requests.leave(caller, id),
  ({ id: organizationId, self: { memberId } }, caller) =>
    requests.changeRole(caller, { organizationId, memberId, role: 'member' }),
  ({ id: organizationId, rival: { memberId } }, caller) =>
    requests.changeRole(caller, { organizationId, memberId, role: 'admin' }),
  ({ id, rival: { memberId } }, caller) => requests.removeMember(caller, id, memberId),
  ({ id, self: { email } }, caller) => requests.removeMember(caller, id, email),
  (_, caller) => requests.deleteOwnAccount(caller),
  ({ round, self }) => requests.removeUser(round.subject.operator, self),
]

/** Covers every pair after enough rounds. */
function twoWays({ index }: Round): readonly [Way, Way] {
  return [way(index), way(index + Math.floor(index / ways.length))]
}

function way(at: number): Way {
  const one = ways[at % ways.length]
  if (one === undefined) throw new Error('the list of ways is not empty')
  return one
}

async function withoutOwner(round: Round, witness: JoinedMember, id: string): Promise<string[]> {
  const members = await listMembers(round, witness.here, id)
  return members.some(({ isOwner }) => isOwner)
    ? []
    : [`none of ${members.length} members is an owner`]
}

export const removedStaysRemoved: Scenario = {
  invariant: 'a role change does not restore a removed member',
  peopleCount: 4,
  minRequests: 6,
  async run(round) {
    const organization = await createOrganization(round)
    const { id: organizationId, owner: ann } = organization
    const [ben, max, witness] = await Promise.all([
      join(round, organization, 'owner'),
      join(round, organization),
      join(round, organization),
    ])
    const { memberId } = max
    const answers = await round.race([
      requests.removeMember(ben.here, organizationId, memberId),
      requests.leave(max.here, organizationId),
      requests.changeRole(ann.here, { organizationId, memberId, role: 'owner' }),
      requests.changeRole(ben.there, { organizationId, memberId, role: 'admin' }),
      requests.leave(ann.there, organizationId),
      requests.changeRole(ann.here, { organizationId, memberId: ben.memberId, role: 'member' }),
    ])
    const removals = answers.slice(0, 2).filter(({ status }) => status === 200).length
    const members = await listMembers(round, witness.here, organizationId)
    const isThere = members.some(({ userId }) => userId === max.id)
    return [
      ...(await withoutOwner(round, witness, organizationId)),
      ...(isThere && removals > 0 ? ['a removed user is still a member'] : []),
      ...(removals > 1 ? ['one membership was ended twice'] : []),
      ...(!isThere && removals === 0 ? ['a member is missing although no removal succeeded'] : []),
    ]
  },
}
