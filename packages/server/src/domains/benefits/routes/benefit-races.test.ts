import { expect, it, vi } from 'vitest'
import { fileInState, newBenefit } from '../../../../test/benefits.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { countWaiting } from '../../../../test/until-blocked.ts'

const { db, server, acme, calls } = sellingServer(['benefits:write', 'files:write'])

const callsCount = 12

it('an update that waited for another compares with its result, files included', async () => {
  const [one, other] = [
    await fileInState(server.current, acme),
    await fileInState(server.current, acme),
  ]
  const content = { type: 'downloadables', properties: { files: [one] } }
  const { id } = await newBenefit(calls, content)
  const client = await db.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('update benefit set version = version + 1 where id = $1', [id])
    await client.query('update benefit_file set file_id = $1 where benefit_id = $2', [other, id])
    const late = calls.patch(`/benefits/${id}`, content)
    await vi.waitFor(async () => expect(await countWaiting(db.database)).toBe(1))
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

it('creating a benefit waits for the deletion of its file and is refused then', async () => {
  const file = await fileInState(server.current, acme)
  const client = await db.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('update file set deleted_at = now() where id = $1', [file])
    const input = { type: 'downloadables', description: 'Too late', properties: { files: [file] } }
    const late = calls.post('/benefits/', input)
    await vi.waitFor(async () => expect(await countWaiting(db.database)).toBe(1))
    await client.query('commit')
    expect(briefOf(await late)).toBe('422 RequestValidationError body.properties.files.0')
  } finally {
    client.release()
  }
})

it('a file that is deleted while benefits add it is listed by none, without deadlocks', async () => {
  for (let round = 0; round < 8; round++) {
    const [kept, deleted] = [
      await fileInState(server.current, acme),
      await fileInState(server.current, acme),
    ]
    const input = { type: 'downloadables', properties: { files: [kept] } }
    const benefits = await Promise.all([newBenefit(calls, input), newBenefit(calls, input)])
    const update = { type: 'downloadables', properties: { files: [kept, deleted] } }
    const [removed, ...changed] = await Promise.all([
      calls.remove(`/files/${deleted}`),
      ...benefits.map(({ id }) => calls.patch(`/benefits/${id}`, update)),
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

it('of concurrent deletions one succeeds', async () => {
  const { id } = await newBenefit(calls)
  const answers = await Promise.all(
    Array.from({ length: callsCount }, () => calls.remove(`/benefits/${id}`)),
  )
  expect(answers.map(briefOf).sort()).toEqual([
    '204',
    ...Array.from({ length: callsCount - 1 }, () => '404 ResourceNotFound'),
  ])
})

it('concurrent updates each record an event, and the last one wins', async () => {
  const files = await Promise.all(
    Array.from({ length: 6 }, () => fileInState(server.current, acme)),
  )
  const { id } = await newBenefit(calls, {
    type: 'downloadables',
    properties: { files: files.slice(0, 1) },
  })
  const answers = await Promise.all(
    files.map((_, index) => {
      const properties = { files: [...files.slice(index), ...files.slice(0, index)] }
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
