import { rateFileLinesMax } from '@guildhall/contract/metrics/exchange-rates'
import { currency } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { readRateFile } from './rate-file.ts'

const eur = currency.parse('eur')

describe('a file of rates', () => {
  it.each([
    ['2026-03-01,usd,0.92'],
    ['\uFEFFDay,Currency,Rate\r\n2026-03-01,USD,0.92\r\n\r\n'],
    ['day, currency, rate\n 2026-03-01 , usd , 0.92 \n'],
  ])('is read from %j', (csv) => {
    expect(readRateFile(csv, eur)).toEqual([{ day: '2026-03-01', currency: 'usd', rate: '0.92' }])
  })

  it('may be empty but for its columns', () => {
    expect(readRateFile('day,currency,rate\n', eur)).toEqual([])
  })

  it.each([
    ['2026-03-01,usd', 1, 'day'],
    ['2026-03-01;usd;0.92', 1, 'day'],
    ['2026-03-01,usd,0,92', 1, 'day'],
    ['day,currency,rate\n2026-02-30,usd,0.92', 2, 'day'],
    ['01.03.2026,usd,0.92', 1, 'day'],
    ['2026-03-01,dollars,0.92', 1, 'currency'],
    ['2026-03-01,eur,1', 1, 'currency'],
    ['2026-03-01,usd,', 1, 'rate'],
    ['2026-03-01,usd,0', 1, 'rate'],
    ['2026-03-01,usd,0.000', 1, 'rate'],
    ['2026-03-01,usd,-1', 1, 'rate'],
    ['2026-03-01,usd,1e3', 1, 'rate'],
    ['2026-03-01,usd,123456789', 1, 'rate'],
    ['2026-03-01,usd,0.92\n\n2026-03-01,USD,0.93', 3, 'day'],
  ])('%j is refused and says where', (csv, line, field) => {
    expect(readRateFile(csv, eur)).toMatchObject({
      refused: 'exchange_rate_line_invalid',
      details: { line, field, loc: ['body', 'csv', line, field] },
    })
  })

  it('has a largest number of lines', () => {
    const days = Array.from({ length: rateFileLinesMax + 1 }, (_, at) =>
      new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10),
    )
    const csv = (count: number) =>
      days
        .slice(0, count)
        .map((day) => `${day},usd,1.5`)
        .join('\n')
    expect(readRateFile(csv(rateFileLinesMax), eur)).toHaveLength(rateFileLinesMax)
    expect(readRateFile(csv(rateFileLinesMax + 1), eur)).toMatchObject({
      details: { line: rateFileLinesMax + 1 },
    })
  })
})
