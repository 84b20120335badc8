import { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'
import { composedOnce, written } from './composed-once.ts'

it('composes the text of each shape once, and gives it what is given', () => {
  const made: string[] = []
  const insertion = composedOnce()
  const insert = (row: object) => {
    const { shape, values } = written(row)
    const compose = () => {
      made.push(shape)
      return CompiledQuery.raw(`insert ${shape}`, [...values])
    }
    const { sql, parameters } = insertion(values, compose, shape)
    return { sql, parameters }
  }
  expect(insert({ a: 1, b: null })).toEqual({ sql: 'insert a,b', parameters: [1, null] })
  expect(insert({ a: 2, b: 3 })).toEqual({ sql: 'insert a,b', parameters: [2, 3] })
  expect(insert({ b: 3, a: 2 })).toEqual({ sql: 'insert b,a', parameters: [3, 2] })
  expect(insert({ a: 2, b: undefined })).toEqual({ sql: 'insert a', parameters: [2] })
  expect(made).toEqual(['a,b', 'b,a', 'a'])
})

it('won’t go on with a text that names something else than what is given', () => {
  const statement = composedOnce()
  const compose = () => CompiledQuery.raw('select $1, $2', [1, 2])
  expect(() => statement([2, 1], compose)).toThrow('it is given what it names')
  expect(() => statement([1], compose)).toThrow('it is given what it names')
  expect(() => statement([1, 2, 3], compose)).toThrow('it is given what it names')
})
