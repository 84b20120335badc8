import { describe, expect, it } from 'vitest'
import { csvOf, csvText, type Sheet, summaryOf } from './chart-sheet.ts'

const dollars = (value: number) => `$${value}`

const sheet: Sheet = {
  by: 'Day',
  columns: ['Revenue', 'Revenue, “before”, all'],
  rows: [
    { key: '2026-01-14', label: '14 Jan', cells: [91, 70] },
    { key: '2026-01-15', label: '15 Jan', cells: [140, 75] },
    { key: '2026-01-16', label: '16 Jan', cells: [60, 80] },
    { key: '2026-01-17', label: '17 Jan', cells: [124, null] },
  ],
}

describe('the summary of a chart', () => {
  it('contains the ends, the extremes and where the other lines ended', () => {
    expect(summaryOf(sheet, dollars)).toBe(
      'From $91 on 14 Jan to $124 on 17 Jan. Highest $140 on 15 Jan, lowest $60 on 16 Jan.' +
        ' Revenue, “before”, all ended at $80.',
    )
  })

  it('reports an empty chart', () => {
    expect(summaryOf({ ...sheet, rows: [] }, dollars)).toBe('No values.')
    const none = [{ key: '1', label: '1', cells: [null, 3] }]
    expect(summaryOf({ ...sheet, rows: none }, dollars)).toBe('No values.')
  })
})

describe('the file of a chart', () => {
  it('has a line for each period, with units in the head and no symbols below', () => {
    const csv = csvOf(sheet, {
      heading: (name) => `${name} (USD)`,
      plain: (value) => (value / 100).toFixed(2),
    })
    expect(csv.split('\r\n')).toEqual([
      'Day,Revenue (USD),"Revenue, “before”, all (USD)"',
      '2026-01-14,0.91,0.70',
      '2026-01-15,1.40,0.75',
      '2026-01-16,0.60,0.80',
      '2026-01-17,1.24,',
      '',
    ])
  })

  it('quotes quotes and line breaks', () => {
    const rows = [
      { key: 'a"b', label: '', cells: [] },
      { key: 'c\nd', label: '', cells: [] },
    ]
    expect(csvOf({ by: 'Day', columns: [], rows }, { heading: String, plain: String })).toBe(
      'Day\r\n"a""b"\r\n"c\nd"\r\n',
    )
  })
})

it('names are no formulas in spreadsheets, and numbers stay numbers', () => {
  const lines = [['=1+1', '-5.00', '-Pro', '@a,b']]
  expect(csvText(lines)).toBe(`'=1+1,-5.00,'-Pro,"'@a,b"\r\n`)
})
