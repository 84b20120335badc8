import * as acts from '../acts.ts'
import { within } from '../call.ts'
import { createTeam, found, invite, join, several, slugOf, teamsSeen } from '../set-up.ts'
import type { Scenario } from '../stage.ts'

export const aSlugIsOnes: Scenario = {
  invariant: 'a slug is one organization’s, losers get 400',
  cast: 5,
  racers: 8,
  async round(stage) {
    const rival = stage.person()
    const slug = `wanted-${slugOf(rival)}`
    const owned = await several(4, () => found(stage))
    const renamings = owned.map(({ id, owner }) => acts.rename(owner.here, id, slug))
    const creations = [rival, ...owned.slice(1).map(({ owner }) => owner)].map(({ there }) =>
      acts.create(there, slug),
    )
    const answers = await stage.race([...renamings, ...creations])
    const winners = answers.filter(({ status }) => status === 200).length
    const unlike400 = answers.filter(({ status }) => status !== 200 && status !== 400)
    const named = await stage.subject.count.organizationsWithSlug(slug)
    return [
      ...(winners === 1 ? [] : [`${winners} were given one slug`]),
      ...(named === 1 ? [] : [`${named} organizations have one slug`]),
      ...unlike400.slice(0, 1).map(({ brief }) => `a loser was answered ${brief}`),
    ]
  },
}

export const aTeamStays: Scenario = {
  invariant: 'the last team stays',
  cast: 3,
  racers: 4,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner } = organization
    // Nobody may remove the team they are in, so it's others who do.
    const ben = await join(stage, organization, 'admin')
    const cem = await join(stage, organization, 'admin')
    await createTeam(stage, organization)
    const [one = '', other = ''] = await teamsSeen(stage, owner.here, id)
    await stage.race([
      acts.removeTeam(ben.here, id, one),
      acts.removeTeam(cem.here, id, other),
      acts.removeTeam(ben.there, id, other),
      acts.removeTeam(cem.there, id, one),
    ])
    const teams = await teamsSeen(stage, owner.here, id)
    return teams.length === 1 ? [] : [`${teams.length} teams are left of two`]
  },
}

export const theRemovedHaveNothingActive: Scenario = {
  invariant: 'a removed member has no active organization',
  cast: 2,
  racers: 4,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner } = organization
    const max = await join(stage, organization)
    const ending =
      stage.turn % 2 === 0
        ? acts.removeMember(owner.here, id, max.memberId)
        : acts.leave(max.there, id)
    const before = stage.turn % 3 === 0 ? [] : [acts.activate(max.here, id)]
    await stage.race([
      ...before,
      ending,
      acts.activate(max.there, id),
      acts.activate(max.here, id),
      acts.activate(max.there, id),
    ])
    const seen = await Promise.all(
      [max.here, max.there].map((caller) => stage.look(caller, '/get-session')),
    )
    const still = seen.filter(
      ({ body }) => within(body, 'session', 'activeOrganizationId') === id,
    ).length
    const stray = await stage.subject.count.straySessionsOf(id)
    return still + stray === 0 ? [] : [`${still} sessions show it, ${stray} have it`]
  },
}

export const nothingIsOrphaned: Scenario = {
  invariant: 'a deleted organization leaves nothing behind',
  cast: 4,
  racers: 6,
  async round(stage) {
    const organization = await found(stage)
    const { id, owner } = organization
    const admin = await join(stage, organization, 'admin')
    const max = await invite(stage, organization)
    const answers = await stage.race([
      acts.dissolve(owner.here, id),
      acts.accept(max.here, max.invitationId),
      acts.add(stage.subject.backend, id, stage.person()),
      acts.createTeam(admin.here, id, 'Another'),
      acts.invite(admin.there, id, { email: `${slugOf(admin)}@example.test` }),
      acts.activate(admin.here, id),
    ])
    const orphans = await stage.subject.count.orphansOf(id)
    const deletion = answers[0]?.brief ?? ''
    return [
      ...(deletion === '200' ? [] : [`the deletion was answered ${deletion}`]),
      ...(orphans === 0 ? [] : [`${orphans} rows of an organization that is gone`]),
    ]
  },
}
