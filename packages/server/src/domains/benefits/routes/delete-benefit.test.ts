import { describe, expect, it } from 'vitest'
import { bareBenefit, fileInState, newBenefit } from '../../../../test/benefits.ts'
import { eventsOf } from '../../../../test/owned-organization.ts'
import { briefOf } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { db, server, acme, calls } = sellingServer(['benefits:write', 'files:write'])

const files = (properties: object) => ({ ...bareBenefit, type: 'downloadables', properties })

describe('a deleted benefit', () => {
  it('cannot be found', async () => {
    const { id } = await newBenefit(calls, { description: 'Gone soon' })
    const removed = await calls.remove(`/benefits/${id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    const answers = await Promise.all([
      calls.get(`/benefits/${id}`),
      calls.patch(`/benefits/${id}`, { type: 'custom' }),
      calls.remove(`/benefits/${id}`),
    ])
    expect(answers.map(briefOf)).toEqual(Array(3).fill('404 ResourceNotFound'))
    expect((await calls.get('/benefits/?query=gone')).body).toMatchObject({ items: [] })
    const { rows } = await db.database.pool.query('select from benefit where id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  it('must be deletable', async () => {
    const { id } = await newBenefit(calls)
    await db.database.pool.query('update benefit set deletable = false where id = $1', [id])
    expect(briefOf(await calls.remove(`/benefits/${id}`))).toBe('403 NotPermitted')
    expect((await calls.get(`/benefits/${id}`)).body).toMatchObject({ deletable: false })
  })
})

it('a deleted file is removed from every benefit', async () => {
  const [deletedFile, kept] = [
    await fileInState(server.current, acme),
    await fileInState(server.current, acme),
  ]
  const both = await newBenefit(
    calls,
    files({ files: [deletedFile, kept], archived: { [deletedFile]: true } }),
  )
  const only = await newBenefit(calls, files({ files: [deletedFile] }))
  const deleted = await newBenefit(calls, files({ files: [deletedFile] }))
  await calls.remove(`/benefits/${deleted.id}`)
  expect((await calls.remove(`/files/${deletedFile}`)).status).toBe(204)
  const shown = await calls.get(`/benefits/${both.id}`)
  expect(shown.body).toMatchObject({
    properties: { files: [kept], archived: {} },
    modified_at: expect.any(String),
  })
  expect((await calls.get(`/benefits/${only.id}`)).body).toMatchObject({
    properties: { files: [] },
  })
  const events = await eventsOf(server.current, acme)
  const of = (id: string) => events.filter(({ objectId }) => objectId === id)
  expect(of(both.id).at(-1)).toMatchObject({ name: 'benefit.updated', payload: shown.body })
  expect([both, only, deleted].map(({ id }) => of(id).length)).toEqual([2, 2, 2])
})
