import * as acts from '../acts.ts'
import type { Request } from '../call.ts'
import { found, type Joined, join, membersSeen } from '../set-up.ts'
import type { Scenario, Stage } from '../stage.ts'
import type { Caller } from '../subject.ts'

export const anOwnerStays: Scenario = {
  invariant: 'an organization always has an owner',
  cast: 3,
  racers: 4,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner: ann } = organization
    const [ben, witness] = await Promise.all([
      join(stage, organization, 'owner'),
      join(stage, organization),
    ])
    const [one, other] = twoWays(stage)
    await stage.race([
      one({ stage, id, self: ann, rival: ben }, ann.here),
      other({ stage, id, self: ben, rival: ann }, ben.here),
      other({ stage, id, self: ann, rival: ben }, ann.there),
      one({ stage, id, self: ben, rival: ann }, ben.there),
    ])
    return withoutOwner(stage, witness, id)
  },
}

interface Situation {
  readonly stage: Stage
  readonly id: string
  readonly self: Joined
  readonly rival: Joined
}

type Way = (situation: Situation, caller: Caller) => Request

/** The ways in which an owner stops being one. */
const ways: readonly Way[] = [
  ({ id }, caller) => acts.leave(caller, id),
  ({ id: organizationId, self: { memberId } }, caller) =>
    acts.changeRole(caller, { organizationId, memberId, role: 'member' }),
  ({ id: organizationId, rival: { memberId } }, caller) =>
    acts.changeRole(caller, { organizationId, memberId, role: 'admin' }),
  ({ id, rival: { memberId } }, caller) => acts.removeMember(caller, id, memberId),
  ({ id, self: { email } }, caller) => acts.removeMember(caller, id, email),
  (_, caller) => acts.deleteOwnAccount(caller),
  ({ stage, self }) => acts.removeUser(stage.subject.operator, self),
]

/** Every pair of them comes in its turn. */
function twoWays({ turn }: Stage): readonly [Way, Way] {
  return [way(turn), way(turn + Math.floor(turn / ways.length))]
}

function way(at: number): Way {
  const one = ways[at % ways.length]
  if (one === undefined) throw new Error('there are ways')
  return one
}

async function withoutOwner(stage: Stage, witness: Joined, id: string): Promise<string[]> {
  const members = await membersSeen(stage, witness.here, id)
  return members.some(({ isOwner }) => isOwner)
    ? []
    : [`of ${members.length} members none is an owner`]
}

export const aRemovedMemberStaysRemoved: Scenario = {
  invariant: 'a new role brings no removed member back',
  cast: 4,
  racers: 6,
  async round(stage) {
    const organization = await found(stage)
    const { id: organizationId, owner: ann } = organization
    const [ben, max, witness] = await Promise.all([
      join(stage, organization, 'owner'),
      join(stage, organization),
      join(stage, organization),
    ])
    const { memberId } = max
    const answers = await stage.race([
      acts.removeMember(ben.here, organizationId, memberId),
      acts.leave(max.here, organizationId),
      acts.changeRole(ann.here, { organizationId, memberId, role: 'owner' }),
      acts.changeRole(ben.there, { organizationId, memberId, role: 'admin' }),
      acts.leave(ann.there, organizationId),
      acts.changeRole(ann.here, { organizationId, memberId: ben.memberId, role: 'member' }),
    ])
    const removals = answers.slice(0, 2).filter(({ status }) => status === 200).length
    const members = await membersSeen(stage, witness.here, organizationId)
    const isThere = members.some(({ userId }) => userId === max.id)
    return [
      ...(await withoutOwner(stage, witness, organizationId)),
      ...(isThere && removals > 0 ? ['somebody who was removed is a member'] : []),
      ...(removals > 1 ? ['one membership was ended twice'] : []),
      ...(!isThere && removals === 0 ? ['a member is gone whom nobody removed'] : []),
    ]
  },
}
