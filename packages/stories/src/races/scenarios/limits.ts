import * as acts from '../acts.ts'
import { listWithin } from '../call.ts'
import {
  createTeam,
  found,
  invitationsSeen,
  invite,
  join,
  membersCounted,
  several,
  slugOf,
  teamsSeen,
} from '../set-up.ts'
import type { Scenario } from '../stage.ts'
import { limits } from '../subject.ts'

const beyond = (what: string, count: number, limit: number): string[] =>
  count > limit ? [`${count} ${what} where ${limit} are allowed`] : []

const succeeded = (answers: readonly { readonly status: number }[]): number =>
  answers.filter(({ status }) => status === 200).length

export const membersKeepTheirLimit: Scenario = {
  invariant: 'no more members than allowed',
  cast: 1 + 2 * limits.members,
  racers: 2 * limits.members,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner } = organization
    const invited = await several(limits.members, () => invite(stage, organization))
    await stage.race([
      ...invited.map(({ here, invitationId }) => acts.accept(here, invitationId)),
      ...invited.map(() => acts.add(stage.subject.backend, id, stage.person())),
    ])
    return beyond('members', await membersCounted(stage, owner.here, id), limits.members)
  },
}

export const oneAcceptanceAtTheLimit: Scenario = {
  invariant: 'the last place goes to exactly one',
  cast: limits.members + 3,
  racers: 4,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner } = organization
    await several(limits.members - 2, () => join(stage, organization))
    const invited = await several(4, () => invite(stage, organization))
    const answers = await stage.race(
      invited.map(({ here, invitationId }) => acts.accept(here, invitationId)),
    )
    const accepted = succeeded(answers)
    return [
      ...(accepted === 1 ? [] : [`${accepted} got the last place`]),
      ...beyond('members', await membersCounted(stage, owner.here, id), limits.members),
    ]
  },
}

export const organizationsKeepTheirLimit: Scenario = {
  invariant: 'no more organizations than allowed',
  cast: 1,
  racers: 8,
  async round(stage) {
    const person = stage.person()
    await stage.race(
      Array.from({ length: 8 }, (_, at) =>
        acts.create(at % 2 === 0 ? person.here : person.there, `${slugOf(person)}-${at}`),
      ),
    )
    const { body } = await stage.look(person.here, '/organization/list')
    return beyond('organizations', listWithin(body).length, limits.organizations)
  },
}

export const invitationsKeepTheirLimit: Scenario = {
  invariant: 'no more open invitations than allowed',
  cast: 2,
  racers: 8,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner } = organization
    const admin = await join(stage, organization, 'admin')
    const callers = [owner.here, admin.here, owner.there, admin.there]
    await stage.race(
      [...callers, ...callers].map((caller, at) =>
        acts.invite(caller, id, { email: `${slugOf(owner)}-${at}@example.test` }),
      ),
    )
    const seen = await invitationsSeen(stage, owner.here, id)
    const open = seen.filter(({ status }) => status === 'pending')
    return beyond('open invitations', open.length, limits.invitations)
  },
}

export const teamsKeepTheirLimit: Scenario = {
  invariant: 'no more teams than allowed',
  cast: 2,
  racers: 6,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner } = organization
    const admin = await join(stage, organization, 'admin')
    const callers = [owner.here, admin.here, owner.there, admin.there, owner.here, admin.here]
    await stage.race(callers.map((caller, at) => acts.createTeam(caller, id, `Team ${at}`)))
    return beyond('teams', (await teamsSeen(stage, owner.here, id)).length, limits.teams)
  },
}

export const teamMembersKeepTheirLimit: Scenario = {
  invariant: 'no more members of a team than allowed',
  cast: limits.members,
  racers: 6,
  async round(stage) {
    const organization = await found(stage)
    const { id: organizationId, owner } = organization
    const teamId = await createTeam(stage, organization)
    const members = await several(limits.members - 1, () => join(stage, organization))
    await stage.race(
      [owner.here, owner.there].flatMap((caller) =>
        members.map(({ id: userId }) =>
          acts.putIntoTeam(caller, { organizationId, teamId, userId }),
        ),
      ),
    )
    const count = await stage.subject.count.membersOfTeam(teamId)
    return beyond('members of a team', count, limits.teamMembers)
  },
}
