import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { importedHash } from '../../../../test/imported-hash.ts'
import { goodPassword, newPerson, signInAgain } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { credentialByEmail, credentialByUsername } from './credentials.ts'

const db = testDatabase()
const server = testServer(db)

test('whom a name belongs to is found, or nobody', async () => {
  const { email, id } = await newPerson(server.current, { username: 'ada' })
  const found = await credentialByEmail(db.database, email)
  expect(found.credential).toMatchObject({ userId: id, emailVerified: false })
  expect(await credentialByUsername(db.database, 'ada')).toEqual(found)
  const nobody = { credential: null, someImported: false }
  expect(await credentialByEmail(db.database, 'nobody@example.com')).toEqual(nobody)
})

test('whether anybody has an imported password is told of every name, until none is left', async () => {
  const ann = await newPerson(server.current)
  const bob = await newPerson(server.current)
  const told = async () => {
    const names = [ann.email, bob.email, 'nobody@example.com']
    const found = await Promise.all(names.map((email) => credentialByEmail(db.database, email)))
    return found.map(({ someImported }) => someImported)
  }
  expect(await told()).toEqual([false, false, false])
  await db.database.pool.query('update account set password_hash = $2 where user_id = $1', [
    bob.id,
    importedHash(goodPassword),
  ])
  expect(await told()).toEqual([true, true, true])
  await signInAgain(server.current, bob)
  expect(await told()).toEqual([false, false, false])
})
