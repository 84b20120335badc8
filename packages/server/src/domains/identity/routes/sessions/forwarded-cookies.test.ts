import { describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../../test/browser.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { newPerson } from '../../../../../test/people.ts'
import { testServer } from '../../../../../test/server.ts'

const path = '/api/auth/get-session'
const key = `guildhall_srv_${'k'.repeat(32)}`

const db = testDatabase()
const keyed = testServer(db, { GUILDHALL_SERVER_KEYS: key })
const shared = testServer(db)

describe('the key of the application’s backend', () => {
  it('goes with the cookie that the backend forwards; another key does not', async () => {
    const server = keyed.current
    const { browser, id } = await newPerson(server)
    const seenWith = (authorization: string) => browser.get(path, { authorization })
    expect(await seenWith(`Bearer ${key}`)).toMatchObject({ body: { user: { id } } })
    for (const foreign of [`${key}k`, `guildhall_srv_${'f'.repeat(32)}`]) {
      expect(await seenWith(`Bearer ${foreign}`)).toMatchObject({ status: 200, body: null })
    }
  })

  it('signs nobody in by itself, and goes with no cookie where none is configured', async () => {
    const server = keyed.current
    const authorization = `Bearer ${key}`
    expect(await openBrowser(server.url).get(path, { authorization })).toMatchObject({ body: null })
    const { browser } = await newPerson(shared.current)
    expect(await browser.get(path, { authorization })).toMatchObject({ body: null })
  })
})
