import { within } from '../call.ts'
import * as requests from '../requests.ts'
import type { Scenario } from '../rounds.ts'
import {
  createOrganization,
  createTeam,
  invite,
  join,
  listTeams,
  several,
  slugOf,
} from '../set-up.ts'

export const uniqueSlug: Scenario = {
  invariant: 'a slug belongs to one organization, and losers get 400',
  peopleCount: 5,
  minRequests: 8,
  async run(round) {
    const rival = round.person()
    const slug = `wanted-${slugOf(rival)}`
    const owned = await several(4, () => createOrganization(round))
    const renamings = owned.map(({ id, owner }) => requests.rename(owner.here, id, slug))
    const creations = [rival, ...owned.slice(1).map(({ owner }) => owner)].map(({ there }) =>
      requests.create(there, slug),
    )
    const answers = await round.race([...renamings, ...creations])
    const winners = answers.filter(({ status }) => status === 200).length
    const unexpected = answers.filter(({ status }) => status !== 200 && status !== 400)
    const named = await round.subject.count.organizationsWithSlug(slug)
    return [
      ...(winners === 1 ? [] : [`${winners} requests got one slug`]),
      ...(named === 1 ? [] : [`${named} organizations have one slug`]),
      ...unexpected.slice(0, 1).map(({ brief }) => `a loser got ${brief}`),
    ]
  },
}

export const lastTeamStays: Scenario = {
  invariant: 'an organization keeps its last team',
  peopleCount: 3,
  minRequests: 4,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner } = organization
    // Members can't remove their own team, so members without a team do.
    const ben = await join(round, organization, 'admin')
    const cem = await join(round, organization, 'admin')
    await createTeam(round, organization)
    const [one = '', other = ''] = await listTeams(round, owner.here, id)
    await round.race([
      requests.removeTeam(ben.here, id, one),
      requests.removeTeam(cem.here, id, other),
      requests.removeTeam(ben.there, id, other),
      requests.removeTeam(cem.there, id, one),
    ])
    const teams = await listTeams(round, owner.here, id)
    return teams.length === 1 ? [] : [`${teams.length} teams are left of two`]
  },
}

export const noActiveAfterRemoval: Scenario = {
  invariant: 'a removed member has no active organization',
  peopleCount: 2,
  minRequests: 4,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner } = organization
    const max = await join(round, organization)
    const removal =
      round.index % 2 === 0
        ? requests.removeMember(owner.here, id, max.memberId)
        : requests.leave(max.there, id)
    const before = round.index % 3 === 0 ? [] : [requests.activate(max.here, id)]
    await round.race([
      ...before,
      removal,
      requests.activate(max.there, id),
      requests.activate(max.here, id),
      requests.activate(max.there, id),
    ])
    const seen = await Promise.all(
      [max.here, max.there].map((caller) => round.get(caller, '/get-session')),
    )
    const still = seen.filter(
      ({ body }) => within(body, 'session', 'activeOrganizationId') === id,
    ).length
    const stray = await round.subject.count.straySessionsOf(id)
    return still + stray === 0 ? [] : [`${still} sessions show it, ${stray} have it`]
  },
}

export const noOrphans: Scenario = {
  invariant: 'a deleted organization leaves nothing behind',
  peopleCount: 4,
  minRequests: 6,
  async run(round) {
    const organization = await createOrganization(round)
    const { id, owner } = organization
    const admin = await join(round, organization, 'admin')
    const max = await invite(round, organization)
    const answers = await round.race([
      requests.deleteOrganization(owner.here, id),
      requests.accept(max.here, max.invitationId),
      requests.add(round.subject.backend, id, round.person()),
      requests.createTeam(admin.here, id, 'Another'),
      requests.invite(admin.there, id, { email: `${slugOf(admin)}@example.test` }),
      requests.activate(admin.here, id),
    ])
    const orphans = await round.subject.count.orphansOf(id)
    const deletion = answers[0]?.brief ?? ''
    return [
      ...(deletion === '200' ? [] : [`the deletion got ${deletion}`]),
      ...(orphans === 0 ? [] : [`${orphans} rows of a deleted organization`]),
    ]
  },
}
