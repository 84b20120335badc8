import { expect, it } from 'vitest'
import { planDeletion } from './method-deletion.ts'

const method = (id: string, day: number, isDefault = false) => ({
  id,
  isDefault,
  createdAt: new Date(Date.UTC(2026, 2, day)),
})
const [old, young, usual] = [method('old', 1), method('young', 3), method('usual', 2, true)]

it.each([
  ['none where there is no other', [old], old, undefined],
  ['the default', [old, young, usual], young, 'usual'],
  ['the youngest where the default goes', [old, young, usual], usual, 'young'],
  ['the other of two', [old, usual], usual, 'old'],
])('a method that goes is followed by %s', (_what, methods, leaving, expected) => {
  expect(planDeletion(methods, leaving).successor?.id).toBe(expected)
})
