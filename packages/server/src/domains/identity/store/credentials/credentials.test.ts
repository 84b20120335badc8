import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { importedHash } from '../../../../../test/imported-hash.ts'
import { goodPassword, newPerson, signInAgain } from '../../../../../test/people.ts'
import { testServer } from '../../../../../test/server.ts'
import { findCredentialByEmail, findCredentialByUsername } from './credentials.ts'

const db = testDatabase()
const server = testServer(db)

test('a credential is found by address and username', async () => {
  const { email, id } = await newPerson(server.current, { username: 'ada' })
  const found = await findCredentialByEmail(db.database, email)
  expect(found.credential).toMatchObject({ userId: id, emailVerified: false })
  expect(await findCredentialByUsername(db.database, 'ada')).toEqual(found)
  const nobody = { credential: null, someImported: false }
  expect(await findCredentialByEmail(db.database, 'nobody@example.com')).toEqual(nobody)
})

test('every search reports imported passwords until none is left', async () => {
  const ann = await newPerson(server.current)
  const bob = await newPerson(server.current)
  const imported = async () => {
    const names = [ann.email, bob.email, 'nobody@example.com']
    const found = await Promise.all(names.map((email) => findCredentialByEmail(db.database, email)))
    return found.map(({ someImported }) => someImported)
  }
  expect(await imported()).toEqual([false, false, false])
  await db.database.pool.query('update account set password_hash = $2 where user_id = $1', [
    bob.id,
    importedHash(goodPassword),
  ])
  expect(await imported()).toEqual([true, true, true])
  await signInAgain(server.current, bob)
  expect(await imported()).toEqual([false, false, false])
})
