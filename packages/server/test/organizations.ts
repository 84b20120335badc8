import { randomBytes } from 'node:crypto'
import { type Id, id } from '@guildhall/contract/primitives'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { assert } from '../src/kernel/assert.ts'
import { systemClock } from '../src/platform/clock.ts'
import { newId } from '../src/platform/ids.ts'
import type { Person } from './people.ts'
import type { TestServer } from './server.ts'

export interface TestOrganization {
  readonly id: Id<'organization'>
  readonly name: string
  /** By the id of the user. */
  readonly memberIds: ReadonlyMap<string, Id<'member'>>
}

const userId = id('user')

/** Creates an organization with these members, and makes it active in all of their sessions. */
export async function newOrganization(
  { database: { kysely } }: Pick<TestServer, 'database'>,
  members: readonly (readonly [person: Person, role: string])[],
): Promise<TestOrganization> {
  const organization = {
    id: newId('organization'),
    name: 'Acme',
    slug: `acme-${randomBytes(6).toString('hex')}`,
  }
  const createdAt = systemClock.now()
  await kysely
    .insertInto('organization')
    .values({ ...organization, createdAt })
    .execute()
  const rows = members.map(([person, role], at) => ({
    organizationId: organization.id,
    id: newId('member'),
    userId: userId.parse(person.id),
    role,
    // Lists are sorted by this.
    createdAt: new Date(createdAt.getTime() + at),
  }))
  await kysely.insertInto('member').values(rows).execute()
  await kysely
    .updateTable('session')
    .set({ activeOrganizationId: organization.id })
    .where(
      'userId',
      'in',
      rows.map((row) => row.userId),
    )
    .execute()
  return { ...organization, memberIds: new Map(rows.map((row) => [row.userId, row.id])) }
}

export function memberIdOf({ memberIds }: TestOrganization, person: Person): Id<'member'> {
  const found = memberIds.get(person.id)
  assert(found !== undefined, 'the organization was created with this member')
  return found
}

export async function newTeam(
  { database: { kysely } }: Pick<TestServer, 'database'>,
  { id: organizationId }: TestOrganization,
): Promise<Id<'team'>> {
  const team = { organizationId, id: newId('team'), name: 'Red', createdAt: systemClock.now() }
  await kysely.insertInto('team').values(team).execute()
  return team.id
}

/** The current roles by user id. */
export async function rolesIn(
  { database: { kysely } }: Pick<TestServer, 'database'>,
  { id: organizationId }: TestOrganization,
): Promise<Readonly<Record<string, string>>> {
  const rows = await kysely
    .selectFrom('member')
    .select(['userId', 'role'])
    .where('organizationId', '=', organizationId)
    .execute()
  return Object.fromEntries(rows.map((row) => [row.userId, row.role]))
}

const invitation = z.object({ id: id('invitation') })

/** Invites through the API and answers the id of the invitation. */
export async function invite(
  { browser }: Person,
  { id: organizationId }: TestOrganization,
  input: Readonly<Record<string, unknown>> & { readonly email: string },
): Promise<Id<'invitation'>> {
  const body = { role: 'member', organizationId, ...input }
  const answer = await browser.post('/api/auth/organization/invite-member', body)
  expect(answer).toMatchObject({ status: 200 })
  return invitation.parse(answer.body).id
}

/** The invitations of an address, the oldest first. */
export const invitationsOf = (
  { database: { kysely } }: Pick<TestServer, 'database'>,
  { id: organizationId }: TestOrganization,
  email: string,
) =>
  kysely
    .selectFrom('invitation')
    .select(['id', 'status', 'version'])
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
