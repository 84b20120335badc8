import { listWithin } from '../call.ts'
import * as requests from '../requests.ts'
import type { Scenario } from '../rounds.ts'
import {
  countMembers,
  createOrganization,
  createTeam,
  invite,
  join,
  listInvitations,
  listTeams,
  several,
  slugOf,
} from '../set-up.ts'
import { limits } from '../subject.ts'

const beyond = (what: string, count: number, limit: number): string[] =>
  count > limit ? [`${count} ${what} where ${limit} are allowed`] : []

const succeeded = (answers: readonly { readonly status: number }[]): number =>
  answers.filter(({ status }) => status === 200).length

export const memberLimit: Scenario = {
  invariant: 'no more members than allowed',
  peopleCount: 1 + 2 * limits.members,
  minRequests: 2 * limits.members,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner } = organization
    const invited = await several(limits.members, () => invite(round, organization))
    await round.race([
      ...invited.map(({ here, invitationId }) => requests.accept(here, invitationId)),
      ...invited.map(() => requests.add(round.subject.backend, id, round.person())),
    ])
    return beyond('members', await countMembers(round, owner.here, id), limits.members)
  },
}

export const lastSeat: Scenario = {
  invariant: 'exactly one user gets the last seat',
  peopleCount: limits.members + 3,
  minRequests: 4,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner } = organization
    await several(limits.members - 2, () => join(round, organization))
    const invited = await several(4, () => invite(round, organization))
    const answers = await round.race(
      invited.map(({ here, invitationId }) => requests.accept(here, invitationId)),
    )
    const accepted = succeeded(answers)
    return [
      ...(accepted === 1 ? [] : [`${accepted} users got the last seat`]),
      ...beyond('members', await countMembers(round, owner.here, id), limits.members),
    ]
  },
}

export const organizationLimit: Scenario = {
  invariant: 'no more organizations than allowed',
  peopleCount: 1,
  minRequests: 8,
  async run(round) {
    const person = round.person()
    await round.race(
      Array.from({ length: 8 }, (_, at) =>
        requests.create(at % 2 === 0 ? person.here : person.there, `${slugOf(person)}-${at}`),
      ),
    )
    const { body } = await round.get(person.here, '/organization/list')
    return beyond('organizations', listWithin(body).length, limits.organizations)
  },
}

export const invitationLimit: Scenario = {
  invariant: 'no more open invitations than allowed',
  peopleCount: 2,
  minRequests: 8,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner } = organization
    const admin = await join(round, organization, 'admin')
    const callers = [owner.here, admin.here, owner.there, admin.there]
    await round.race(
      [...callers, ...callers].map((caller, at) =>
        requests.invite(caller, id, { email: `${slugOf(owner)}-${at}@example.test` }),
      ),
    )
    const seen = await listInvitations(round, owner.here, id)
    const open = seen.filter(({ status }) => status === 'pending')
    return beyond('open invitations', open.length, limits.invitations)
  },
}

export const teamLimit: Scenario = {
  invariant: 'no more teams than allowed',
  peopleCount: 2,
  minRequests: 6,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner } = organization
    const admin = await join(round, organization, 'admin')
    const callers = [owner.here, admin.here, owner.there, admin.there, owner.here, admin.here]
    await round.race(callers.map((caller, at) => requests.createTeam(caller, id, `Team ${at}`)))
    return beyond('teams', (await listTeams(round, owner.here, id)).length, limits.teams)
  },
}

export const teamMemberLimit: Scenario = {
  invariant: 'no more team members than allowed',
  peopleCount: limits.members,
  minRequests: 6,
  async run(round) {
    const organization = await createOrganization(round)
    const { id: organizationId, owner } = organization
    const teamId = await createTeam(round, organization)
    const members = await several(limits.members - 1, () => join(round, organization))
    await round.race(
      [owner.here, owner.there].flatMap((caller) =>
        members.map(({ id: userId }) =>
          requests.addToTeam(caller, { organizationId, teamId, userId }),
        ),
      ),
    )
    const count = await round.subject.count.membersOfTeam(teamId)
    return beyond('members of a team', count, limits.teamMembers)
  },
}
