import { expect, test } from 'vitest'
import { sharedQuestion } from './shared-question.ts'

test('callers share a question that begins after they came', async () => {
  const answers: ((answer: number) => void)[] = []
  const ask = sharedQuestion(() => new Promise<number>((resolve) => answers.push(resolve)))
  const first = [ask(), ask()]
  await Promise.resolve()
  expect(answers.length).toBe(1)
  const second = [ask(), ask()]
  await Promise.resolve()
  expect(answers.length).toBe(1)
  answers[0]?.(1)
  expect(await Promise.all(first)).toEqual([1, 1])
  await Promise.resolve()
  expect(answers.length).toBe(2)
  answers[1]?.(2)
  expect(await Promise.all(second)).toEqual([2, 2])
})

test('a question that failed is asked again', async () => {
  let asked = 0
  const ask = sharedQuestion(async () => {
    asked += 1
    if (asked === 1) throw new Error('no answer')
    return asked
  })
  await expect(ask()).rejects.toThrow('no answer')
  expect(await ask()).toBe(2)
})
