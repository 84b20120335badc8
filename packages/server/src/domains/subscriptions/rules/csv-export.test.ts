import { currency, minorUnits } from '@guildhall/contract/primitives'
import { expect, it } from 'vitest'
import { csvLine } from '../../../kernel/csv.ts'
import { exportedLine } from './csv-export.ts'

it.each([
  ['usd', 1000, '10.00'],
  ['usd', 5, '0.05'],
  ['jpy', 12, '12'],
])('an amount of %s %d reads %s', (code, amount, text) => {
  const line = exportedLine({
    email: 'ada@example.com',
    createdAt: new Date('2026-01-31T10:00:00Z'),
    status: 'trialing',
    product: 'Pro, yearly',
    amount: minorUnits.parse(amount),
    currency: currency.parse(code),
    recurringInterval: 'year',
  })
  expect(line).toBe(
    `ada@example.com,2026-01-31T10:00:00.000Z,true,"Pro, yearly",${text},${code},year\r\n`,
  )
})

it.each([
  ['plain', 'plain'],
  ['a "quote"', '"a ""quote"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@home', "'@home"],
  ['-5', "'-5"],
])('a cell %j is written %s', (given, written) => {
  expect(csvLine([given])).toBe(`${written}\r\n`)
})
