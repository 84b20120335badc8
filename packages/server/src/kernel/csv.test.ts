import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each([
  ['plain', 'plain'],
  ['a "quote"', '"a ""quote"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['@home', "'@home"],
  ['+1', "'+1"],
  ['\t1', "'\t1"],
  ['-1+1', "'-1+1"],
  ['-', "'-"],
  ['-5', '-5'],
  ['-5.25', '-5.25'],
])('a cell %j is written %s', (given, written) => {
  expect(csvLine([given])).toBe(`${written}\r\n`)
})
