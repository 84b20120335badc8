import { id as idOf } from '@guildhall/contract/primitives'
import { expect } from 'vitest'
import { newId } from '../src/platform/ids.ts'
import { newPerson, type Person } from './people.ts'
import type { TestServer } from './server.ts'

export interface Founded {
  readonly owner: Person
  readonly id: string
  readonly slug: string
}

export const newSlug = (): string => `s-${newId('organization')}`

/** An organization as its owner created it, who is in it. */
export async function found(server: TestServer, wish: object = {}): Promise<Founded> {
  const owner = await newPerson(server)
  return { owner, ...(await foundBy(owner, wish)) }
}

export async function foundBy(
  { browser }: Person,
  wish: object = {},
): Promise<Omit<Founded, 'owner'>> {
  const slug = newSlug()
  const body = { name: 'Acme', slug, ...wish }
  const answer = await browser.post('/api/auth/organization/create', body)
  expect(answer).toMatchObject({ status: 200 })
  return { id: String(answer.body?.['id']), slug }
}

const userId = idOf('user')
const organizationId = idOf('organization')

/** Makes somebody a member, without an invitation. */
export async function join(
  { database }: Pick<TestServer, 'database'>,
  { id }: Pick<Founded, 'id'>,
  [person, role]: readonly [person: Person, role: string],
): Promise<void> {
  await database.kysely
    .insertInto('member')
    .values({
      organizationId: organizationId.parse(id),
      id: newId('member'),
      userId: userId.parse(person.id),
      role,
      createdAt: new Date(),
    })
    .execute()
}

export async function newMember(
  server: TestServer,
  organization: Pick<Founded, 'id'>,
  role: string,
): Promise<Person> {
  const person = await newPerson(server)
  await join(server, organization, [person, role])
  return person
}

/** The organization's events so far, the oldest first. */
export async function eventsOf(
  server: Pick<TestServer, 'database' | 'settle'>,
  { id }: Pick<Founded, 'id'>,
) {
  await server.settle()
  return server.database.kysely
    .selectFrom('eventLog')
    .select(['name', 'objectId', 'objectVersion', 'payload'])
    .where('organizationId', '=', organizationId.parse(id))
    .orderBy('sequence')
    .execute()
}

export const eventNamesOf = async (...asked: Parameters<typeof eventsOf>): Promise<string[]> =>
  (await eventsOf(...asked)).map(({ name }) => name)
