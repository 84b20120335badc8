import { beforeAll, expect, it, vi } from 'vitest'
import { fileInState, newBenefit } from '../../../../test/benefits.ts'
import { testDatabase } from '../../../../test/database.ts'
import { eventsOf, type Founded, found } from '../../../../test/founding.ts'
import { type BillingCalls, briefOf, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let acme: Founded
let calls: BillingCalls

beforeAll(async () => {
  acme = await found(server.current)
  calls = await newBackend(server.current, acme, ['benefits:write', 'files:write'])
})

const many = 12

const waiting = async () => {
  const { rows } = await db.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`,
  )
  return rows[0]?.count
}

it('who waited for another change sees what it changed, the files as well', async () => {
  const [one, other] = [
    await fileInState(server.current, acme),
    await fileInState(server.current, acme),
  ]
  const asked = { type: 'downloadables', properties: { files: [one] } }
  const { id } = await newBenefit(calls, asked)
  const client = await db.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('update benefit set version = version + 1 where id = $1', [id])
    await client.query('update benefit_file set file_id = $1 where benefit_id = $2', [other, id])
    const late = calls.patch(`/benefits/${id}`, asked)
    await vi.waitFor(async () => expect(await waiting()).toBe(1))
    await client.query('commit')
    expect((await late).body).toMatchObject({
      modified_at: expect.any(String),
      properties: { files: [one] },
    })
  } finally {
    client.release()
  }
  expect((await calls.get(`/benefits/${id}`)).body).toMatchObject({ properties: { files: [one] } })
})

it('a file that is being deleted is waited for, and not found then', async () => {
  const file = await fileInState(server.current, acme)
  const client = await db.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('update file set deleted_at = now() where id = $1', [file])
    const wish = { type: 'downloadables', description: 'Too late', properties: { files: [file] } }
    const late = calls.post('/benefits/', wish)
    await vi.waitFor(async () => expect(await waiting()).toBe(1))
    await client.query('commit')
    expect(briefOf(await late)).toBe('422 RequestValidationError body.properties.files.0')
  } finally {
    client.release()
  }
})

it('a file that is deleted while benefits gain it is listed by none, and nobody is in the way', async () => {
  for (let round = 0; round < 8; round++) {
    const [kept, going] = [
      await fileInState(server.current, acme),
      await fileInState(server.current, acme),
    ]
    const wish = { type: 'downloadables', properties: { files: [kept] } }
    const benefits = await Promise.all([newBenefit(calls, wish), newBenefit(calls, wish)])
    const gain = { type: 'downloadables', properties: { files: [kept, going] } }
    const [removed, ...changed] = await Promise.all([
      calls.remove(`/files/${going}`),
      ...benefits.map(({ id }) => calls.patch(`/benefits/${id}`, gain)),
    ])
    expect(briefOf(removed)).toBe('204')
    for (const answer of changed) {
      expect(['200', '422 RequestValidationError body.properties.files.1']).toContain(
        briefOf(answer),
      )
    }
    for (const { id } of benefits) {
      expect((await calls.get(`/benefits/${id}`)).body).toMatchObject({
        properties: { files: [kept] },
      })
    }
  }
})

it('one of many deletes', async () => {
  const { id } = await newBenefit(calls)
  const answers = await Promise.all(
    Array.from({ length: many }, () => calls.remove(`/benefits/${id}`)),
  )
  expect(answers.map(briefOf).sort()).toEqual([
    '204',
    ...Array.from({ length: many - 1 }, () => '404 ResourceNotFound'),
  ])
})

it('of changes at once each is news, and the last is what stays', async () => {
  const files = await Promise.all(
    Array.from({ length: 6 }, () => fileInState(server.current, acme)),
  )
  const { id } = await newBenefit(calls, {
    type: 'downloadables',
    properties: { files: files.slice(0, 1) },
  })
  const answers = await Promise.all(
    files.map((_, at) => {
      const properties = { files: [...files.slice(at), ...files.slice(0, at)] }
      return calls.patch(`/benefits/${id}`, { type: 'downloadables', properties })
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200))
  const shown = await calls.get(`/benefits/${id}`)
  const events = (await eventsOf(server.current, acme)).filter(({ objectId }) => objectId === id)
  expect(events.map(({ objectVersion }) => objectVersion)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(events.at(-1)?.payload).toEqual(shown.body)
  expect(answers.map(({ body }) => body)).toContainEqual(shown.body)
})
