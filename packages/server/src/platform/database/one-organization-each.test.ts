import type { Id } from '@guildhall/contract/primitives'
import { expect, test } from 'vitest'
import { Failed } from './in-batches.ts'
import { oneOrganizationEach, workInEach } from './one-organization-each.ts'

interface Question {
  readonly organizationId: Id<'organization'>
  readonly about: string
}

function startCounter(isDistributed: boolean) {
  const batches: string[][] = []
  const answer = oneOrganizationEach({ isDistributed }, async (questions: readonly Question[]) => {
    batches.push(questions.map(({ about }) => about))
    return questions.map(({ about }) => about.toUpperCase())
  })
  return { batches, answer }
}

const one = '01990000-0000-7000-8000-000000000001' as Id<'organization'>
const other = '01990000-0000-7000-8000-000000000002' as Id<'organization'>
const questions = [
  { organizationId: one, about: 'a' },
  { organizationId: other, about: 'b' },
  { organizationId: one, about: 'c' },
]

test('answers each organization by itself where they are on several nodes, in the order of the questions', async () => {
  const { batches, answer } = startCounter(true)
  expect(await answer(questions)).toEqual(['A', 'B', 'C'])
  expect(batches).toEqual([['a', 'c'], ['b']])
})

test('an organization whose node is away fails alone', async () => {
  const away = new Error('its node is away')
  const answer = oneOrganizationEach({ isDistributed: true }, async (own: readonly Question[]) => {
    if (own.some(({ organizationId }) => organizationId === one)) throw away
    return own.map(({ about }) => about.toUpperCase())
  })
  expect(await answer(questions)).toEqual([new Failed(away), 'B', new Failed(away)])
})

test('answers all together on one server', async () => {
  const { batches, answer } = startCounter(false)
  expect(await answer(questions)).toEqual(['A', 'B', 'C'])
  expect(batches).toEqual([['a', 'b', 'c']])
})

test('work is done for each by itself, and what fails is thrown after the rest', async () => {
  const done: Id<'organization'>[][] = []
  const work = async (ids: readonly Id<'organization'>[]) => {
    done.push([...ids])
    if (ids.includes(one)) throw new Error('no brooms')
  }
  await expect(workInEach({ isDistributed: true }, [one, other], work)).rejects.toThrow('no brooms')
  expect(done).toEqual([[one], [other]])
})

test('work is done together on one server', async () => {
  const done: Id<'organization'>[][] = []
  await workInEach({ isDistributed: false }, [one, other], async (ids) => void done.push([...ids]))
  expect(done).toEqual([[one, other]])
})
