import { id } from '@guildhall/contract/primitives'
import { expect } from 'vitest'
import type { Person } from './people.ts'
import type { TestServer } from './server.ts'

/** Makes somebody an operator, whose browser acts as the other person from then on. */
export async function impersonate(
  { database }: TestServer,
  operator: Person,
  person: Pick<Person, 'id'>,
): Promise<void> {
  await database.kysely
    .updateTable('users')
    .set({ role: 'admin' })
    .where('id', '=', id('user').parse(operator.id))
    .execute()
  const act = { userId: person.id }
  const answer = await operator.browser.post('/api/auth/admin/impersonate-user', act)
  expect(answer).toMatchObject({ status: 200 })
}
