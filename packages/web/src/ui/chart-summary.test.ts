import { describe, expect, it } from 'vitest'
import { summarize } from './chart-summary.ts'

const dollars = (value: number) => `$${value}`

describe('the summary of a chart', () => {
  it('contains the ends, the extremes and the previous period', () => {
    const points = [
      { label: '14 Jan', value: 91, previous: 70 },
      { label: '15 Jan', value: 140, previous: 75 },
      { label: '16 Jan', value: 60, previous: 80 },
      { label: '17 Jan', value: 124, previous: 90 },
    ]
    expect(summarize(points, dollars)).toBe(
      'From $91 on 14 Jan to $124 on 17 Jan. Highest $140 on 15 Jan, lowest $60 on 16 Jan.' +
        ' The previous period ended at $90.',
    )
  })

  it('reports an empty chart', () => {
    expect(summarize([], dollars)).toBe('No values.')
  })
})
