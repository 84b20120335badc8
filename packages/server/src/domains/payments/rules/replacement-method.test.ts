import { expect, it } from 'vitest'
import { chooseReplacement } from './replacement-method.ts'

const method = (id: string, day: number, isDefault = false) => ({
  id,
  isDefault,
  createdAt: new Date(Date.UTC(2026, 2, day)),
})
const [old, young, usual] = [method('old', 1), method('young', 3), method('usual', 2, true)]

it.each([
  ['none where there is no other', [old], old, undefined],
  ['the default', [old, young, usual], young, 'usual'],
  ['the newest where the default is deleted', [old, young, usual], usual, 'young'],
  ['the other of two', [old, usual], usual, 'old'],
])('a deleted method is replaced by %s', (_what, methods, deleted, expected) => {
  expect(chooseReplacement(methods, deleted)?.id).toBe(expected)
})
