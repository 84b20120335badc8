import { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { compiledOnce, written } from './compiled-once.ts'

const db = testDatabase()

it('compiles each shape once, and binds the given values', async () => {
  const made: string[] = []
  const statement = compiledOnce()
  const ask = (row: Record<string, number | null | undefined>) => {
    const { shape, parameters } = written(row)
    const compose = () => {
      made.push(shape)
      const columns = shape.split(',').map((name, place) => `$${place + 1}::int as ${name}`)
      return CompiledQuery.raw(`select ${columns.join()}`, [...parameters])
    }
    return statement(db.database.kysely, { shape, parameters, compose })
  }
  expect(await ask({ a: 1, b: null })).toEqual({ a: 1, b: null })
  expect(await ask({ a: 2, b: 3 })).toEqual({ a: 2, b: 3 })
  expect(await ask({ b: 3, a: 2 })).toEqual({ b: 3, a: 2 })
  expect(await ask({ a: 2, b: undefined })).toEqual({ a: 2 })
  expect(made).toEqual(['a,b', 'b,a', 'a'])
})

it('refuses a statement whose parameters don’t match the given values', async () => {
  const statement = compiledOnce()
  const compose = () => CompiledQuery.raw('select $1::int, $2::int', [1, 2])
  for (const parameters of [[2, 1], [1], [1, 2, 3]]) {
    const asked = statement(db.database.kysely, { parameters, compose })
    await expect(asked).rejects.toThrow('the statement has one value per parameter')
  }
})
