import { type Id, id as idOf } from '@guildhall/contract/primitives'
import { expect } from 'vitest'
import { newId } from '../src/platform/ids.ts'
import { newPerson, type Person } from './people.ts'
import type { TestServer } from './server.ts'

export interface OwnedOrganization {
  readonly owner: Person
  readonly id: string
  readonly slug: string
}

export const newSlug = (): string => `s-${newId('organization')}`

/** Created by a new user through the API. */
export async function createOrganization(
  server: TestServer,
  input: object = {},
): Promise<OwnedOrganization> {
  const owner = await newPerson(server)
  return { owner, ...(await createOrganizationBy(owner, input)) }
}

export async function createOrganizationBy(
  { browser }: Person,
  input: object = {},
): Promise<Omit<OwnedOrganization, 'owner'>> {
  const slug = newSlug()
  const body = { name: 'Acme', slug, ...input }
  const answer = await browser.post('/api/auth/organization/create', body)
  expect(answer).toMatchObject({ status: 200 })
  return { id: String(answer.body?.['id']), slug }
}

const userId = idOf('user')
const organizationId = idOf('organization')

/** As the server’s own functions take it. */
export const organizationIdOf = ({ id }: Pick<OwnedOrganization, 'id'>): Id<'organization'> =>
  organizationId.parse(id)

/** Adds a member without an invitation. */
export async function addMember(
  { database }: Pick<TestServer, 'database'>,
  { id }: Pick<OwnedOrganization, 'id'>,
  [person, role]: readonly [person: Person, role: string],
): Promise<void> {
  await database.kysely
    .insertInto('member')
    .values({
      organizationId: organizationIdOf({ id }),
      id: newId('member'),
      userId: userId.parse(person.id),
      role,
      createdAt: new Date(),
    })
    .execute()
}

export async function newMember(
  server: TestServer,
  organization: Pick<OwnedOrganization, 'id'>,
  role: string,
): Promise<Person> {
  const person = await newPerson(server)
  await addMember(server, organization, [person, role])
  return person
}

/** The organization's events so far, the oldest first. */
export async function eventsOf(
  server: Pick<TestServer, 'database' | 'settle'>,
  { id }: Pick<OwnedOrganization, 'id'>,
) {
  await server.settle()
  return server.database.kysely
    .selectFrom('eventLog')
    .select(['name', 'objectId', 'objectVersion', 'payload'])
    .where('organizationId', '=', organizationId.parse(id))
    .orderBy('sequence')
    .execute()
}

export const eventNamesOf = async (...args: Parameters<typeof eventsOf>): Promise<string[]> =>
  (await eventsOf(...args)).map(({ name }) => name)
