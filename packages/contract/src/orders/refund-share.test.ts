import { expect, it } from 'vitest'
import { taxShareOf } from './refund-share.ts'

const order = { netAmount: 1000, taxAmount: 190 }
const all = { amount: 1000, taxAmount: 190 }

it.each([
  ['all of it', order, all, 1000, 190],
  ['a share', order, all, 500, 95],
  ['a share, rounded half up', order, all, 250, 48],
  ['a share, rounded down below the half', order, all, 302, 57],
  ['a cent', order, all, 2, 0],
  ['the rest, whatever its share', order, { amount: 333, taxAmount: 64 }, 333, 64],
  ['no more than what is left', order, { amount: 500, taxAmount: 1 }, 400, 1],
  ['untaxed', { ...order, taxAmount: 0 }, { ...all, taxAmount: 0 }, 400, 0],
  ['free', { netAmount: 0, taxAmount: 0 }, { amount: 0, taxAmount: 0 }, 5, 0],
])('the tax of a refund: %s', (_what, of, refundable, amount, expected) => {
  expect(taxShareOf(of, refundable, amount)).toBe(expected)
})
